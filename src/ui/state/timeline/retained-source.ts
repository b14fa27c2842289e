import type { ApiObject } from '../../../api/object.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import { objectSource } from '../../../client/object-source.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import type { RecordedSource } from './timeline-recorder.ts';

/** A kind with more objects is recorded without their first states, which would fill the memory of the page. */
const MOST_OBJECTS = 2000;

/** The first revision there can be. */
const FIRST = '1';

/** The revision in `too old resource version: 1 (431)`: the oldest from which the server can watch. */
const OLDEST = /\((\d+)\)$/;

/**
 * A collection that begins at the oldest revision whose history the server retains, so that a watch from there replays
 * all that is known. Where the server does not tell that revision, it begins now.
 */
export function retainedSource(client: ApiClient, address: ResourceAddress): RecordedSource {
  const live = objectSource<ApiObject>(client, address);
  return {
    ...live,
    async list(signal) {
      const oldest = await oldestRevision(client, address, signal);
      const at = oldest ? ({ resourceVersion: oldest, resourceVersionMatch: 'Exact' } as const) : {};
      const { items, metadata } = await client.list(address, { ...at, limit: MOST_OBJECTS, signal });
      return {
        items,
        resourceVersion: metadata.resourceVersion ?? oldest ?? '',
        isIncomplete: Boolean(metadata.continue),
      };
    },
    async currentRevision(signal) {
      const { metadata } = await client.list(address, { limit: 1, signal });
      return Number(metadata.resourceVersion);
    },
  };
}

/** Asks by a watch, whose refusal is an event: browsers write a refused list in red on the console. */
async function oldestRevision(
  client: ApiClient,
  address: ResourceAddress,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const events = client.watch(address, { resourceVersion: FIRST, timeoutSeconds: 1, signal });
    await events.next();
    await events.return();
    return FIRST;
  } catch (error) {
    if (!(error instanceof ApiError) || !error.isExpired) throw error;
    return OLDEST.exec(error.message)?.[1];
  }
}
