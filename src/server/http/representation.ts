import type { Dialect } from '../../api/dialect.ts';
import { parseJson } from '../../api/encoding/exact-json.ts';
import { goJson } from '../../api/encoding/go-json.ts';
import { joinBytesInSteps } from '../../api/encoding/read-stream.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { JSON_MEDIA_TYPE, META_GROUP, YAML_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { deepFreeze } from '../../api/memory/deep-freeze.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { type ApiObject, apiVersionOf } from '../../api/object.ts';
import { type Status, StatusError } from '../../api/status.ts';
import { finish, type Steps } from '../../api/steps.ts';
import { type MaybePromise, whenReady } from '../../api/when-ready.ts';
import { encodeProtobuf } from '../../schema/protobuf/protobuf.ts';
import { yamlTextInSteps } from '../../schema/yaml/yaml-text.ts';
import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call, ResourceCall } from '../context/call.ts';
import { inSlices, mapInSlices, Slices, slicesOfLarge } from '../objects/slices.ts';
import type { StoredObject } from '../objects/stored-object.ts';
import { bodyResponse } from './compression.ts';
import { acceptedForError, acceptedMediaType, type Representation, wantsPretty } from './negotiation.ts';
import { prettyJson } from './responses.ts';
import {
  longTableJson,
  partialJson,
  type RowObject,
  readIncludeObject,
  type TableOptions,
  tableJson,
} from './table-json.ts';

/** A list: its metadata and its items. */
export interface Listing {
  readonly objects: readonly StoredObject[];
  readonly revision: number;
  /** Empty on the last page. */
  readonly continue: string;
  readonly remainingItemCount?: number;
}

/** Represents one object of the served version (or the body of a subresource) in the negotiated form. */
export function representObject(call: ResourceCall, code: number, object: ApiObject): MaybePromise<ApiResponse> {
  const { resource } = call;
  const isOwnKind = object.kind === resource.kind;
  const row = {
    stored: isOwnKind ? resource.toStorage(object) : object,
    json: () => goJson(object),
  };
  return representRow(call, code, row, object.metadata?.resourceVersion);
}

/** Represents the object that a write stored, whose JSON is ready, or would have stored in a dry run. */
export function representWritten(
  call: ResourceCall,
  code: number,
  { object, stored }: { readonly object: ApiObject; readonly stored?: StoredObject },
): MaybePromise<ApiResponse> {
  if (!stored) return representObject(call, code, object);
  if (takesObject(call)) return handOver(code, object);
  const { resource } = call;
  return representRow(call, code, writtenRow(resource, object, stored), String(stored.revision));
}

/** Only a Table needs the object in the stored version. */
const writtenRow = (resource: ServedResource, object: ApiObject, stored: StoredObject): RowObject => ({
  get stored() {
    return resource.toStorage(object);
  },
  json: () => servedJson(resource, stored),
});

/** Represents a stored object, whose JSON is ready. */
export function representStored(call: ResourceCall, code: number, stored: StoredObject): MaybePromise<ApiResponse> {
  const { resource } = call;
  if (takesObject(call) && isAsStored(resource, stored)) return handOver(code, stored.object);
  return representRow(call, code, rowOf(resource, stored), String(stored.revision));
}

/** Reports whether the client takes an object instead of text. */
function takesObject(call: Call): boolean {
  if (!call.request.takesObjects) return false;
  const { mediaType, transform, pretty } = acceptedMediaType(call);
  return mediaType === JSON_MEDIA_TYPE && !transform && !pretty;
}

/** @param object in the served version; must not be changed afterwards */
const handOver = (code: number, object: ApiObject | Status): ApiResponse =>
  apiResponse(code, { kind: 'shared', object: deepFreeze(object) }, JSON_HEADERS);

function representRow(
  call: ResourceCall,
  code: number,
  row: RowObject,
  resourceVersion: string | undefined,
): MaybePromise<ApiResponse> {
  const representation = acceptedMediaType(call);
  const { transform } = representation;
  if (!transform) return largeAnswer(call, code, row.json(), representation);
  if (transform.kind === 'PartialObjectMetadataList') {
    throw notAcceptable(
      `you requested PartialObjectMetadataList, but the requested object is not a list (${goType(call.resource, '')})`,
    );
  }
  const json =
    transform.kind === 'Table'
      ? tableJson([row], resourceVersion ? { resourceVersion } : {}, tableOptions(call, transform.version))
      : partialJson(row.stored, metaVersion(call, transform.version));
  return largeAnswer(call, code, json, representation);
}

/** Represents a list of stored objects. */
export async function representListing(call: ResourceCall, listing: Listing): Promise<ApiResponse> {
  const representation = acceptedMediaType(call);
  const { transform } = representation;
  const { resource, server } = call;
  if (!transform) {
    const isShort = listing.objects.length < MANY;
    if (isShort || representation.mediaType !== JSON_MEDIA_TYPE || isIndented(call, representation))
      return largeAnswer(call, 200, await listJson(call, listing), representation);
    return answerOf(call, 200, '', representation, await listBytes(call, listing));
  }
  const rows = await mapInSlices(listing.objects, server.clock, (stored) => rowOf(resource, stored));
  const json = await transformedList(call, rows, listMetadata(listing, false), transform);
  return largeAnswer(call, 200, json, representation);
}

