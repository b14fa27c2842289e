import { DEBUG_API_VERSION } from '../../../api/debug/access-explanation.ts';
import { qualifiedResource } from '../../../api/debug/causes.ts';
import type { Moment, MomentList } from '../../../api/debug/moments.ts';
import { microTimeText } from '../../../api/environment.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isTransientResource } from '../../../api/transient-objects.ts';
import { retainedChanges } from '../../../storage/retained-history.ts';
import type { Change } from '../../../storage/storage.ts';
import type { ServedResource } from '../../catalog/served-resource.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import { changeTimes } from '../../objects/change-times.ts';
import { collectionsOf } from '../../objects/collections-of.ts';
import type { DebugResource } from './debug-resource.ts';
import { mayList } from './read-object.ts';

/**
 * The changes of the retained history that the caller may list. The cluster can be read as it was after each of them, below
 * `moments/<revision>/proxy`.
 */
export const moments: DebugResource = {
  name: 'moments',
  singularName: 'moment',
  kind: 'Moment',
  verbs: { list },
};

/** Number of changes listed; the newest ones. */
const MOST_MOMENTS = 5000;

async function list(call: Call): Promise<ApiResponse> {
  const { objects, writes, clock } = call.server;
  const newest = await objects.storage.revision();
  const { oldest, changes } = await retainedChanges(objects.storage);
  const listed = (await listable(call, changes)).slice(-MOST_MOMENTS);
  const records = (await writes?.list()) ?? [];
  const times = changeTimes(
    listed.map(({ change }) => change),
    records,
    objects.states,
    clock.now(),
  );
  const body: MomentList = {
    apiVersion: DEBUG_API_VERSION,
    kind: 'MomentList',
    metadata: {},
    oldest: String(oldest),
    newest: String(newest),
    items: listed.map((each, index) => momentOf(each, times[index] ?? 0)),
  };
  return jsonResponse(200, body);
}

interface ListableChange {
  readonly change: Change;
  readonly resource: ServedResource;
}

/** Returns the changes of objects that the caller may list. Each resource and namespace is authorized once. */
async function listable(call: Call, changes: readonly Change[]): Promise<ListableChange[]> {
  const byPrefix = new Map(call.server.resources.resources.map((resource) => [resource.keyPrefix, resource]));
  const decisions = new Map<string, boolean>();
  const found: ListableChange[] = [];
  for (const change of changes) {
    const resource = resourceOf(change.key, byPrefix);
    // Users look for nothing that events and leases change.
    if (!resource || isTransientResource(resource)) continue;
    const { namespace } = nameIn(change.key, resource);
    const place = `${resource.keyPrefix}${namespace}`;
    let isAllowed = decisions.get(place);
    if (isAllowed === undefined) {
      isAllowed = await mayList(call, resource, namespace);
      decisions.set(place, isAllowed);
    }
    if (isAllowed) found.push({ change, resource });
  }
  return found;
}

function resourceOf(key: string, byPrefix: ReadonlyMap<string, ServedResource>): ServedResource | undefined {
  for (const prefix of collectionsOf(key)) {
    const resource = byPrefix.get(prefix);
    if (resource) return resource;
  }
  return undefined;
}

function nameIn(key: string, { keyPrefix, namespaced }: ServedResource): { namespace: string; name: string } {
  const rest = key.slice(keyPrefix.length);
  const slash = namespaced ? rest.indexOf('/') : -1;
  return { namespace: rest.slice(0, Math.max(slash, 0)), name: rest.slice(slash + 1) };
}

function momentOf({ change, resource }: ListableChange, time: number): Moment {
  const { revision, key, previous, current } = change;
  const { namespace, name } = nameIn(key, resource);
  return {
    revision: String(revision),
    time: microTimeText(time),
    effect: current ? (previous ? 'updated' : 'created') : 'removed',
    resource: qualifiedResource(resource.resource, resource.group),
    ...(namespace ? { namespace } : {}),
    name,
  };
}
