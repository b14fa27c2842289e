import { Pkcs10CertificateRequest, X509Certificate } from '../../api/x509.ts';
import { pemBlocks } from './pem.ts';

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

/** Why the bytes are no certificate request in PEM form with a good signature; undefined when they are. */
export async function signingRequestError(bytes: Uint8Array): Promise<string | undefined> {
  const [block] = pemBlocks(textOf(bytes));
  if (block?.type !== 'CERTIFICATE REQUEST') return 'PEM block type must be CERTIFICATE REQUEST';
  try {
    const request = new Pkcs10CertificateRequest(block.bytes);
    return (await request.verify()) ? undefined : signatureError(request.publicKey.algorithm.name);
  } catch {
    return "asn1: structure error: tags don't match";
  }
}

function signatureError(algorithm: string): string {
  if (algorithm.startsWith('RSA')) return 'crypto/rsa: verification error';
  return algorithm.startsWith('EC') ? 'x509: ECDSA verification failure' : `x509: ${algorithm} verification failure`;
}

/** Why the bytes are not a chain of certificates in PEM form; undefined when they are, or empty. */
export function certificateChainError(bytes: Uint8Array): string | undefined {
  if (bytes.length === 0) return undefined;
  const blocks = pemBlocks(textOf(bytes));
  for (const { type, hasHeaders, bytes: content } of blocks) {
    if (type !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found ${JSON.stringify(type)}`;
    if (hasHeaders) return 'no PEM block headers are permitted';
    try {
      new X509Certificate(content);
    } catch {
      return 'x509: malformed certificate';
    }
  }
  return blocks.length > 0 ? undefined : 'must contain at least one CERTIFICATE PEM block';
}
