import { type Dialect, kubernetesName } from '../../../api/dialect.ts';
import type { Deployment, ReplicaSet } from '../../../api/kinds/apps-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { maxSurge, replicasOf } from './deployment-sizes.ts';

const REVISION = kubernetesName('deployment.kubernetes.io/revision');
const REVISION_HISTORY = kubernetesName('deployment.kubernetes.io/revision-history');
const DESIRED_REPLICAS = kubernetesName('deployment.kubernetes.io/desired-replicas');
const MAX_REPLICAS = kubernetesName('deployment.kubernetes.io/max-replicas');
const LAST_APPLIED = kubernetesName('kubectl.kubernetes.io/last-applied-configuration');

/** Asks for a rollback; its value is a revision, or 0 for the last one. */
export const ROLLBACK_TO = 'deprecated.deployment.rollback.to';

/** Characters. */
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
  revision: rename(REVISION),
  revisionHistory: rename(REVISION_HISTORY),
  desiredReplicas: rename(DESIRED_REPLICAS),
  maxReplicas: rename(MAX_REPLICAS),
  lastApplied: rename(LAST_APPLIED),
});

const parseInteger = (text: string): number | undefined => (/^[+-]?[0-9]+$/.test(text) ? Number(text) : undefined);

/** Returns the value of an annotation; undefined when there is none or it is no integer. */
export const integerAnnotation = ({ metadata }: ApiObject, name: string): number | undefined =>
  parseInteger(metadata.annotations?.[name] ?? '');

const revisionsOf = (sets: readonly ReplicaSet[], { revision }: RevisionNames): number[] =>
  sets.map((set) => integerAnnotation(set, revision) ?? 0);

/** Returns the highest revision; 0 when there is none. */
export const maxRevision = (sets: readonly ReplicaSet[], names: RevisionNames): number =>
  Math.max(0, ...revisionsOf(sets, names));

/** Returns the revision before the highest one; 0 when there is none. */
export const lastRevision = (sets: readonly ReplicaSet[], names: RevisionNames): number =>
  revisionsOf(sets, names).toSorted((a, b) => b - a)[1] ?? 0;

/** Reports whether an annotation belongs to one object: it is not copied between deployments and replica sets. */
export const isOwnAnnotation = (name: string, names: RevisionNames): boolean =>
  name === ROLLBACK_TO || Object.values(names).includes(name);

export const copiedAnnotations = ({ metadata }: ApiObject, names: RevisionNames): Annotations =>
  Object.fromEntries(Object.entries(metadata.annotations ?? {}).filter(([name]) => !isOwnAnnotation(name, names)));

/** The annotations with the sizes for which a replica set was scaled. */
export const sizeAnnotations = (deployment: Deployment, names: RevisionNames): Annotations => ({
  [names.desiredReplicas]: String(replicasOf(deployment)),
  [names.maxReplicas]: String(replicasOf(deployment) + maxSurge(deployment)),
});

/**
 * Returns the annotations of the new replica set: those of its deployment, its revision if that grows, and the history
 * of revisions that it had before, for it was rolled back to.
 */
export function newSetAnnotations(
  deployment: Deployment,
  live: Annotations,
  revision: number,
  names: RevisionNames,
): Annotations {
  const annotations = { ...live, ...copiedAnnotations(deployment, names) };
  const oldText = live[names.revision] ?? '';
  const oldRevision = oldText === '' ? 0 : parseInteger(oldText);
  // Nobody knows which revision follows one that is not a number.
  if (oldRevision === undefined) return live;
  if (oldRevision >= revision) return annotations;
  const history = oldText === '' ? undefined : extendHistory(live[names.revisionHistory] ?? '', oldText);
  return {
    ...annotations,
    [names.revision]: String(revision),
    ...(history === undefined ? {} : { [names.revisionHistory]: history }),
  };
}

/** Appends a revision, and removes the oldest ones from a history that grows too long. */
function extendHistory(history: string, revision: string): string {
  if (history === '') return revision;
  const revisions = [...history.split(','), revision];
  while (revisions.length > 1 && revisions.join(',').length > LONGEST_HISTORY) revisions.shift();
  return revisions.join(',');
}
