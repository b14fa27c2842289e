import { errorText } from '../../api/error-text.ts';
import { badRequest, expired, plainError, type StatusError } from '../../api/status.ts';
import { CompactedError, FutureRevisionError } from '../../storage/storage.ts';
import { keyOf, type ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import { asBadRequest, type ListQuery, type Selection } from '../http/list-options.ts';
import type { Listing } from '../http/representation.ts';
import type { ObjectListing } from '../objects/object-store.ts';
import {
  parseResourceVersion,
  resourceVersionOrPlainError,
  tooLargeResourceVersion,
} from '../objects/resource-version.ts';
import { servedObjects } from '../objects/served-objects.ts';
import { Slices } from '../objects/slices.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';
import { waitUntilFresh } from './freshness.ts';

type ResourceCall = Call & { resource: ServedResource };

/** The state to read, and the part of it. */
interface ReadPlan {
  /** Undefined: the newest. */
  readonly revision?: number;
  readonly after?: string;
  readonly limit?: number;
  /** A lower bound of the newest revision. */
  readonly minimum: number;
}

const TOO_OLD = 'The resourceVersion for the provided list is too old.';
const TOKEN_TOO_OLD =
  'The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.';
const FROM_THE_FUTURE = 'etcdserver: mvcc: required revision is a future revision';

/** Reads a collection by resourceVersion, resourceVersionMatch, limit and continue (spec 1, "Resource versions"). */
export async function readListing(call: ResourceCall, query: ListQuery, selection: Selection): Promise<Listing> {
  const { resource, info, server } = call;
  const prefix = keyOf(resource, info.namespace);
  const oneKey = keyOfOne(resource, info.namespace, query, selection);
  const plan = await planOf(call, query, prefix, oneKey !== undefined);
  try {
    const { objects, revision, remaining } = oneKey
      ? await readOne(call, oneKey, plan, selection)
      : await readPage(call, prefix, plan, selection);
    if (plan.minimum > revision) {
      throw tooLargeResourceVersion(plan.minimum, server.objects.revision, 0);
    }
    const last = objects.at(-1);
    if (remaining === 0 || !last || oneKey) return { objects, revision, continue: '' };
    return {
      objects,
      revision,
      continue: encodeContinueToken({ revision, start: `${last.key.slice(prefix.length)}\0` }),
      ...(selection.isEverything && server.features.enabled('RemainingItemCount')
        ? { remainingItemCount: remaining }
        : {}),
    };
  } catch (error) {
    throw readError(call, error, prefix, plan, query);
  }
}

/** Returns the key of a list that selects one name, where the key is known. */
function keyOfOne(
  resource: ServedResource,
  namespace: string,
  query: ListQuery,
  { name }: Selection,
): string | undefined {
  if (name === undefined || query.continue || (resource.namespaced && namespace === '')) return undefined;
  return keyOf(resource, namespace, name);
}

async function planOf(call: ResourceCall, query: ListQuery, prefix: string, isOne: boolean): Promise<ReadPlan> {
  const { resourceVersion, resourceVersionMatch: match, limit } = query;
  const isPaged = (limit > 0 || query.isForDelete) && resourceVersion !== '0';
  if (resourceVersion !== '' && !query.continue && !isPaged && match !== 'Exact') {
    await waitUntilFresh(call.server, resourceVersionOrPlainError(resourceVersion));
    return { minimum: 0 };
  }
  const page = limit > 0 ? { limit } : {};
  const requested = asBadRequest(() =>
    explained('invalid resource version', () => parseResourceVersion(resourceVersion)),
  );
  if (query.continue) return { ...page, ...continuePlan(query, prefix) };
  if (resourceVersion === '') return { ...page, minimum: 0 };
  const isExact = requested > 0 && (match === 'Exact' || (match === '' && isPaged && !isOne));
  return { ...page, ...(isExact ? { revision: requested } : {}), minimum: requested };
}

function continuePlan(query: ListQuery, prefix: string): ReadPlan {
  const token = asBadRequest(() => explained('invalid continue token', () => decodeContinueToken(query.continue)));
  if (query.resourceVersion !== '' && query.resourceVersion !== '0') {
    throw badRequest('specifying resource version is not allowed when using continue');
  }
  const after = prefix + token.start.replace(/\0$/, '');
  return { after, ...(token.revision > 0 ? { revision: token.revision } : {}), minimum: 0 };
}

function explained<T>(what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new Error(`${what}: ${errorText(error)}`);
  }
}

/** Reads one object by listing its key as a prefix: the key itself sorts before all longer keys. */
async function readOne(
  { server, resource }: ResourceCall,
  key: string,
  plan: ReadPlan,
  selection: Selection,
): Promise<ObjectListing> {
  const at = plan.revision === undefined ? {} : { revision: plan.revision };
  const { objects, revision } = await server.objects.list(key, { ...at, limit: 1 });
  const found = await servedObjects(
    resource,
    objects.filter((stored) => stored.key === key),
  );
  return { objects: found.filter((stored) => selection.matches(stored)), revision, remaining: 0 };
}

async function readPage(
  call: ResourceCall,
  prefix: string,
  plan: ReadPlan,
  selection: Selection,
): Promise<ObjectListing> {
  if (!selection.isEverything) return readSelected(call, prefix, plan, selection);
  const { minimum: _, ...options } = plan;
  const listed = await call.server.objects.list(prefix, options);
  return { ...listed, objects: await servedObjects(call.resource, listed.objects) };
}

/** Reads until the page is full of selected objects. */
async function readSelected(
  { server, resource }: ResourceCall,
  prefix: string,
  { minimum: _, limit, ...from }: ReadPlan,
  selection: Selection,
): Promise<ObjectListing> {
  const { objects: store } = server;
  const { after = '' } = from;
  const slices = new Slices(server.clock);
  // Webhooks may convert labels, so custom resources are selected after their conversion.
  const isIndexed = from.revision === undefined && !resource.customStorage;
  const found = isIndexed ? await store.select(prefix, selection.required, () => slices.pause()) : undefined;
  const { objects, revision } = found ?? (await store.list(prefix, from));
  const selected: StoredObject[] = [];
  for (const stored of await servedObjects(resource, objects)) {
    await slices.pause();
    if (stored.key <= after || !selection.matches(stored)) continue;
    selected.push(stored);
    if (selected.length < (limit ?? Number.POSITIVE_INFINITY)) continue;
    // A page that is full ends with a token if there are any more objects, selected or not.
    const rest = await store.list(prefix, { revision, after: stored.key, limit: 1 });
    return { objects: selected, revision, remaining: rest.objects.length };
  }
  return { objects: selected, revision, remaining: 0 };
}

function readError(
  { server }: Call,
  error: unknown,
  prefix: string,
  plan: ReadPlan,
  query: ListQuery,
): StatusError | unknown {
  if (error instanceof CompactedError) {
    if (!query.continue) return expired(TOO_OLD);
    // The rest of the list is still available, but not as of the first page.
    const start = `${(plan.after ?? prefix).slice(prefix.length)}\0`;
    return expired(TOKEN_TOO_OLD, { continue: encodeContinueToken({ revision: -1, start }) });
  }
  if (error instanceof FutureRevisionError) {
    return server.dialect.follows('exact-unavailable-is-410')
      ? tooLargeResourceVersion(plan.revision ?? 0, error.current, 1)
      : plainError(FROM_THE_FUTURE);
  }
  return error;
}
