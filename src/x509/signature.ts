import { isDomException } from '../api/realms.ts';
import { DER, type DerElement, DerError, readDer } from './der.ts';

/** Signed content of an X.509 structure. */
export interface Signed {
  readonly content: Uint8Array<ArrayBuffer>;
  /** AlgorithmIdentifier of the signature. */
  readonly algorithm: DerElement;
  readonly signature: Uint8Array<ArrayBuffer>;
  /** SubjectPublicKeyInfo. */
  readonly key: DerElement;
}

type Family = 'RSASSA-PKCS1-v1_5' | 'ECDSA' | 'Ed25519';

const SIGNATURES: Readonly<Record<string, { family: Family; hash: string }>> = {
  '1.2.840.113549.1.1.5': { family: 'RSASSA-PKCS1-v1_5', hash: 'SHA-1' },
  '1.2.840.113549.1.1.11': { family: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
  '1.2.840.113549.1.1.12': { family: 'RSASSA-PKCS1-v1_5', hash: 'SHA-384' },
  '1.2.840.113549.1.1.13': { family: 'RSASSA-PKCS1-v1_5', hash: 'SHA-512' },
  '1.2.840.10045.4.1': { family: 'ECDSA', hash: 'SHA-1' },
  '1.2.840.10045.4.3.2': { family: 'ECDSA', hash: 'SHA-256' },
  '1.2.840.10045.4.3.3': { family: 'ECDSA', hash: 'SHA-384' },
  '1.2.840.10045.4.3.4': { family: 'ECDSA', hash: 'SHA-512' },
  '1.3.101.112': { family: 'Ed25519', hash: '' },
};
const CURVES: Readonly<Record<string, { name: string; bytes: number }>> = {
  '1.2.840.10045.3.1.7': { name: 'P-256', bytes: 32 },
  '1.3.132.0.34': { name: 'P-384', bytes: 48 },
  '1.3.132.0.35': { name: 'P-521', bytes: 66 },
};
const FAILURES: Readonly<Record<Family, string>> = {
  'RSASSA-PKCS1-v1_5': 'crypto/rsa: verification error',
  ECDSA: 'x509: ECDSA verification failure',
  Ed25519: 'x509: Ed25519 verification failure',
};
const UNSUPPORTED = 'x509: cannot verify signature: algorithm unimplemented';

/** Returns why the signature does not verify with the key, with the real server's message; undefined when it does. */
export async function signatureError({ content, algorithm, signature, key }: Signed): Promise<string | undefined> {
  const kind = SIGNATURES[identifierOf(algorithm)];
  if (!kind) return UNSUPPORTED;
  const { family, hash } = kind;
  const curve = family === 'ECDSA' ? curveOf(key) : undefined;
  if (family === 'ECDSA' && !curve) return UNSUPPORTED;
  const parameters = { name: family, hash, ...(curve ? { namedCurve: curve.name } : {}) };
  try {
    const imported = await crypto.subtle.importKey('spki', key.whole, parameters, false, ['verify']);
    const bytes = curve ? joinedIntegers(signature, curve.bytes) : signature;
    return (await crypto.subtle.verify(parameters, imported, bytes, content)) ? undefined : FAILURES[family];
  } catch (error) {
    // The key is invalid, or its type does not fit the signature.
    if (isDomException(error) || error instanceof DerError) return FAILURES[family];
    throw error;
  }
}

const identifierOf = (algorithm: DerElement): string => algorithm.children(DER.sequence)[0]?.objectIdentifier ?? '';

function curveOf(key: DerElement): { name: string; bytes: number } | undefined {
  const [algorithm] = key.children(DER.sequence);
  const curve = algorithm?.children(DER.sequence)[1];
  return curve?.tag === DER.objectIdentifier ? CURVES[curve.objectIdentifier] : undefined;
}

/** Converts an ECDSA signature from the DER of X.509 to the two concatenated fixed-length integers of Web Crypto. */
function joinedIntegers(signature: Uint8Array<ArrayBuffer>, length: number): Uint8Array<ArrayBuffer> {
  const [pair] = readDer(signature);
  const joined = new Uint8Array(2 * length);
  for (const [index, integer] of (pair?.children(DER.sequence) ?? []).entries()) {
    const digits = integer.as(DER.integer).content;
    const significant = digits.slice(Math.max(0, digits.length - length));
    if (index > 1) throw new DerError();
    joined.set(significant, (index + 1) * length - significant.length);
  }
  return joined;
}
