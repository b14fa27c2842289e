import type { Dialect } from '../../../api/dialect.ts';
import { CHANGE_CAUSE_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { isRecord } from '../../../api/object.ts';
import type { AnyObject, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { Description } from '../../describe/description.ts';
import { member } from '../../describe/fields.ts';
import { describeTemplate } from '../../describe/pod-template.ts';
import { deploymentRevision } from '../../objects/deployment-revision.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';

/** A revision of a workload. */
export interface Revision {
  readonly revision: number;
  readonly changeCause: string;
  /** The pod template. */
  readonly template: unknown;
  /** The replica set or controller revision that holds it. */
  readonly object: AnyObject;
}

/** Returns the revisions of a workload, oldest first. @throws CommandError for other kinds */
export async function revisionsOf({ environment, client }: Invocation, workload: AnyObject): Promise<Revision[]> {
  const isDeployment = workload.kind === 'Deployment';
  if (!isDeployment && workload.kind !== 'StatefulSet' && workload.kind !== 'DaemonSet')
    throw failure(`no history viewer has been implemented for ${JSON.stringify(workload.kind)}`);
  const resource = await typeNamed(environment, isDeployment ? 'replicasets' : 'controllerrevisions');
  const objects = await listAll(client, resource, workload.metadata.namespace);
  const owned = objects.filter(({ metadata }) =>
    metadata.ownerReferences?.some(({ uid }) => uid === workload.metadata.uid),
  );
  const dialect = environment.dialect();
  return owned
    .map((object) => (isDeployment ? ofReplicaSet(object, dialect) : ofControllerRevision(object, dialect)))
    .filter(({ revision }) => revision > 0)
    .sort((a, b) => a.revision - b.revision);
}

function ofReplicaSet(object: AnyObject, dialect: Dialect): Revision {
  const { annotations = {} } = object.metadata;
  const template = structuredClone(
    (object.spec as { template: { metadata?: { labels?: Record<string, string> } } }).template,
  );
  delete template.metadata?.labels?.['pod-template-hash'];
  return {
    revision: deploymentRevision(object, dialect),
    changeCause: annotations[dialect.rename(CHANGE_CAUSE_ANNOTATION)] ?? '',
    template,
    object,
  };
}

function ofControllerRevision(object: AnyObject, dialect: Dialect): Revision {
  const data = object.data as { spec?: { template?: unknown } } | undefined;
  const given = data?.spec?.template;
  const { $patch, ...template } = isRecord(given) ? given : {};
  return {
    revision: Number(object.revision ?? 0),
    changeCause: object.metadata.annotations?.[dialect.rename(CHANGE_CAUSE_ANNOTATION)] ?? '',
    template,
    object,
  };
}

/** Returns the pod template of a revision as `rollout history --revision` prints it: with tabs, and the hash of the template. */
export function templateText({ object, template }: Revision): string {
  const description = new Description();
  describeTemplate(description, member(object, 'spec', 'template') ?? template);
  return description.unaligned();
}
