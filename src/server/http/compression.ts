import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { ApiResponse } from '../../api/messages/api-messages.ts';
import { apiResponse } from '../../api/messages/api-response.ts';
import { chunksOfStream } from '../../api/messages/streams.ts';
import type { Call } from '../context/call.ts';

/** Smaller bodies are not compressed (defaultGzipThresholdBytes of the real server). */
const GZIP_THRESHOLD_BYTES = 128 * 1024;

/** Reports whether a body may be gzipped: the client accepts it, the host supports it and the feature gate is on. */
export function mayCompress({ request, server }: Pick<Call, 'request' | 'server'>): boolean {
  if (!server.compression || !server.features.enabled('APIResponseCompression')) return false;
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((token) => token.trim() === 'gzip');
}

/** Returns a response, gzipped if the body is large and compression is allowed. */
export function bodyResponse(
  call: Pick<Call, 'request' | 'server'>,
  body: string | Uint8Array<ArrayBuffer>,
  status: number,
  headers: Readonly<Record<string, string>>,
): ApiResponse {
  // A UTF-16 code unit takes at most three bytes in UTF-8.
  if (body.length * 3 <= GZIP_THRESHOLD_BYTES || !mayCompress(call)) return apiResponse(status, body, headers);
  const bytes = typeof body === 'string' ? utf8Bytes(body) : body;
  if (bytes.length <= GZIP_THRESHOLD_BYTES) return apiResponse(status, bytes, headers);
  const gzipped = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return apiResponse(
    status,
    { kind: 'chunks', chunks: chunksOfStream(gzipped) },
    { ...headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  );
}
