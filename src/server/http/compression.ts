import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { Call } from '../context/call.ts';

/** Smaller bodies are not worth it (the real server's defaultGzipThresholdBytes). */
const GZIP_THRESHOLD_BYTES = 128 * 1024;

/** Whether a body may leave gzipped: the client takes it, the host can send it, and no gate forbids it. */
export function mayCompress({ request, server }: Pick<Call, 'request' | 'server'>): boolean {
  if (!server.compression || !server.features.enabled('APIResponseCompression')) return false;
  const accepted = request.headers.get('accept-encoding') ?? '';
  return accepted.split(',').some((token) => token.trim() === 'gzip');
}

/** An answer with a large body gzipped, when that may be. */
export function bodyResponse(
  call: Pick<Call, 'request' | 'server'>,
  body: string | Uint8Array<ArrayBuffer>,
  init: { status: number; headers: Readonly<Record<string, string>> },
): Response {
  // No text takes more than three bytes for a unit of its length.
  if (body.length * 3 <= GZIP_THRESHOLD_BYTES || !mayCompress(call)) return new Response(body, init);
  const bytes = typeof body === 'string' ? utf8Bytes(body) : body;
  if (bytes.length <= GZIP_THRESHOLD_BYTES) return new Response(bytes, init);
  return new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip')), {
    ...init,
    headers: { ...init.headers, 'content-encoding': 'gzip', vary: 'Accept-Encoding' },
  });
}
