import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { parseInt64 } from '../../../api/values/int64.ts';
import type { DeploymentWriter } from './deployment-writer.ts';
import { isSameTemplate, withoutHash } from './replica-set-search.ts';
import {
  copiedAnnotations,
  isOwnAnnotation,
  lastRevision,
  type RevisionNames,
  ROLLBACK_TO,
  revisionOf,
} from './revisions.ts';

/** Returns the revision of a deployment's rollback request, 0 for the last one; undefined without a request. */
export const rollbackRevision = ({ metadata }: Deployment): bigint | undefined =>
  parseInt64(metadata.annotations?.[ROLLBACK_TO] ?? '');

/** Sets the template of a revision on a deployment, and removes the rollback request. */
export async function rollBack(
  requested: bigint,
  sets: readonly ReplicaSet[],
  writer: DeploymentWriter,
  names: RevisionNames,
): Promise<void> {
  const { deployment } = writer;
  const revision = requested === 0n ? lastRevision(sets, names) : requested;
  if (revision === 0n)
    return await giveUp('DeploymentRollbackRevisionNotFound', 'Unable to find last revision.', writer);
  const set = sets.find((candidate) => revisionOf(candidate, names) === revision);
  if (!set) {
    const message = 'Unable to find the revision to rollback to.';
    return await giveUp('DeploymentRollbackRevisionNotFound', message, writer);
  }
  const { name } = deployment.metadata;
  if (isSameTemplate(set.spec?.template, deployment.spec?.template)) {
    const message = `The rollback revision contains the same template as current deployment "${name}"`;
    return await giveUp('DeploymentRollbackTemplateUnchanged', message, writer);
  }
  await writer.write(withTemplateOf(deployment, set, names));
  writer.record('DeploymentRollback', `Rolled back deployment "${name}" to revision ${revision}`);
}

async function giveUp(reason: string, message: string, writer: DeploymentWriter): Promise<void> {
  writer.record(reason, message, 'Warning');
  const { deployment } = writer;
  await writer.write({ ...deployment, metadata: { ...deployment.metadata, annotations: withoutRequest(deployment) } });
}

function withTemplateOf(deployment: Deployment, set: ReplicaSet, names: RevisionNames): Deployment {
  const own = Object.entries(withoutRequest(deployment)).filter(([name]) => isOwnAnnotation(name, names));
  const annotations = { ...Object.fromEntries(own), ...copiedAnnotations(set, names) };
  const { selector, ...spec } = deployment.spec ?? { selector: {}, template: {} };
  return {
    ...deployment,
    metadata: { ...deployment.metadata, annotations },
    spec: { ...spec, selector, template: withoutHash(set.spec?.template) },
  };
}

function withoutRequest({ metadata }: Deployment): Record<string, string> {
  const { [ROLLBACK_TO]: _, ...annotations } = metadata.annotations ?? {};
  return annotations;
}