/** Represents a list of objects that are not stored. */
export async function representList(call: ResourceCall, objects: readonly ApiObject[]): Promise<ApiResponse> {
  const representation = acceptedMediaType(call);
  const { transform } = representation;
  const { resource } = call;
  const rows = objects.map((object) => ({ stored: object, json: () => goJson(object) }));
  if (transform) return textAnswer(call, 200, await transformedList(call, rows, {}, transform), representation);
  const list = {
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource.group, resource.version),
    metadata: {},
  };
  const items = objects.map(({ kind: _kind, apiVersion: _apiVersion, ...rest }) => goJson(rest));
  return textAnswer(call, 200, withItems(resource, goJson(list), items), representation);
}

/** Represents a list as a Table or as metadata. @throws StatusError 406 for the form of a single object */
async function transformedList(
  call: ResourceCall,
  rows: readonly RowObject[],
  metadata: Record<string, unknown>,
  { kind, version }: NonNullable<Representation['transform']>,
): Promise<string> {
  const { clock } = call.server;
  if (kind === 'PartialObjectMetadata') {
    throw notAcceptable(
      `you requested PartialObjectMetadata, but the requested object is a list (${goType(call.resource, 'List')})`,
    );
  }
  if (kind === 'Table') return longTableJson(rows, metadata, tableOptions(call, version), clock);
  const apiVersion = metaVersion(call, version);
  const head = goJson({ kind: 'PartialObjectMetadataList', apiVersion, metadata });
  const items = await mapInSlices(rows, clock, ({ stored }) => partialJson(stored, apiVersion));
  return `${head.slice(0, -1)},"items":${items.length ? `[${items.join(',')}]` : 'null'}}`;
}

/** Represents a Status of success. It is negotiated but never transformed. */
export const representStatus = (call: Call, code: number, status: Status): ApiResponse =>
  takesObject(call) ? handOver(code, status) : textAnswer(call, code, goJson(status), acceptedMediaType(call));

/** Responses without negotiation are always indented. */
const RAW_JSON: Representation = { mediaType: JSON_MEDIA_TYPE, pretty: true };

export const representDocument = (call: Call, document: unknown, code = 200): ApiResponse =>
  textAnswer(call, code, goJson(document), acceptedMediaType(call));

/** Represents an error in the media type that the request accepts. */
export function representError(call: Call, error: StatusError): ApiResponse {
  const accepted = acceptedForError(call.request, call.server.dialect) ?? RAW_JSON;
  const response = textAnswer(call, error.code, goJson(error.status), accepted);
  const retryAfter = error.status.details?.retryAfterSeconds;
  if (retryAfter) response.headers.set('retry-after', String(retryAfter));
  for (const [name, value] of Object.entries(error.headers)) response.headers.set(name, value);
  return response;
}

/** Returns the JSON of an object in the served version. */
export function servedJson(resource: ServedResource, stored: StoredObject): string {
  const asStored = stored.jsonIn(apiVersionOf(resource.group, resource.version));
  if (asStored !== undefined) return asStored;
  const served = resource.fromStorage(stored.object);
  return served === stored.object ? stored.json() : goJson(served);
}

export const rowOf = (resource: ServedResource, stored: StoredObject): RowObject => ({
  stored: stored.object,
  json: () => servedJson(resource, stored),
});

export const tableOptions = (call: ResourceCall, version: string): TableOptions => ({
  apiVersion: metaVersion(call, version),
  includeObject: readIncludeObject(call.url.searchParams),
  now: call.server.clock.now(),
  dialect: call.server.dialect,
  resource: call.resource,
});

export const metaVersion = (call: Call, version: string): string =>
  apiVersionOf(call.server.dialect.rename(META_GROUP), version);

/** Reports whether the stored text is already in the served version, so that it need not be parsed. */
export const isAsStored = (resource: ServedResource, stored: StoredObject): boolean =>
  stored.apiVersion === apiVersionOf(resource.group, resource.version);

/** Returns the JSON of a list without its items. */
const listHead = ({ resource }: ResourceCall, listing: Listing): string =>
  goJson({
    kind: resource.listKind,
    apiVersion: apiVersionOf(resource.group, resource.version),
    metadata: listMetadata(listing, resource.isCustom === true),
  });

/** Returns a function that returns the JSON of an object as an item of a list. */
function listItem(resource: ServedResource): (stored: StoredObject) => string {
  if (resource.isCustom) return (stored) => servedJson(resource, stored);
  const apiVersion = apiVersionOf(resource.group, resource.version);
  return (stored) => {
    const asStored = stored.itemJsonIn(apiVersion);
    if (asStored !== undefined) return asStored;
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = resource.fromStorage(stored.object);
    return goJson(rest);
  };
}

