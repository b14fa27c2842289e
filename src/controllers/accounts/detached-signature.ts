import { bytesBase64Url } from '../../api/encoding/base64.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';

/** Returns a JSON web signature (HS256) of a text without the text itself: header, two dots, signature. */
export async function detachedSignature(
  content: string,
  { id, secret }: { readonly id: string; readonly secret: string },
): Promise<string> {
  const header = bytesBase64Url(utf8Bytes(JSON.stringify({ alg: 'HS256', kid: id })));
  const signed = utf8Bytes(`${header}.${bytesBase64Url(utf8Bytes(content))}`);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', utf8Bytes(secret), algorithm, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, signed);
  return `${header}..${bytesBase64Url(new Uint8Array(signature))}`;
}
