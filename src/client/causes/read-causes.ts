import { DEBUG_API_VERSION } from '../../api/debug/access-explanation.ts';
import type { Causes } from '../../api/debug/causes.ts';
import type { ApiClient } from '../api-client.ts';

/**
 * Returns what led to a change, and what followed from it.
 * @param named names the change by the parameters of the API; undefined ones are left out
 * @throws ApiError 403, or 404 when the change is not recorded
 */
export async function readCauses(
  client: ApiClient,
  named: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<Causes> {
  const given = Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const path = `/apis/${DEBUG_API_VERSION}/causes?${new URLSearchParams(given)}`;
  const response = await client.request(path, signal ? { signal } : {});
  return (await response.json()) as Causes;
}
