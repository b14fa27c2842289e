import type { Causes, WriteRecord } from '../../api/debug/causes.ts';
import type { ApiObject } from '../../api/object.ts';
import { escapeFieldValue } from '../../api/selectors/field-selector.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { readCauses } from '../../client/causes/read-causes.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { type FieldChange, meaningfulChanges } from '../state/objects/object-difference.ts';
import type { FollowSearch } from '../state/search-parameters.ts';

/** Returns what led to a change and what followed from it. @throws ApiError 403, or 404 when it is not recorded */
export const followChange = (
  client: ApiClient,
  { in: namespace, ...named }: FollowSearch,
  signal: AbortSignal,
): Promise<Causes> => readCauses(client, { ...named, namespace }, signal);

/**
 * Returns the fields that a write changed, from the states that the server retains.
 * @throws ApiError 410 when it no longer retains them
 */
export async function readChanges(
  client: ApiClient,
  resource: DiscoveredResource,
  { revision, namespace, name }: WriteRecord,
  signal: AbortSignal,
): Promise<readonly FieldChange[]> {
  const { group, version, resource: plural } = resource;
  const at = async (resourceVersion: string): Promise<ApiObject | undefined> => {
    const { items } = await client.list<ApiObject>(
      { group, version, resource: plural, ...(namespace ? { namespace } : {}) },
      {
        fieldSelector: `metadata.name=${escapeFieldValue(name)}`,
        resourceVersion,
        resourceVersionMatch: 'Exact',
        signal,
      },
    );
    return items[0];
  };
  const [before, after] = await Promise.all([at(String(BigInt(revision) - 1n)), at(revision)]);
  return meaningfulChanges(before ?? {}, after ?? {});
}
