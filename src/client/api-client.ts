import type { WriteCause } from '../api/debug/causes.ts';
import { writeJson } from '../api/encoding/exact-json.ts';
import type { ResourceKinds } from '../api/kinds/resource-kinds.generated.ts';
import type { ApiObject } from '../api/object.ts';
import type { Status } from '../api/status.ts';
import { type ApiClientOptions, httpTransport } from './http-transport.ts';
import { eventsOf, type WatchEvent } from './read-watch-events.ts';
import { type Query, queryText, type ResourceAddress, resourcePath } from './resource-path.ts';
import type { Transport } from './transport.ts';
import { addressOf, type ResourceName, type TypedAddress } from './typed-address.ts';

/** The response to a list request. */
export interface ObjectList<T = ApiObject> {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly resourceVersion?: string;
    readonly continue?: string;
    readonly remainingItemCount?: number;
  };
  readonly items: T[];
}

/** Options of every request. */
export interface ReadOptions {
  /** Aborts the request. */
  readonly signal?: AbortSignal;
  /** Accepted media types in order of preference; JSON by default. */
  readonly accept?: string;
}
/** Which objects to list, and at which version. */
export interface ListOptions extends ReadOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly limit?: number;
  readonly continue?: string;
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'Exact' | 'NotOlderThan';
}
/** Which objects to watch, and from which version. */
export interface WatchOptions extends ReadOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion?: string;
  readonly timeoutSeconds?: number;
  readonly allowWatchBookmarks?: boolean;
}
/** Options of requests that change objects. */
interface ChangeOptions extends ReadOptions {
  /** Why the object is written. Only a client in the server's process tells the server. */
  readonly cause?: WriteCause;
}
/** Options of creates, updates and patches. */
export interface WriteOptions extends ChangeOptions {
  /** Validates the write and returns its result without storing it. */
  readonly dryRun?: boolean;
  /** How the server treats unknown and duplicate fields. The server's default is Warn. */
  readonly fieldValidation?: 'Ignore' | 'Warn' | 'Strict';
  readonly fieldManager?: string;
  /** Called with the warnings of this response, instead of the client's `onWarnings`. */
  readonly onWarnings?: (texts: readonly string[]) => void;
}
/** Options of server-side apply. */
export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes over fields that other managers own. */
  readonly force?: boolean;
}
/** Options of deletes. */
export interface DeleteOptions extends ChangeOptions {
  readonly dryRun?: boolean;
  readonly propagationPolicy?: 'Orphan' | 'Background' | 'Foreground';
  readonly gracePeriodSeconds?: number;
  readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
}
/** Which objects of a collection to delete, and how. */
export interface DeleteCollectionOptions extends DeleteOptions {
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
}
/** JSON patch, merge patch, or strategic merge patch. */
export type PatchType = 'json' | 'merge' | 'strategic';

/** A typed client of the API. Its methods throw ApiError for error responses, and rethrow what fetch throws. */
export interface ApiClient {
  /** Sends any request to the API; `path` begins with a slash and may have a query. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Returns one object. */
  get<T = ApiObject>(address: TypedAddress<T>, options?: ReadOptions): Promise<T>;
  /** Returns a collection, or a page of it when `limit` is set. */
  list<Name extends ResourceName>(resource: Name, options?: ListOptions): Promise<ObjectList<ResourceKinds[Name]>>;
  list<T = ApiObject>(address: TypedAddress<T>, options?: ListOptions): Promise<ObjectList<T>>;
  /** Yields events until the server ends the stream, the signal is aborted, or the loop ends. */
  watch<Name extends ResourceName>(resource: Name, options?: WatchOptions): WatchEvents<ResourceKinds[Name]>;
  watch<T = ApiObject>(address: TypedAddress<T>, options?: WatchOptions): WatchEvents<T>;
  /** Creates an object in the collection of the address. */
  create<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces an object. */
  update<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T>;
  /** Changes an object by a patch. */
  patch<T = ApiObject>(address: TypedAddress<T>, type: PatchType, patch: unknown, options?: WriteOptions): Promise<T>;
  /** Server-side apply; `object` may be YAML text. */
  apply<T = ApiObject>(address: TypedAddress<T>, object: object | string, options: ApplyOptions): Promise<T>;
  /** Returns the object while finalizers or a grace period keep it, otherwise a Status. @throws Error without a name */
  delete(address: ResourceAddress, options?: DeleteOptions): Promise<Status | ApiObject>;
  /** Deletes the objects of a collection that the selectors match. */
  deleteCollection(address: ResourceAddress, options?: DeleteCollectionOptions): Promise<Status | ObjectList>;
}

type WatchEvents<T> = AsyncGenerator<WatchEvent<T>, void, void>;

const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

/** The options of most requests. */
const NO_OPTIONS: WriteOptions = {};

