import type { Dialect } from '../api/dialect.ts';
import { StatusError } from '../api/status.ts';
import type { Call } from './call.ts';

/** How an answer is written: the media type, and the form the object is shown in. */
export interface Representation {
  /** In Kubernetes' names. */
  readonly mediaType: 'application/json' | 'application/yaml' | 'application/vnd.kubernetes.protobuf';
  /** Absent: the object as it is. `version` is that of the metadata group. */
  readonly transform?: { readonly kind: TransformKind; readonly version: 'v1' | 'v1beta1' };
}
export type TransformKind = 'Table' | 'PartialObjectMetadata' | 'PartialObjectMetadataList';

/** One clause of an Accept header. */
interface Clause {
  readonly type: string;
  readonly quality: number;
  readonly parameters: ReadonlyMap<string, string>;
}

const JSON_TYPE = 'application/json';
const YAML_TYPE = 'application/yaml';
const PROTOBUF_TYPE = 'application/vnd.kubernetes.protobuf';
const PLAIN: Representation = { mediaType: JSON_TYPE };

const mediaTypes = (dialect: Dialect): string[] => [JSON_TYPE, YAML_TYPE, dialect.rename(PROTOBUF_TYPE)];
const streamTypes = (dialect: Dialect): string[] =>
  [JSON_TYPE, dialect.rename(PROTOBUF_TYPE)].map((type) => `${type};stream=watch`);

/**
 * The representation that the request accepts.
 * @throws 406 in two texts: one for types that no answer has, one for forms that this answer has not
 */
export function acceptedMediaType(call: Call): Representation {
  const { server, request, resource, info } = call;
  const header = request.headers.get('accept') ?? '';
  if (header.trim() === '') return PLAIN;
  const offered = mediaTypes(server.dialect);
  const isCollection = resource !== undefined && info.name === '' && request.method === 'GET';
  if (!resource?.isCustom) checkAnyMatches(header, offered, isCollection ? streamTypes(server.dialect) : []);
  const transforms = resource !== undefined && (resource.verbs.has('get') || resource.verbs.has('list'));
  const accepted = negotiate(header, server.dialect, transforms, resource?.isCustom !== true);
  if (!accepted) throw onlyAccepted(resource?.isCustom ? offered.slice(0, 2) : offered);
  return accepted;
}

/** As for any answer; but a stream is only ever JSON. */
export function acceptedStream(call: Call): Representation {
  const header = call.request.headers.get('accept') ?? '';
  const accepted = negotiate(header, call.server.dialect, true, false) ?? acceptedMediaType(call);
  if (accepted.mediaType !== JSON_TYPE) throw onlyAccepted(streamTypes(call.server.dialect));
  return accepted;
}

/** For an error: what is acceptable if anything is, JSON otherwise. */
export const acceptedForError = (request: Request, dialect: Dialect): Representation['mediaType'] =>
  negotiate(request.headers.get('accept') ?? '', dialect, true, true)?.mediaType ?? JSON_TYPE;

function negotiate(header: string, dialect: Dialect, transforms: boolean, binary: boolean): Representation | undefined {
  if (header.trim() === '') return PLAIN;
  for (const clause of parseAccept(header)) {
    const mediaType = answeredType(clause.type, dialect);
    if (!mediaType || (mediaType === PROTOBUF_TYPE && !binary)) continue;
    const stream = clause.parameters.get('stream');
    if (stream && (stream !== 'watch' || mediaType !== JSON_TYPE)) continue;
    const kind = clause.parameters.get('as');
    if (kind === undefined && !clause.parameters.has('g') && !clause.parameters.has('v')) return { mediaType };
    const transform = transformOf(clause, dialect);
    // A table's cells are of any type, which Protobuf has not.
    if (mediaType === PROTOBUF_TYPE && transform?.kind === 'Table') continue;
    if (transform && transforms) return { mediaType, transform };
  }
  return undefined;
}

function answeredType(type: string, dialect: Dialect): Representation['mediaType'] | undefined {
  if (type === '*/*' || type === JSON_TYPE) return JSON_TYPE;
  if (type === YAML_TYPE) return YAML_TYPE;
  return type === dialect.rename(PROTOBUF_TYPE) ? PROTOBUF_TYPE : undefined;
}

function transformOf({ parameters }: Clause, dialect: Dialect): Representation['transform'] {
  const [kind, version] = [parameters.get('as'), parameters.get('v')];
  if (parameters.get('g') !== dialect.rename('meta.k8s.io')) return undefined;
  if (version !== 'v1' && version !== 'v1beta1') return undefined;
  if (kind !== 'Table' && kind !== 'PartialObjectMetadata' && kind !== 'PartialObjectMetadataList') return undefined;
  return { kind, version };
}

/** Best first; clauses of quality 0 are kept last, as the real server does. */
function parseAccept(header: string): Clause[] {
  const clauses = header.split(',').map((text): Clause => {
    const [type = '', ...rest] = text.split(';').map((part) => part.trim());
    const parameters = new Map<string, string>();
    for (const part of rest) {
      const equals = part.indexOf('=');
      if (equals > 0) parameters.set(part.slice(0, equals), part.slice(equals + 1));
    }
    const quality = Number(parameters.get('q') ?? 1);
    return { type, quality: Number.isNaN(quality) ? 1 : quality, parameters };
  });
  return clauses.sort((a, b) => b.quality - a.quality);
}

/** What the router of the real server asks first: whether any type named is one that the path can give. */
function checkAnyMatches(header: string, offered: readonly string[], streams: readonly string[]): void {
  const named = header.split(',').map((text) => text.split(';')[0]?.trim() ?? '');
  if (named.some((type) => type === '*/*' || offered.includes(type))) return;
  throw new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `406: Not Acceptable\n\nAvailable representations: ${[...offered, ...streams].join(', ')}`,
    details: {},
  });
}

const onlyAccepted = (types: readonly string[]): StatusError =>
  new StatusError({
    code: 406,
    reason: 'NotAcceptable',
    message: `only the following media types are accepted: ${types.join(', ')}`,
  });
