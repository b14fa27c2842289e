import type { ResourceAddress } from '../../client/resource-path.ts';
import type { Invocation } from '../command.ts';
import { ifFound } from './if-found.ts';

/** Milliseconds between two reads of an object that is being deleted. */
const INTERVAL = 500;

/**
 * Resolves with true when an object is gone, or another one has its name; with false after the timeout.
 * @param timeout milliseconds of the cluster's time; 0 for no limit
 * @throws ApiError, or the reason of the abort
 */
export async function untilGone(
  { client, environment, signal }: Invocation,
  address: ResourceAddress,
  timeout: number,
): Promise<boolean> {
  let uid: string | undefined;
  for (let waited = 0; ; waited += INTERVAL) {
    const object = await ifFound(client.get(address));
    uid ??= object?.metadata.uid;
    if (!object?.metadata.deletionTimestamp || object.metadata.uid !== uid) return true;
    if (timeout > 0 && waited >= timeout) return false;
    await environment.sleep(INTERVAL, signal);
  }
}
