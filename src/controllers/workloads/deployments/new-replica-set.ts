import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { ApiError, clientFailure } from '../../../client/api-error.ts';
import { conditionOf } from '../../../client/objects/condition-of.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { controllerReference, isControlledBy } from '../pods/controller-reference.ts';
import { isNamespaceTerminating } from '../pods/pod-control.ts';
import { podTemplateHash } from '../template-hash/template-hash.ts';
import { conditionNow, PROGRESS, PROGRESSING, progressDeadline, withCondition } from './deployment-conditions.ts';
import type { DeploymentWriter } from './deployment-writer.ts';
import { HASH_LABEL, isSameTemplate } from './replica-set-search.ts';
import { newSetAnnotations, nextRevision, type RevisionNames, sizeAnnotations } from './revisions.ts';
import { newSetSize } from './rolling-update.ts';

export const DEPLOYMENT_KIND = { apiVersion: 'apps/v1', kind: 'Deployment' };

interface NewSetContext {
  readonly writer: DeploymentWriter;
  readonly names: RevisionNames;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Updates the new replica set from its deployment, and the deployment's revision from the replica set. */
export async function syncNewSet(
  set: ReplicaSet,
  oldSets: readonly ReplicaSet[],
  { writer, names, now }: NewSetContext,
): Promise<ReplicaSet> {
  const { deployment } = writer;
  const live = set.metadata.annotations ?? {};
  const annotations = newSetAnnotations(deployment, live, nextRevision(oldSets, names), names);
  const minReadySeconds = deployment.spec?.minReadySeconds ?? 0;
  if (!isDeepEqual(annotations, live) || (set.spec?.minReadySeconds ?? 0) !== minReadySeconds) {
    const { selector, ...spec } = set.spec ?? { selector: {} };
    const metadata = { ...set.metadata, annotations };
    return await writer.writeSet({ ...set, metadata, spec: { ...spec, selector, minReadySeconds } });
  }
  const isWatched = conditionOf(deployment.status?.conditions, PROGRESSING) !== undefined;
  const message = `Found new replica set "${set.metadata.name}"`;
  await writeRevision(
    writer,
    names,
    annotations[names.revision],
    isWatched ? undefined : [PROGRESS.found, message],
    now,
  );
  return set;
}

/** Creates the replica set for the template of a deployment. */
export async function createNewSet(oldSets: readonly ReplicaSet[], context: NewSetContext): Promise<ReplicaSet> {
  const { writer, names, now } = context;
  const revision = nextRevision(oldSets, names);
  const set = newSet(writer.deployment, oldSets, revision, names);
  try {
    const created = await writer.createSet(set);
    const message = `Created new replica set "${created.metadata.name}"`;
    await writeRevision(writer, names, String(revision), [PROGRESS.created, message], now);
    return created;
  } catch (error) {
    if (!(error instanceof ApiError) || isNamespaceTerminating(error)) throw error;
    if (error.reason !== 'AlreadyExists') return await failToCreate(set, error, context);
  }
  const existing = await writer.getSet(set.metadata.name ?? '');
  if (!isOwn(existing, writer.deployment)) return await countCollision(existing, writer);
  await writeRevision(writer, names, String(revision), undefined, now);
  return existing;
}

function newSet(
  deployment: Deployment,
  oldSets: readonly ReplicaSet[],
  revision: bigint,
  names: RevisionNames,
): ReplicaSet {
  const { metadata, spec, status } = deployment;
  const template = spec?.template ?? {};
  const hash = podTemplateHash(template, status?.collisionCount);
  const labels = { ...template.metadata?.labels, [HASH_LABEL]: hash };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: {
      name: `${metadata.name}-${hash}`,
      namespace: metadata.namespace,
      labels,
      annotations: {
        ...newSetAnnotations(deployment, {}, revision, names),
        ...sizeAnnotations(deployment, names),
      },
      ownerReferences: [controllerReference(deployment, DEPLOYMENT_KIND)],
    },
    spec: {
      replicas: newSetSize(deployment, oldSets, 0),
      ...(spec?.minReadySeconds ? { minReadySeconds: spec.minReadySeconds } : {}),
      selector: { ...spec?.selector, matchLabels: { ...spec?.selector?.matchLabels, [HASH_LABEL]: hash } },
      template: { ...template, metadata: { ...template.metadata, labels } },
    },
  };
}

const isOwn = (set: ReplicaSet, deployment: Deployment): boolean =>
  isControlledBy(set, deployment) && isSameTemplate(set.spec?.template, deployment.spec?.template);

/** Increments the collision count, because another object has the name. The next attempt uses another hash. */
async function countCollision({ metadata: { name } }: ReplicaSet, writer: DeploymentWriter): Promise<never> {
  const { status } = writer.deployment;
  await writer.writeStatus({ ...status, collisionCount: (status?.collisionCount ?? 0) + 1 });
  throw new ApiError(clientFailure(409, `replicasets.apps "${name}" already exists`));
}

async function failToCreate(set: ReplicaSet, error: ApiError, { writer, now }: NewSetContext): Promise<never> {
  const { deployment } = writer;
  const message = `Failed to create new replica set "${set.metadata.name}": ${error.message}`;
  writer.record(PROGRESS.createFailed, message, 'Warning');
  if (progressDeadline(deployment) === undefined) throw error;
  const condition = conditionNow(PROGRESSING, 'False', PROGRESS.createFailed, message, now);
  const conditions = withCondition(deployment.status?.conditions ?? [], condition);
  await writer.writeStatus({ ...deployment.status, conditions });
  throw error;
}

/** Writes the revision of a deployment to its annotations, and its progress if it has a deadline. */
async function writeRevision(
  writer: DeploymentWriter,
  names: RevisionNames,
  revision: string | undefined,
  progress: readonly [reason: string, message: string] | undefined,
  now: number,
): Promise<void> {
  const { deployment } = writer;
  const { metadata, status } = deployment;
  const annotations =
    revision === undefined ? metadata.annotations : { ...metadata.annotations, [names.revision]: revision };
  if (!progress || progressDeadline(deployment) === undefined)
    return await writer.writeStatus(status ?? {}, annotations);
  const conditions = withCondition(status?.conditions ?? [], conditionNow(PROGRESSING, 'True', ...progress, now));
  await writer.writeStatus({ ...status, conditions }, annotations);
}
