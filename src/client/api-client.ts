import type { Fetch } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import type { Status } from '../api/status.ts';
import { apiErrorOf } from './api-error.ts';
import { eventsOf, type WatchEvent } from './read-watch-events.ts';
import { type ResourceAddress, resourcePath } from './resource-path.ts';
import { warningTexts } from './warning-header.ts';

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
/** Options of creates, updates and patches. */
export interface WriteOptions extends ReadOptions {
  /** Answers as if the write was made, and stores nothing. */
  readonly dryRun?: boolean;
  /** What happens to unknown and duplicate fields. The server's default is Warn. */
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
export interface DeleteOptions extends ReadOptions {
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

/** Where the server is, and how requests are sent to it. */
export interface ApiClientOptions {
  /** Sends the requests: `(request) => fetch(request)`, or the `fetch` of a server. */
  readonly fetch: Fetch;
  /** Makes the requests; `new Request` by default. */
  readonly createRequest?: (url: string, init: RequestInit) => Request;
  /** Makes the requests whose body is the JSON of an object; by default `createRequest` does, with its text. */
  readonly createJsonRequest?: (url: string, init: RequestInit, body: object) => Request;
  /** The base URL of the API without a trailing slash: `http://127.0.0.1:8080`. */
  readonly baseUrl: string;
  /** Returns the headers for credentials and impersonation. Called for every request. */
  readonly headers?: () => Readonly<Record<string, string>> | Headers;
  /** The field manager of writes that name none. By default, the server derives it from the user agent. */
  readonly fieldManager?: string;
  /** Called with the texts of a response's Warning headers. */
  readonly onWarnings?: (texts: readonly string[], request: Request) => void;
}

/** A typed client of the API. Its methods throw ApiError for error responses, and rethrow what fetch throws. */
export interface ApiClient {
  /** Sends any request to the API; `path` begins with a slash and may have a query. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Returns one object. */
  get<T = ApiObject>(address: ResourceAddress, options?: ReadOptions): Promise<T>;
  /** Returns a collection, or a page of it when `limit` is set. */
  list<T = ApiObject>(address: ResourceAddress, options?: ListOptions): Promise<ObjectList<T>>;
  /** Yields events until the server ends the stream, the signal is aborted, or the loop ends. */
  watch<T = ApiObject>(address: ResourceAddress, options?: WatchOptions): AsyncGenerator<WatchEvent<T>, void, void>;
  /** Creates an object in the collection of the address. */
  create<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T>;
  /** Replaces an object. */
  update<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T>;
  /** Changes an object by a patch. */
  patch<T = ApiObject>(address: ResourceAddress, type: PatchType, patch: unknown, options?: WriteOptions): Promise<T>;
  /** Server-side apply; `object` may be YAML text. */
  apply<T = ApiObject>(address: ResourceAddress, object: object | string, options: ApplyOptions): Promise<T>;
  /** Returns the object while finalizers or a grace period keep it, otherwise a Status. */
  delete(address: ResourceAddress, options?: DeleteOptions): Promise<Status | ApiObject>;
  /** Deletes the objects of a collection that the selectors match. */
  deleteCollection(address: ResourceAddress, options?: DeleteCollectionOptions): Promise<Status | ObjectList>;
}

const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
};

type Query = Readonly<Record<string, string | number | boolean | undefined>>;

function withQuery(path: string, query: Query): string {
  let text = path;
  let separator = '?';
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === '') continue;
    text += `${separator}${name}=${formEncoded(String(value))}`;
    separator = '&';
  }
  return text;
}

const NEEDS_NO_ENCODING = /^[\w*.-]*$/;

/** Nearly all values are plain names, for which the platform's encoding takes long. */
const formEncoded = (text: string): string =>
  NEEDS_NO_ENCODING.test(text) ? text : new URLSearchParams([['', text]]).toString().slice('='.length);

function deleteBody({ dryRun, propagationPolicy, gracePeriodSeconds, preconditions }: DeleteOptions): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'DeleteOptions',
    dryRun: dryRun ? ['All'] : undefined,
    propagationPolicy,
    gracePeriodSeconds,
    preconditions,
  });
}

/** Plain headers, which nearly all requests have, need no copy. */
const headerEntries = (headers: HeadersInit = {}): Iterable<[string, string]> =>
  headers instanceof Headers || Array.isArray(headers) ? new Headers(headers) : Object.entries(headers);

