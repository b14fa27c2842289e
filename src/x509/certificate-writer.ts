import { utf8Bytes } from '../api/encoding/utf8.ts';
import { EXTENSIONS } from './certificate.ts';
import { DER, readDer } from './der.ts';
import {
  derBitString,
  derBoolean,
  derElement,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
  derText,
  derTime,
} from './der-writer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Bit numbers of key usages (RFC 5280, 4.2.1.3), by the names that CertificateSigningRequests use. */
const KEY_USAGES: Readonly<Record<string, number>> = {
  signing: 0,
  'digital signature': 0,
  'content commitment': 1,
  'key encipherment': 2,
  'data encipherment': 3,
  'key agreement': 4,
  'cert sign': 5,
  'crl sign': 6,
  'encipher only': 7,
  'decipher only': 8,
};

const EXTENDED_KEY_USAGES: Readonly<Record<string, string>> = {
  any: '2.5.29.37.0',
  'server auth': '1.3.6.1.5.5.7.3.1',
  'client auth': '1.3.6.1.5.5.7.3.2',
  'code signing': '1.3.6.1.5.5.7.3.3',
  'email protection': '1.3.6.1.5.5.7.3.4',
  's/mime': '1.3.6.1.5.5.7.3.4',
  'ipsec end system': '1.3.6.1.5.5.7.3.5',
  'ipsec tunnel': '1.3.6.1.5.5.7.3.6',
  'ipsec user': '1.3.6.1.5.5.7.3.7',
  timestamping: '1.3.6.1.5.5.7.3.8',
  'ocsp signing': '1.3.6.1.5.5.7.3.9',
  'microsoft sgc': '1.3.6.1.4.1.311.10.3.3',
  'netscape sgc': '2.16.840.1.113730.4.1',
};

export interface CertificateContent {
  /** Big-endian. */
  readonly serialNumber: Uint8Array;
  readonly issuerName: Uint8Array;
  readonly subjectName: Uint8Array;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: Bytes;
  /** SubjectPublicKeyInfo of the issuer. */
  readonly issuerKey: Bytes;
  readonly usages: readonly string[];
  readonly isAuthority: boolean;
  readonly alternativeNames?: Uint8Array | undefined;
}

/** Returns an X.509 v3 certificate in DER, signed with a P-256 key (ECDSA with SHA-256). */
export async function writeCertificate(content: CertificateContent, key: CryptoKey): Promise<Bytes> {
  const algorithm = derSequence(derObjectIdentifier('1.2.840.10045.4.3.2'));
  const signed = derSequence(
    derElement(0xa0, derInteger([2])),
    derInteger(content.serialNumber),
    algorithm,
    content.issuerName,
    derSequence(derTime(content.notBefore), derTime(content.notAfter)),
    content.subjectName,
    content.publicKey,
    derElement(0xa3, derSequence(...(await extensionsOf(content)))),
  );
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, signed));
  const half = signature.length / 2;
  const numbers = derSequence(derInteger(signature.slice(0, half)), derInteger(signature.slice(half)));
  return derSequence(signed, algorithm, derBitString(numbers));
}

/** Returns a distinguished name with organizations and a common name. */
export function writeName(commonName: string, organizations: readonly string[] = []): Bytes {
  const attribute = (type: string, value: string) =>
    derElement(DER.set, derSequence(derObjectIdentifier(type), derText(value)));
  return derSequence(
    ...organizations.map((organization) => attribute('2.5.4.10', organization)),
    attribute('2.5.4.3', commonName),
  );
}

/** Returns the value of the subject alternative name extension. IP addresses are given as bytes. */
export const writeAlternativeNames = (hosts: readonly (string | Uint8Array)[]): Bytes =>
  derSequence(
    ...hosts.map((host) => (typeof host === 'string' ? derElement(0x82, utf8Bytes(host)) : derElement(0x87, host))),
  );

async function extensionsOf(content: CertificateContent): Promise<Bytes[]> {
  const { usages, isAuthority, alternativeNames, publicKey, issuerKey, subjectName } = content;
  const bits = usages.flatMap((usage) => KEY_USAGES[usage] ?? []);
  const purposes = [...new Set(usages.flatMap((usage) => EXTENDED_KEY_USAGES[usage] ?? []))];
  const isNameless = readDer(Uint8Array.from(subjectName))[0]?.content.length === 0;
  return [
    ...(bits.length ? [extension(EXTENSIONS.keyUsage, true, bitString(bits))] : []),
    ...(purposes.length
      ? [extension(EXTENSIONS.extendedKeyUsage, false, derSequence(...purposes.map(derObjectIdentifier)))]
      : []),
    extension(EXTENSIONS.basicConstraints, true, derSequence(...(isAuthority ? [derBoolean(true)] : []))),
    ...(isAuthority
      ? [extension(EXTENSIONS.subjectKeyIdentifier, false, derOctetString(await keyIdentifier(publicKey)))]
      : []),
    extension(EXTENSIONS.authorityKeyIdentifier, false, derSequence(derElement(0x80, await keyIdentifier(issuerKey)))),
    ...(alternativeNames ? [extension(EXTENSIONS.subjectAlternativeName, isNameless, alternativeNames)] : []),
  ];
}

const extension = (identifier: string, isCritical: boolean, value: Uint8Array): Bytes =>
  derSequence(derObjectIdentifier(identifier), ...(isCritical ? [derBoolean(true)] : []), derOctetString(value));

/** Returns a bit string with the given bits set; bit 0 is the highest, and trailing zeros are omitted. */
function bitString(bits: readonly number[]): Bytes {
  const highest = Math.max(...bits);
  const bytes = new Uint8Array(Math.floor(highest / 8) + 1);
  for (const bit of bits) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  return derBitString(bytes, 7 - (highest & 7));
}

/** SHA-1 digest of the key's bit string (RFC 5280, 4.2.1.2). */
async function keyIdentifier(publicKey: Bytes): Promise<Bytes> {
  const [key] = readDer(publicKey);
  const bits = key?.children(DER.sequence)[1]?.bits ?? new Uint8Array();
  return new Uint8Array(await crypto.subtle.digest('SHA-1', bits));
}
