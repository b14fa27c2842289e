import { bytesBase64Url } from '../../api/encoding/base64.ts';
import type { SigningKey, VerificationKey } from '../../authentication/jwt.ts';
import { readCertificate } from '../../x509/certificate.ts';
import { DER, type DerElement, DerError, readDer } from '../../x509/der.ts';
import {
  derBitString,
  derElement,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
} from '../../x509/der-writer.ts';
import { type PemBlock, pemBlocks } from '../../x509/pem.ts';

const RSA_ENCRYPTION = '1.2.840.113549.1.1.1';
const EC_PUBLIC_KEY = '1.2.840.10045.2.1';
const SEC1_PARAMETERS = 0xa0;

interface KeyKind {
  readonly algorithm: string;
  readonly parameters: RsaHashedImportParams | EcKeyImportParams;
}

/** By the object identifier of the algorithm or the curve. */
const KINDS: Readonly<Record<string, KeyKind>> = {
  [RSA_ENCRYPTION]: { algorithm: 'RS256', parameters: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' } },
  '1.2.840.10045.3.1.7': { algorithm: 'ES256', parameters: { name: 'ECDSA', namedCurve: 'P-256' } },
  '1.3.132.0.34': { algorithm: 'ES384', parameters: { name: 'ECDSA', namedCurve: 'P-384' } },
  '1.3.132.0.35': { algorithm: 'ES512', parameters: { name: 'ECDSA', namedCurve: 'P-521' } },
};

/**
 * Parses the keys in a PEM text: public and private keys, RSA or ECDSA, and the keys of certificates.
 * @throws Error for the author of the text
 */
export async function readPemPublicKeys(text: string): Promise<readonly VerificationKey[]> {
  const keys = pemBlocks(text).flatMap((block) => {
    const spki = publicKeyOf(block);
    const pkcs8 = spki ? undefined : privateKeyOf(block);
    return spki ? [verificationKey(spki)] : pkcs8 ? [signingKey(pkcs8)] : [];
  });
  if (keys.length === 0) throw new Error('data does not contain any valid RSA or ECDSA public keys');
  return Promise.all(keys);
}

/** Parses the first private key in a PEM text. @throws Error for the author of the text */
export async function readPemPrivateKey(text: string): Promise<SigningKey> {
  for (const block of pemBlocks(text)) {
    const pkcs8 = privateKeyOf(block);
    if (pkcs8) return signingKey(pkcs8);
  }
  throw new Error('data does not contain a valid RSA or ECDSA private key');
}

/** Imports a public key from its SubjectPublicKeyInfo. The key ID is a digest of it, as on the real server. */
export async function verificationKey(spki: Uint8Array<ArrayBuffer>): Promise<VerificationKey> {
  const [algorithm] = firstOf(spki).children(DER.sequence);
  const { algorithm: name, parameters } = kindOf(algorithm);
  const publicKey = await crypto.subtle.importKey('spki', spki, parameters, true, ['verify']);
  return { keyId: await keyIdOf(spki), algorithm: name, publicKey };
}

/** Imports a private key from its PKCS #8 bytes, with its public key. */
export async function signingKey(pkcs8: Uint8Array<ArrayBuffer>): Promise<SigningKey> {
  const [, algorithm] = firstOf(pkcs8).children(DER.sequence);
  const { parameters } = kindOf(algorithm);
  const exportable = await crypto.subtle.importKey('pkcs8', pkcs8, parameters, true, ['sign']);
  const { kty, n, e, crv, x, y } = await crypto.subtle.exportKey('jwk', exportable);
  const publicParts = kty === 'RSA' ? { kty, n, e } : { kty, crv, x, y };
  const publicKey = await crypto.subtle.importKey('jwk', publicParts as JsonWebKey, parameters, true, ['verify']);
  const spki = new Uint8Array(await crypto.subtle.exportKey('spki', publicKey));
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, parameters, false, ['sign']);
  return { ...(await verificationKey(spki)), privateKey };
}

async function keyIdOf(spki: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', spki));
  return bytesBase64Url(digest);
}

function firstOf(bytes: Uint8Array<ArrayBuffer>): DerElement {
  const [element] = readDer(bytes);
  if (!element) throw new DerError();
  return element;
}

function kindOf(algorithm: DerElement | undefined): KeyKind {
  const [family, parameter] = algorithm?.children(DER.sequence) ?? [];
  const identifier = family?.objectIdentifier;
  const kind = KINDS[(identifier === EC_PUBLIC_KEY ? parameter?.objectIdentifier : identifier) ?? ''];
  if (!kind) throw new Error('only RSA and ECDSA keys on the curves P-256, P-384 and P-521 are supported');
  return kind;
}

const RSA_ALGORITHM = () => derSequence(derObjectIdentifier(RSA_ENCRYPTION), derElement(DER.null));

function publicKeyOf({ type, bytes }: PemBlock): Uint8Array<ArrayBuffer> | undefined {
  if (type === 'PUBLIC KEY') return bytes;
  if (type === 'RSA PUBLIC KEY') return derSequence(RSA_ALGORITHM(), derBitString(bytes));
  return type === 'CERTIFICATE' ? readCertificate(bytes).publicKey.whole : undefined;
}

/** Returns any private key as PKCS #8, the form that Web Crypto imports. */
function privateKeyOf({ type, bytes }: PemBlock): Uint8Array<ArrayBuffer> | undefined {
  if (type === 'PRIVATE KEY') return bytes;
  const version = derInteger([0]);
  if (type === 'RSA PRIVATE KEY') return derSequence(version, RSA_ALGORITHM(), derOctetString(bytes));
  if (type !== 'EC PRIVATE KEY') return undefined;
  const curve = firstOf(bytes)
    .children(DER.sequence)
    .find(({ tag }) => tag === SEC1_PARAMETERS);
  if (!curve) throw new Error('an EC private key must name its curve');
  const algorithm = derSequence(derObjectIdentifier(EC_PUBLIC_KEY), curve.content);
  return derSequence(version, algorithm, derOctetString(bytes));
}
