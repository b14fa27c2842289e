import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { oldestFirst } from './replica-set-order.ts';
import { type RevisionNames, revisionOrder } from './revisions.ts';

export const HASH_LABEL = 'pod-template-hash';

/** Returns a template without the hash label that a deployment adds. */
export function withoutHash(template: PodTemplateSpec | undefined): PodTemplateSpec {
  const { [HASH_LABEL]: _, ...labels } = template?.metadata?.labels ?? {};
  return { ...template, metadata: { ...template?.metadata, labels } };
}

export const isSameTemplate = (a: PodTemplateSpec | undefined, b: PodTemplateSpec | undefined): boolean =>
  isDeepEqual(withoutHash(a), withoutHash(b));

/** Returns the oldest replica set with the deployment's template. */
export const findNewSet = (deployment: Deployment, sets: readonly ReplicaSet[]): ReplicaSet | undefined =>
  sets.toSorted(oldestFirst).find(({ spec }) => isSameTemplate(spec?.template, deployment.spec?.template));

const NO_LIMIT = 2 ** 31 - 1;

/** Returns the deletable replica sets beyond the revision history limit, oldest revision first. */
export function surplusSets(
  deployment: Deployment,
  oldSets: readonly ReplicaSet[],
  names: RevisionNames,
): ReplicaSet[] {
  const limit = deployment.spec?.revisionHistoryLimit ?? NO_LIMIT;
  const sets = oldSets.filter(({ metadata }) => !metadata.deletionTimestamp);
  if (limit === NO_LIMIT || sets.length <= limit) return [];
  const byRevision = revisionOrder(names);
  return sets
    .toSorted((a, b) => byRevision(a, b) || oldestFirst(a, b))
    .slice(0, sets.length - limit)
    .filter(isEmpty);
}

const isEmpty = ({ metadata, spec, status }: ReplicaSet): boolean =>
  (status?.replicas ?? 0) === 0 &&
  (spec?.replicas ?? 1) === 0 &&
  (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0);
