import type { Dialect, KubernetesName } from '../../api/dialect.ts';
import { JSON_MEDIA_TYPE, META_GROUP, PROTOBUF_MEDIA_TYPE, YAML_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import { StatusError } from '../../api/status.ts';
import type { Call } from '../context/call.ts';
import { queryParameter } from './query-parameter.ts';

/** The representation of a response: its media type and the form of the object. */
export interface Representation {
  readonly mediaType: KubernetesName;
  /** Undefined: the object itself. `version` is a version of the metadata group. */
  readonly transform?: { readonly kind: TransformKind; readonly version: 'v1' | 'v1beta1' };
  /** Whether JSON is indented. */
  readonly pretty?: boolean;
}
export type TransformKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** One clause of an Accept header. */
interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

const MEDIA_TYPES = [JSON_MEDIA_TYPE, YAML_MEDIA_TYPE, PROTOBUF_MEDIA_TYPE];
const JSON_TYPE = 'application/json';
const PLAIN: Representation = { mediaType: JSON_MEDIA_TYPE };

const mediaTypes = (dialect: Dialect): string[] => MEDIA_TYPES.map((type) => dialect.rename(type));
const streamTypes = (dialect: Dialect): string[] =>
  [JSON_MEDIA_TYPE, PROTOBUF_MEDIA_TYPE].map((type) => `${dialect.rename(type)};stream=watch`);

/** The representations that a response offers in addition to the object as JSON and YAML. */
interface Possible {
  readonly dialect: Dialect;
  /** Whether it can be shown as a Table or as metadata only. */
  readonly transforms: boolean;
  /** Whether it has a Protobuf form. Metadata only always has one. */
  readonly protobuf: boolean;
}

/**
 * Requires that the path produces one of the accepted types. The real server's router checks requests for documents and
 * built-in kinds like this before it calls the handler.
 * @throws StatusError 406
 * @param others types that the path produces, but that its handler does not negotiate
 */
export function requireProduced({ server, request, resource, info }: Call, others: readonly string[] = []): void {
  const { dialect } = server;
  const header = request.headers.get('accept') ?? '';
  if (acceptsPlain(header)) return;
  // The name in the request's info may come from a selector.
  const streams = resource !== undefined && request.method === 'GET' && (!info.parts[1] || info.verb === 'watch');
  checkAnyMatches(header, [...others, ...mediaTypes(dialect)], streams ? streamTypes(dialect) : []);
}

/** Negotiates the representation of a response by the Accept header. @throws StatusError 406 */
export function acceptedMediaType(call: Call): Representation {
  const { server, request, resource, info } = call;
  const { dialect } = server;
  const header = request.headers.get('accept') ?? '';
  if (acceptsPlain(header)) return PLAIN;
  const verbs = info.subresource ? resource?.subresources.get(info.subresource)?.verbs : resource?.verbs;
  const transforms = verbs !== undefined && (verbs.has('get') || verbs.has('list'));
  const accepted = negotiate(header, { dialect, transforms, protobuf: resource?.isCustom !== true });
  if (!accepted) throw onlyAccepted(mediaTypes(dialect));
  return accepted;
}

/** Requires that a negotiated representation can be streamed, which YAML cannot. @throws StatusError 406 */
export function requireStreamable({ mediaType }: Representation, dialect: Dialect): void {
  if (mediaType === YAML_MEDIA_TYPE) throw onlyAccepted(streamTypes(dialect));
}

/**
 * Negotiates the representation of an error, which is never transformed. Returns undefined when no acceptable type can
 * represent it.
 */
export const acceptedForError = (request: Pick<ApiRequest, 'headers'>, dialect: Dialect): Representation | undefined =>
  negotiate(request.headers.get('accept') ?? '', { dialect, transforms: false, protobuf: true });

/** Requires that the request accepts the only form of a path's responses. @throws StatusError 406 */
export function requireAccepted(request: Pick<ApiRequest, 'headers'>, mediaType: string): void {
  const header = request.headers.get('accept') ?? '';
  if (header.trim() !== '') checkAnyMatches(header, [mediaType], []);
}

function negotiate(header: string, possible: Possible): Representation | undefined {
  if (acceptsPlain(header)) return PLAIN;
  for (const clause of clausesOf(header))
    for (const mediaType of MEDIA_TYPES) {
      if (!matches(clause.type, possible.dialect.rename(mediaType))) continue;
      const accepted = acceptedClause(clause, mediaType, possible);
      if (accepted) return accepted;
    }
  return undefined;
}

/** In-process clients and most programs send one of these values, which need no parsing. */
const acceptsPlain = (header: string): boolean => header === JSON_TYPE || header.trim() === '';

/** Reports whether a media range includes a type offered by the server. */
const matches = (range: string, offered: string): boolean =>
  range === offered || range === '*/*' || range === 'application/*';

function acceptedClause(
  { parameters }: Clause,
  mediaType: Representation['mediaType'],
  { dialect, transforms, protobuf }: Possible,
): Representation | undefined {
  const isProtobuf = mediaType === PROTOBUF_MEDIA_TYPE;
  const stream = parameters.get('stream');
  if (stream && (stream !== 'watch' || mediaType === YAML_MEDIA_TYPE)) return undefined;
  const serverVersion = parameters.get('sv');
  if (serverVersion && !(transforms && serverVersion === 'v1')) return undefined;
  const pretty = parameters.get('pretty') === '1' ? { pretty: true } : {};
  if (!['as', 'g', 'v'].some((name) => parameters.has(name)))
    return isProtobuf && !protobuf ? undefined : { mediaType, ...pretty };
  const transform = transforms ? transformOf(parameters, dialect) : undefined;
  // Table cells have any type, which Protobuf cannot represent.
  if (!transform || (isProtobuf && transform.kind === 'Table')) return undefined;
  return { mediaType, transform, ...pretty };
}

function transformOf(parameters: Clause['parameters'], dialect: Dialect): Representation['transform'] {
  const [kind, version] = [parameters.get('as'), parameters.get('v')];
  if (parameters.get('g') !== dialect.rename(META_GROUP)) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  if (kind !== 'Table' && kind !== 'PartialObjectMetadata' && kind !== 'PartialObjectMetadataList') return undefined;
  return { kind, version };
}

/** Number of cached Accept headers. Programs repeat their headers. */
const MOST_HEADERS = 100;
const LONGEST_HEADER = 1000;
const parsed = new BoundedMap<string, readonly Clause[]>(MOST_HEADERS);

function clausesOf(header: string): readonly Clause[] {
  const known = parsed.get(header);
  if (known) return known;
  const clauses = parseAccept(header);
  if (header.length <= LONGEST_HEADER) parsed.set(header, clauses);
  return clauses;
}

/**
 * Returns the clauses, best first. Unparsable clauses and clauses with an invalid quality are dropped; a quality of 0
 * comes last.
 */
function parseAccept(header: string): Clause[] {
  const sorted: Clause[] = [];
  for (const clause of header.split(',').flatMap((text) => readClause(text) ?? [])) {
    // Inserted one by one from the back, because `precedes` is not a total order.
    let place = sorted.length;
    while (place > 0 && precedes(clause, sorted[place - 1])) place--;
    sorted.splice(place, 0, clause);
  }
  return sorted;
}

function readClause(text: string): Clause | undefined {
  const [range = '', ...rest] = text.split(';').map((part) => part.trim());
  const [type = '', subtype, ...more] = range.split('/').map((part) => part.trim());
  if (more.length > 0 || (subtype === undefined && type !== '*')) return undefined;
  const pairs = rest.map((part) => part.split('=')).filter(([, value, ...extra]) => value && extra.length === 0);
  const parameters = new Map(pairs.map(([name = '', value = '']) => [name.trim(), value.trim()]));
  return { type: `${type}/${subtype ?? '*'}`, quality: Number(parameters.get('q') ?? 1) || 0, parameters };
}

/** Compares by quality, but a named type always precedes a wildcard. */
function precedes(a: Clause, b: Clause | undefined): boolean {
  if (!b || a.quality > b.quality) return true;
  const isAny = ({ type }: Clause): boolean => type.startsWith('*/');
  const isAnyOfType = ({ type }: Clause): boolean => type.endsWith('/*');
  return (!isAny(a) && isAny(b)) || (!isAnyOfType(a) && isAnyOfType(b));
}

/** Reports whether JSON is indented: the query says so, or the client is a program whose output people read. */
export function wantsPretty(request: Pick<ApiRequest, 'headers' | 'isNavigation'>, url: Call['url']): boolean {
  const pretty = queryParameter(url, 'pretty');
  if (pretty) return /^(1|t|T|TRUE|true|True)$/.test(pretty);
  const agent = request.headers.get('user-agent') ?? '';
  if (/^(curl|Wget)/.test(agent)) return true;
  // Scripts of a page also send the browser's user agent, but do not need indentation.
  const isNavigation = request.isNavigation || request.headers.get('sec-fetch-mode') === 'navigate';
  return agent.startsWith('Mozilla/5.0') && isNavigation;
}

/** Checks that the path offers at least one of the accepted types, like the real server's router. */
function checkAnyMatches(header: string, offered: readonly string[], streams: readonly string[]): void {
  const named = header.split(',').map((text) => text.split(';')[0]?.trim() ?? '');
  if (named.some((type) => type === '*/*' || offered.includes(type))) return;
  throw notAcceptable([...offered, ...streams]);
}

/** Returns the error of the real server's router for a request that accepts none of the available media types. */
export const notAcceptable = (available: readonly string[]): StatusError =>
  new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${available.join(', ')}`,
    details: {},
  });

const onlyAccepted = (types: readonly string[]): StatusError =>
  new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${types.join(', ')}`,
  });
