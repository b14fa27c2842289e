import { utf8Text } from '../../api/encoding/utf8.ts';
import { areCertificates, readCertificateRequest } from '../../x509/certificate-request.ts';
import { DerError } from '../../x509/der.ts';
import { pemBlocks } from '../../x509/pem.ts';

/** Returns why the bytes are not a PEM certificate request with a valid signature; undefined when they are. */
export async function signingRequestError(bytes: Uint8Array): Promise<string | undefined> {
  try {
    return await readCertificateRequest(bytes).signatureError();
  } catch (error) {
    if (error instanceof DerError) return error.message;
    throw error;
  }
}

/** Returns why the bytes are not a PEM certificate chain; undefined when they are, or empty. */
export function certificateChainError(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  const blocks = pemBlocks(utf8Text(bytes));
  for (const { type, hasHeaders, bytes: content } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    if (content.length === 0) return 'found CERTIFICATE PEM block containing 0 certificates';
    if (!areCertificates(content)) return 'x509: malformed certificate';
  }
  return blocks.length > 0 ? undefined : 'must contain at least one CERTIFICATE PEM block';
}