const deleteBody = ({ dryRun, propagationPolicy, gracePeriodSeconds, preconditions }: DeleteOptions): object => ({
  apiVersion: 'v1',
  kind: 'DeleteOptions',
  dryRun: dryRun ? ['All'] : undefined,
  propagationPolicy,
  gracePeriodSeconds,
  preconditions,
});

const JSON_TYPE = 'application/json';

type PlainHeaders = Readonly<Record<string, string>>;

/** Headers of requests that accept JSON, by body type. They are shared, because nearly all requests use them. */
const usualHeaders = new Map<string | undefined, PlainHeaders>();

function headersOf(accept: string, type: string | undefined): PlainHeaders {
  const usual = accept === JSON_TYPE ? usualHeaders.get(type) : undefined;
  if (usual) return usual;
  const headers = Object.freeze(type === undefined ? { accept } : { accept, 'content-type': type });
  if (accept === JSON_TYPE) usualHeaders.set(type, headers);
  return headers;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Creates a client of one server for one user. */
export const createApiClient = (options: ApiClientOptions): ApiClient => clientOver(httpTransport(options), options);

/** Returns a client that sends its requests through a transport. */
export function clientOver(transport: Transport, defaults: Pick<ApiClientOptions, 'fieldManager'>): ApiClient {
  const parametersOf = ({ dryRun, fieldValidation, fieldManager = defaults.fieldManager }: WriteOptions): Query => ({
    dryRun: dryRun ? 'All' : undefined,
    fieldValidation,
    fieldManager,
  });
  const usualQuery = queryText(parametersOf({}));
  /** Returns the query of a write. Most writes have no parameters. */
  const writeQuery = (given: WriteOptions): string =>
    given.dryRun || given.fieldValidation || given.fieldManager ? queryText(parametersOf(given)) : usualQuery;
  const send = <T>(
    method: string,
    target: string,
    { accept, signal, onWarnings, cause }: WriteOptions,
    body?: string | object,
    type = JSON_TYPE,
  ): Promise<T> => {
    const headers = headersOf(accept || JSON_TYPE, body === undefined ? undefined : type);
    return transport.send({ method, target, headers, signal, body, cause }, onWarnings) as Promise<T>;
  };

  return {
    request: transport.request,
    get: (address, options = NO_OPTIONS) => send('GET', resourcePath(address), options),
    async list<T>(address: ResourceName | TypedAddress<T>, { signal, accept, ...query }: ListOptions = {}) {
      const answer = await send<ObjectList<T>>('GET', resourcePath(addressOf(address)) + queryText(query), {
        ...(signal ? { signal } : {}),
        ...(accept ? { accept } : {}),
      });
      // Some empty lists have no `items`, or null. A Table has `rows` instead.
      return answer.items || answer.kind === 'Table' ? answer : { ...answer, items: [] };
    },
    watch<T>(address: ResourceName | TypedAddress<T>, { signal, accept, ...query }: WatchOptions = {}) {
      const target = resourcePath(addressOf(address)) + queryText({ ...query, watch: 'true' });
      const headers = headersOf(accept || JSON_TYPE, undefined);
      return eventsOf<T>(() => transport.watch({ method: 'GET', target, headers, signal }), signal);
    },
    create: (address, object, options = NO_OPTIONS) =>
      send('POST', resourcePath(address) + writeQuery(options), options, object),
    update: (address, object, options = NO_OPTIONS) =>
      send('PUT', resourcePath(address) + writeQuery(options), options, object),
    patch: (address, type, patch, options = NO_OPTIONS) =>
      send(
        'PATCH',
        resourcePath(address) + writeQuery(options),
        options,
        isObject(patch) ? patch : writeJson(patch),
        PATCH_MEDIA_TYPES[type],
      ),
    apply: (address, object, options) =>
      send(
        'PATCH',
        resourcePath(address) + queryText({ ...parametersOf(options), force: options.force ? true : undefined }),
        options,
        object,
        'application/apply-patch+yaml',
      ),
    async delete(address, options = {}) {
      // Without a name, the path is that of the collection.
      if (!address.name) throw new Error('The name of the object to delete may not be empty');
      return send('DELETE', resourcePath(address), options, deleteBody(options));
    },
    deleteCollection: (address, options = {}) => {
      const { labelSelector, fieldSelector } = options;
      const path = resourcePath(address) + queryText({ labelSelector, fieldSelector });
      // The server ignores the query of a DELETE with a body, selectors included: send only the query.
      const { dryRun, propagationPolicy, gracePeriodSeconds } = options;
      const query = {
        labelSelector,
        fieldSelector,
        dryRun: dryRun ? 'All' : undefined,
        propagationPolicy,
        gracePeriodSeconds,
      };
      return labelSelector || fieldSelector
        ? send('DELETE', resourcePath(address) + queryText(query), options)
        : send('DELETE', path, options, deleteBody(options));
    },
  };
}