async function listJson(call: ResourceCall, listing: Listing): Promise<string> {
  const items = await mapInSlices(listing.objects, call.server.clock, listItem(call.resource));
  return withItems(call.resource, listHead(call, listing), items);
}

/** Number of items from which a list is sent as bytes, and its encoded items are kept for later lists. */
const MANY = 32;

/** Returns the bytes that are sent for a list of many objects. */
async function listBytes(call: ResourceCall, listing: Listing): Promise<Uint8Array<ArrayBuffer>> {
  const { resource, server } = call;
  const items = server.objects.encodedRuns.encode(resource, listing.objects, listItem(resource));
  const slices = new Slices(server.clock);
  const [first = new Uint8Array(), ...further] = await inSlices(items, slices);
  const head = utf8Bytes(`${listHead(call, listing).slice(0, -1)},"items":[`);
  return inSlices(joinBytesInSteps([head, first.subarray(1), ...further, utf8Bytes(']}\n')]), slices);
}

/** Joins the JSON of a list's other members with that of its items. */
function withItems({ omitsEmptyItems }: ServedResource, head: string, items: readonly string[]): string {
  if (omitsEmptyItems && items.length === 0) return head;
  // One join copies the long text once.
  const parts = [...items];
  parts[0] = `${head.slice(0, -1)},"items":[${items[0] ?? ''}`;
  parts.push(`${parts.pop()}]}`);
  return parts.join(',');
}

/** Lists of custom resources include even an empty `continue`. */
const listMetadata = (
  { revision, continue: token, remainingItemCount }: Listing,
  isCustom: boolean,
): Record<string, unknown> => ({
  resourceVersion: String(revision),
  ...(token || isCustom ? { continue: token } : {}),
  ...(remainingItemCount === undefined ? {} : { remainingItemCount }),
});

/** The response may change at any time and must not be shared. */
const NOT_KEPT = 'no-cache, private';
const JSON_HEADERS = { 'cache-control': NOT_KEPT, 'content-type': 'application/json' };

/** Responds with JSON, or with the other media type that the request accepts. */
const textAnswer = (call: Call, code: number, json: string, accepted: Accepted): ApiResponse =>
  answerOf(call, code, json, accepted, finish(encoded(json, accepted.mediaType, call.server.dialect)));

/** Like `textAnswer`, for text that may be large. */
function largeAnswer(call: Call, code: number, json: string, accepted: Accepted): MaybePromise<ApiResponse> {
  const { dialect, clock } = call.server;
  const body = inSlices(encoded(json, accepted.mediaType, dialect), slicesOfLarge(json.length, clock));
  return whenReady(body, (ready) => answerOf(call, code, json, accepted, ready));
}

type Accepted = Pick<Representation, 'mediaType' | 'pretty'>;
type EncodedBody = string | Uint8Array<ArrayBuffer> | undefined;

const isIndented = ({ request, url }: Call, { pretty }: Accepted): boolean => pretty || wantsPretty(request, url);

/** @param body undefined to send the JSON */
function answerOf(call: Call, code: number, json: string, accepted: Accepted, body: EncodedBody): ApiResponse {
  const answer = (sent: string | Uint8Array<ArrayBuffer>, type: string): ApiResponse => {
    if (call.trace) call.trace.sent = sent;
    return bodyResponse(call, sent, code, { 'cache-control': NOT_KEPT, 'content-type': type });
  };
  if (body !== undefined) return answer(body, call.server.dialect.rename(accepted.mediaType));
  return answer(isIndented(call, accepted) ? prettyJson(json) : `${json}\n`, 'application/json');
}

/** Returns the YAML or Protobuf of a JSON text; undefined for JSON, and when its kind has no Protobuf. */
function* encoded(json: string, mediaType: Representation['mediaType'], dialect: Dialect): Steps<EncodedBody> {
  if (mediaType === JSON_MEDIA_TYPE) return undefined;
  const value = parseJson(json) as Record<string, unknown>;
  yield;
  return mediaType === YAML_MEDIA_TYPE ? yield* yamlTextInSteps(value) : encodeProtobuf(value, dialect);
}

const notAcceptable = (message: string): StatusError =>
  new StatusError({ code: 406, reason: 'NotAcceptable', message });

/** Go packages that are not named after the first segment of their group. */
const PACKAGES: Readonly<Record<string, string>> = { internal: 'apiserverinternal' };

/** Returns the Go type of the object in the real server, which some messages contain. */
function goType({ group, resource, kind, isCustom }: ServedResource, suffix: '' | 'List'): string {
  if (isCustom) return `*unstructured.Unstructured${suffix}`;
  const [first = ''] = group.split('.');
  const name = resource === 'events' ? '' : (PACKAGES[first] ?? first);
  return `*${name || 'core'}.${kind}${suffix}`;
}
