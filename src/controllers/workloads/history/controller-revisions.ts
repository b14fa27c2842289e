import { kubernetesName } from '../../../api/dialect.ts';
import { parseJson } from '../../../api/encoding/exact-json.ts';
import { sortedGoJson } from '../../../api/encoding/go-json.ts';
import type { ControllerRevision } from '../../../api/kinds/apps-v1.generated.ts';
import type { PodTemplateSpec } from '../../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { isDeepEqual } from '../deep-equal.ts';
import { fnv1, safeText } from '../template-hash/fnv.ts';

export const CONTROLLER_REVISIONS = { group: 'apps', version: 'v1', resource: 'controllerrevisions' };

/** The pod label with the revision from which the pod was created. */
export const REVISION_LABEL = 'controller-revision-hash';
/** The revision label with its hash. */
export const HASH_LABEL = kubernetesName('controller.kubernetes.io/hash');

const LONGEST_PREFIX = 223;

/**
 * Returns the data of a revision: a strategic merge patch that restores its owner's template. Its keys are sorted,
 * because kubectl compares its text with Go's text for a template.
 */
export const revisionData = (template: PodTemplateSpec | undefined): object =>
  parseJson(sortedGoJson({ spec: { template: { ...template, $patch: 'replace' } } })) as object;

/** Returns the hash of a revision's data. The collision count changes it when another revision has the name. */
export const revisionHash = (data: unknown, collisionCount: number): string =>
  safeText(fnv1(new TextEncoder().encode(sortedGoJson(data) + collisionCount)));

export const revisionName = (owner: string, hash: string): string => `${owner.slice(0, LONGEST_PREFIX)}-${hash}`;

const textOrder = (a = '', b = ''): number => (a < b ? -1 : a > b ? 1 : 0);

/** Compares by revision, then by creation time and name. */
export const revisionOrder = (a: ControllerRevision, b: ControllerRevision): number =>
  Number(a.revision) - Number(b.revision) ||
  textOrder(a.metadata.creationTimestamp, b.metadata.creationTimestamp) ||
  textOrder(a.metadata.name, b.metadata.name);

/** Returns the number after those of all revisions, which must be sorted. */
export const nextRevision = (sorted: readonly ControllerRevision[]): number => Number(sorted.at(-1)?.revision ?? 0) + 1;

/** The step after which an owner's newest revision has its template. */
export type RevisionStep =
  | { readonly kind: 'keep'; readonly revision: ControllerRevision }
  /** Rolls back to an older revision, which becomes the newest one. */
  | { readonly kind: 'renew'; readonly revision: ControllerRevision; readonly number: number }
  | { readonly kind: 'create'; readonly number: number };

/** Decides how the sorted revisions of an owner must change for its data. */
export function planRevision(sorted: readonly ControllerRevision[], data: unknown): RevisionStep {
  const equal = sorted.filter((revision) => isDeepEqual(revision.data, data)).at(-1);
  if (!equal) return { kind: 'create', number: nextRevision(sorted) };
  if (equal === sorted.at(-1)) return { kind: 'keep', revision: equal };
  return { kind: 'renew', revision: equal, number: nextRevision(sorted) };
}

/** Returns the oldest revisions beyond the limit. Revisions in use do not count. */
export function surplusRevisions(
  sorted: readonly ControllerRevision[],
  isInUse: (revision: ControllerRevision) => boolean,
  limit: number,
): ControllerRevision[] {
  const unused = sorted.filter((revision) => !isInUse(revision));
  return unused.slice(0, Math.max(0, unused.length - limit));
}

/** Returns the revision in the labels of a pod. */
export const revisionOf = ({ metadata }: Pick<ApiObject, 'metadata'>): string =>
  metadata.labels?.[REVISION_LABEL] ?? '';
