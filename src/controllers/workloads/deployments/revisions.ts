import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import { DEPLOYMENT_REVISION_ANNOTATION, LAST_APPLIED_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { ApiObject } from '../../../api/object.ts';
import { parseInt64 } from '../../../api/values/int64.ts';
import { maxSurge, replicasOf } from './deployment-sizes.ts';

const REVISION_HISTORY = kubernetesName('deployment.kubernetes.io/revision-history');
const DESIRED_REPLICAS = kubernetesName('deployment.kubernetes.io/desired-replicas');
const MAX_REPLICAS = kubernetesName('deployment.kubernetes.io/max-replicas');

/** Requests a rollback. Its value is a revision, or 0 for the last one. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** In characters. */
const LONGEST_HISTORY = 2000;

type Annotations = Readonly<Record<string, string>>;

/** The names of the annotations in a dialect. */
export interface RevisionNames {
  readonly revision: string;
  readonly revisionHistory: string;
  readonly desiredReplicas: string;
  readonly maxReplicas: string;
  readonly lastApplied: string;
}

export const revisionNames = ({ rename }: Dialect): RevisionNames => ({
  revision: rename(DEPLOYMENT_REVISION_ANNOTATION),
  revisionHistory: rename(REVISION_HISTORY),
  desiredReplicas: rename(DESIRED_REPLICAS),
  maxReplicas: rename(MAX_REPLICAS),
  lastApplied: rename(LAST_APPLIED_ANNOTATION),
});

/** Returns the value of an annotation; undefined when it is missing or not an integer. */
export function integerAnnotation({ metadata }: ApiObject, name: string): number | undefined {
  const value = parseInt64(metadata.annotations?.[name] ?? '');
  return value === undefined ? undefined : Number(value);
}

/** Returns the revision of a deployment or replica set; 0 when it is missing or not a 64-bit integer. */
export const revisionOf = ({ metadata }: ApiObject, { revision }: RevisionNames): bigint =>
  parseInt64(metadata.annotations?.[revision] ?? '') ?? 0n;

/** Compares by revision, lowest first. */
export const revisionOrder =
  (names: RevisionNames) =>
  (a: ApiObject, b: ApiObject): number => {
    const [first, second] = [revisionOf(a, names), revisionOf(b, names)];
    return first < second ? -1 : first > second ? 1 : 0;
  };

/** Returns the revision after the highest one, with the overflow of a 64-bit integer. */
export function nextRevision(sets: readonly ReplicaSet[], names: RevisionNames): bigint {
  const highest = sets.toSorted(revisionOrder(names)).at(-1);
  const revision = highest ? revisionOf(highest, names) : 0n;
  return BigInt.asIntN(64, (revision < 0n ? 0n : revision) + 1n);
}

/** Returns the revision before the highest one; 0 when there is none. */
export function lastRevision(sets: readonly ReplicaSet[], names: RevisionNames): bigint {
  const last = sets.toSorted(revisionOrder(names)).at(-2);
  return last ? revisionOf(last, names) : 0n;
}

/** Reports whether an annotation is not copied between deployments and replica sets. */
export const isOwnAnnotation = (name: string, names: RevisionNames): boolean =>
  name === ROLLBACK_TO || Object.values(names).includes(name);

export const copiedAnnotations = ({ metadata }: ApiObject, names: RevisionNames): Annotations =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !isOwnAnnotation(name, names)));

/** Returns the annotations with the sizes for which a replica set was scaled. */
export const sizeAnnotations = (deployment: Deployment, names: RevisionNames): Annotations => ({
  [names.desiredReplicas]: String(replicasOf(deployment)),
  [names.maxReplicas]: String(replicasOf(deployment) + maxSurge(deployment)),
});

/**
 * Returns the annotations of the new replica set: those of its deployment, its revision if that increases, and its
 * previous revisions if it was rolled back to.
 */
export function newSetAnnotations(
  deployment: Deployment,
  live: Annotations,
  revision: bigint,
  names: RevisionNames,
): Annotations {
  const annotations = { ...live, ...copiedAnnotations(deployment, names) };
  const oldText = live[names.revision] ?? '';
  const oldRevision = oldText === '' ? 0n : parseInt64(oldText);
  // The next revision is unknown when the old one is not a number.
  if (oldRevision === undefined) return live;
  if (oldRevision >= revision) return annotations;
  const history = oldText === '' ? undefined : extendHistory(live[names.revisionHistory] ?? '', oldText);
  return {
    ...annotations,
    [names.revision]: String(revision),
    ...(history === undefined ? {} : { [names.revisionHistory]: history }),
  };
}

/** Appends a revision, and removes the oldest ones when the history is too long. */
function extendHistory(history: string, revision: string): string {
  if (history === '') return revision;
  const revisions = [...history.split(','), revision];
  while (revisions.length > 1 && revisions.join(',').length > LONGEST_HISTORY) revisions.shift();
  return revisions.join(',');
}
