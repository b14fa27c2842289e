import { groupKindText, parseApiVersion } from '../../../api/object.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import { type HeldRevision, type RevisionHolder, revisionOf } from '../../../client/objects/revisions.ts';
import type { AnyObject, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { Description } from '../../describe/description.ts';
import { member } from '../../describe/fields.ts';
import { describeTemplate } from '../../describe/pod-template.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';

/** The resources that hold the revisions of workloads. */
const HOLDERS: Readonly<Record<string, string>> = {
  'apps/Deployment': 'replicasets',
  'apps/StatefulSet': 'controllerrevisions',
  'apps/DaemonSet': 'controllerrevisions',
};

/** Returns a kind as errors name it: `Deployment.apps`. */
export const kindOf = ({ apiVersion, kind }: AnyObject): string =>
  groupKindText({ group: parseApiVersion(apiVersion).group, kind });

/** Returns the revisions of a workload, oldest first. @throws CommandError for other kinds */
export async function revisionsOf({ environment, client }: Invocation, workload: AnyObject): Promise<HeldRevision[]> {
  const dialect = environment.dialect();
  const { uid, namespace } = workload.metadata;
  const holders = HOLDERS[kindKeyOf(workload, dialect)];
  if (!holders) throw failure(`no history viewer has been implemented for ${JSON.stringify(kindOf(workload))}`);
  const objects = await listAll(client, await typeNamed(environment, holders), namespace);
  return objects
    .filter(({ metadata }) => metadata.ownerReferences?.some((owner) => owner.uid === uid))
    .map((object) => revisionOf(object as AnyObject & RevisionHolder, dialect))
    .filter(({ number }) => number > 0)
    .sort((a, b) => a.number - b.number);
}

/** Returns the pod template of a revision as `rollout history --revision` prints it: with tabs, and the hash of the template. */
export function templateText({ holder, template }: HeldRevision): string {
  const description = new Description();
  describeTemplate(description, member(holder, 'spec', 'template') ?? template);
  return description.unaligned();
}
