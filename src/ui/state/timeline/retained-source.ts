import type { ApiObject } from '../../../api/object.ts';
import type { ApiClient, ObjectList } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';
import { objectSource } from '../../../client/object-source.ts';
import type { ResourceAddress } from '../../../client/resource-path.ts';
import type { RecordedSource } from './timeline-recorder.ts';

/** A kind with more objects is recorded without initial states, which would fill the page's memory. */
const MOST_OBJECTS = 2000;

/** The lowest possible revision. */
const FIRST = '1';

/** Matches the oldest available revision in `too old resource version: 1 (431)`. */
const OLDEST = /\((\d+)\)$/;

/**
 * Returns a source that lists at the oldest retained revision, so that a watch from there replays all known changes.
 * Starts at the current revision when the server does not report the oldest.
 */
export function retainedSource(client: ApiClient, address: ResourceAddress): RecordedSource {
  const live = objectSource<ApiObject>(client, address);
  return {
    ...live,
    async list(signal) {
      const oldest = await oldestRevision(client, address, signal);
      const { items, metadata } = await listAt(client, address, oldest, signal);
      return {
        items,
        resourceVersion: metadata.resourceVersion ?? '',
        isIncomplete: Boolean(metadata.continue),
      };
    },
    async currentRevision(signal) {
      const { metadata } = await client.list(address, { limit: 1, signal });
      return Number(metadata.resourceVersion);
    },
  };
}

/** Lists at a revision, or now when the revision is undefined or has been compacted since it was read. */
async function listAt(
  client: ApiClient,
  address: ResourceAddress,
  resourceVersion: string | undefined,
  signal: AbortSignal,
): Promise<ObjectList<ApiObject>> {
  const page = { limit: MOST_OBJECTS, signal };
  if (resourceVersion === undefined) return client.list(address, page);
  try {
    return await client.list(address, { ...page, resourceVersion, resourceVersionMatch: 'Exact' });
  } catch (error) {
    if (error instanceof ApiError && error.isExpired) return client.list(address, page);
    throw error;
  }
}

/** Uses a watch, which reports the error as an event: browsers log a failed list as an error on the console. */
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
