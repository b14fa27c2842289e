import type { ApiObject } from '../../../api/object.ts';
import { objectKey } from '../../../client/object-key.ts';
import type { CachedObject } from './lab-watch.ts';

/** How a cache differs from the cluster, in numbers of objects. */
export interface CacheDifference {
  /** In the cluster, but not in the cache. */
  readonly missing: number;
  /** In both, at different versions. */
  readonly old: number;
  /** In the cache, but no longer in the cluster. */
  readonly gone: number;
}

/** Compares a cache with the objects of the cluster. */
export function cacheDifference(cache: readonly CachedObject[], objects: readonly ApiObject[]): CacheDifference {
  const versions = new Map(objects.map((object) => [objectKey(object), object.metadata.resourceVersion]));
  const shared = cache.filter(({ key }) => versions.has(key));
  return {
    missing: versions.size - shared.length,
    old: shared.filter(({ key, resourceVersion }) => versions.get(key) !== resourceVersion).length,
    gone: cache.length - shared.length,
  };
}

/** Returns a difference in words: `2 missing, 1 out of date`; empty when there is none. */
export const differenceText = ({ missing, old, gone }: CacheDifference): string =>
  [missing > 0 && `${missing} missing`, old > 0 && `${old} out of date`, gone > 0 && `${gone} deleted in the cluster`]
    .filter(Boolean)
    .join(', ');