const asItIs = (response: Response): Response => response;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Creates a client of one server for one user. */
export function createApiClient(options: ApiClientOptions): ApiClient {
  const { fetch, baseUrl, headers, onWarnings } = options;
  const {
    createRequest = (url, init) => new Request(url, init),
    createJsonRequest = (url, init, body) => createRequest(url, { ...init, body: JSON.stringify(body) }),
  } = options;
  const writeQuery = ({ dryRun, fieldValidation, fieldManager = options.fieldManager }: WriteOptions): Query => ({
    dryRun: dryRun ? 'All' : undefined,
    fieldValidation,
    fieldManager,
  });

  function withCredentials(given: HeadersInit | undefined): Headers {
    const all = new Headers(headers?.());
    for (const [name, value] of headerEntries(given)) all.set(name, value);
    if (!all.has('accept')) all.set('accept', 'application/json');
    return all;
  }

  /** Sends a request, and reads its response. One function, because each that waits costs every request some turns. */
  async function exchange<T>(
    sent: Request,
    read: (response: Response) => T | Promise<T>,
    warn: ApiClientOptions['onWarnings'] = onWarnings,
  ): Promise<T> {
    const response = await fetch(sent);
    const warnings = warningTexts(response.headers);
    if (warnings.length > 0) warn?.(warnings, sent);
    if (!response.ok) throw await apiErrorOf(response);
    return await read(response);
  }

  const request = async (path: string, init: RequestInit = {}): Promise<Response> =>
    exchange(createRequest(baseUrl + path, { ...init, headers: withCredentials(init.headers) }), asItIs);

  async function send<T>(
    method: string,
    path: string,
    { accept, signal, onWarnings }: WriteOptions,
    body?: string | object,
    type = 'application/json',
  ) {
    const given: Record<string, string> = { accept: accept || 'application/json' };
    if (body !== undefined) given['content-type'] = type;
    const init = { method, signal: signal ?? null, headers: headers ? withCredentials(given) : given };
    const sent =
      typeof body === 'object'
        ? createJsonRequest(baseUrl + path, init, body)
        : createRequest(baseUrl + path, { ...init, body: body ?? null });
    return exchange(sent, (response) => response.json() as Promise<T>, onWarnings);
  }

  return {
    request,
    get: (address, options = {}) => send('GET', resourcePath(address), options),
    async list<T>(address: ResourceAddress, { signal, accept, ...query }: ListOptions = {}) {
      const answer = await send<ObjectList<T>>('GET', withQuery(resourcePath(address), query), {
        ...(signal ? { signal } : {}),
        ...(accept ? { accept } : {}),
      });
      // Some empty lists have no `items`, or null. A Table has rows instead.
      return answer.items || answer.kind === 'Table' ? answer : { ...answer, items: [] };
    },
    watch<T>(address: ResourceAddress, { signal, accept, ...query }: WatchOptions = {}) {
      const path = withQuery(resourcePath(address), { ...query, watch: 'true' });
      const init = { ...(signal ? { signal } : {}), headers: accept ? { accept } : {} };
      return eventsOf<T>(() => request(path, init), signal);
    },
    create: (address, object, options = {}) =>
      send('POST', withQuery(resourcePath(address), writeQuery(options)), options, object),
    update: (address, object, options = {}) =>
      send('PUT', withQuery(resourcePath(address), writeQuery(options)), options, object),
    patch: (address, type, patch, options = {}) =>
      send(
        'PATCH',
        withQuery(resourcePath(address), writeQuery(options)),
        options,
        isObject(patch) ? patch : JSON.stringify(patch),
        PATCH_MEDIA_TYPES[type],
      ),
    apply: (address, object, options) =>
      send(
        'PATCH',
        withQuery(resourcePath(address), { ...writeQuery(options), force: options.force ? true : undefined }),
        options,
        typeof object === 'string' ? object : JSON.stringify(object),
        'application/apply-patch+yaml',
      ),
    delete: (address, options = {}) => send('DELETE', resourcePath(address), options, deleteBody(options)),
    deleteCollection: (address, options = {}) => {
      const { labelSelector, fieldSelector } = options;
      const path = withQuery(resourcePath(address), { labelSelector, fieldSelector });
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
        ? send('DELETE', withQuery(resourcePath(address), query), options)
        : send('DELETE', path, options, deleteBody(options));
    },
  };
}
