import type { Dialect } from '../../api/dialect.ts';
import { writeJson } from '../../api/encoding/exact-json.ts';
import { mediaTypeOf } from '../../api/encoding/media-type.ts';
import { MAXIMUM_BODY_BYTES, TooManyBytesError } from '../../api/encoding/read-stream.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import { PROTOBUF_MEDIA_TYPE } from '../../api/kubernetes-names.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import { bodyBytes, cancelBody } from '../../api/messages/body-text.ts';
import { requestEntityTooLarge, StatusError } from '../../api/status.ts';
import type { Call } from '../context/call.ts';
import { slicesOfLarge } from '../objects/slices.ts';

/** Reads the body of a request, up to the size limit. @throws StatusError 413 */
export async function readBody({
  headers,
  body,
}: Pick<ApiRequest, 'headers' | 'body'>): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(headers.get('content-length')) > MAXIMUM_BODY_BYTES) {
    cancelBody(body);
    throw tooLarge();
  }
  try {
    return await bodyBytes(body, MAXIMUM_BODY_BYTES);
  } catch (error) {
    throw error instanceof TooManyBytesError ? tooLarge() : error;
  }
}

const tooLarge = (): StatusError => requestEntityTooLarge(`Request entity too large: limit is ${MAXIMUM_BODY_BYTES}`);

/** A body: its bytes, or the JSON value that an in-process client passed. */
export type ReceivedBody = { readonly bytes: Uint8Array<ArrayBuffer> } | { readonly value: unknown };

/** Maximum bytes of JSON per character. Nearly all characters take one byte. */
const BYTES_OF_CHARACTER = 6;

export type BodyFormat = 'json' | 'yaml' | 'protobuf';

/** Reads and traces the body of a request. Returns a promise only when it has to wait. @throws StatusError 413 */
export function receiveBody(call: Call, format: BodyFormat): ReceivedBody | Promise<ReceivedBody> {
  const { request, trace, server } = call;
  const { body } = request;
  if (format !== 'json' || body?.kind !== 'given' || body.mostBytes > MAXIMUM_BODY_BYTES) return receiveBytesOf(call);
  trace?.receive(utf8Bytes(writeJson(body.object)));
  call.slices = slicesOfLarge(body.mostBytes / BYTES_OF_CHARACTER, server.clock);
  return { value: body.object };
}

const receiveBytesOf = async (call: Call): Promise<ReceivedBody> => ({ bytes: await receiveBytes(call) });

/** Reads and traces the bytes of a body. @throws StatusError 413 */
export async function receiveBytes(call: Call): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readBody(call.request);
  call.trace?.receive(bytes);
  call.slices = slicesOfLarge(bytes.length, call.server.clock);
  return bytes;
}

/** Returns the format of a body. @throws StatusError 415 */
export function bodyFormat(request: Pick<ApiRequest, 'headers'>, dialect: Dialect): 'json' | 'yaml' {
  const type = mediaTypeOf(request);
  if (type === 'application/json') return 'json';
  if (type === 'application/yaml') return 'yaml';
  throw unsupportedMediaType(['application/json', 'application/yaml', dialect.rename(PROTOBUF_MEDIA_TYPE)]);
}

/** Like `bodyFormat`, with Protobuf for objects of built-in kinds. */
export const objectFormat = (request: Pick<ApiRequest, 'headers'>, dialect: Dialect, isCustom: boolean): BodyFormat =>
  !isCustom && mediaTypeOf(request) === dialect.rename(PROTOBUF_MEDIA_TYPE) ? 'protobuf' : bodyFormat(request, dialect);

export const unsupportedMediaType = (accepted: readonly string[]): StatusError =>
  new StatusError({
    code: 415,
    reason: 'UnsupportedMediaType',
    message: `the body of the request was in an unknown format - accepted media types include: ${accepted.join(', ')}`,
  });
