import { DER, type DerElement, DerError, readDer } from './der.ts';
import { type DistinguishedName, readDistinguishedName } from './distinguished-name.ts';
import { signatureError } from './signature.ts';

/** Object identifiers of the supported extensions (RFC 5280, 4.2.1). */
export const EXTENSIONS = {
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  subjectAlternativeName: '2.5.29.17',
  basicConstraints: '2.5.29.19',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
} as const;

/** The parts of an X.509 certificate (RFC 5280) that chain verification needs. */
export interface Certificate {
  readonly whole: Uint8Array<ArrayBuffer>;
  readonly subject: DistinguishedName;
  /** Encoded names, for comparison. */
  readonly subjectName: DerElement;
  readonly issuerName: DerElement;
  /** Milliseconds since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: DerElement;
  /** Basic constraints: whether it is an authority, and how many intermediate authorities may follow it. */
  readonly isAuthority: boolean;
  readonly maximumPathLength: number | undefined;
  /** Object identifiers; undefined allows any purpose. */
  readonly extendedKeyUsages: readonly string[] | undefined;
  /** Whether its key may sign certificates; true when the certificate lists no key usages. */
  readonly mayCertify: boolean;
  /** Object identifiers of critical extensions that are not supported. */
  readonly unknownCriticalExtensions: readonly string[];
  /** Returns why the certificate was not signed by the key; undefined when it was. */
  signatureError(issuerKey: DerElement): Promise<string | undefined>;
}

const VERSION = 0xa0;
const EXTENSION_LIST = 0xa3;
/** keyCertSign, in the first byte of a key usage. */
const CERTIFICATE_SIGNING = 0x04;

/** @throws DerError */
export function readCertificate(bytes: Uint8Array<ArrayBuffer>): Certificate {
  const [certificate, ...rest] = readDer(bytes);
  const [content, algorithm, signature] = certificate?.children(DER.sequence) ?? [];
  if (!content || !algorithm || !signature || rest.length > 0) throw new DerError('x509: malformed certificate');
  const parts = content.children(DER.sequence);
  const [, , issuerName, validity, subjectName, publicKey] = parts[0]?.tag === VERSION ? parts.slice(1) : parts;
  const [notBefore, notAfter] = validity?.children(DER.sequence) ?? [];
  if (!issuerName || !notBefore || !notAfter || !subjectName || !publicKey) throw new DerError();
  const signed = { content: content.whole, algorithm, signature: signature.bits };
  return {
    whole: bytes,
    subject: readDistinguishedName(subjectName),
    subjectName,
    issuerName,
    notBefore: notBefore.time,
    notAfter: notAfter.time,
    publicKey,
    ...readExtensions(parts.find(({ tag }) => tag === EXTENSION_LIST)),
    signatureError: (key) => signatureError({ ...signed, key }),
  };
}

interface Extension {
  readonly identifier: string;
  readonly isCritical: boolean;
  readonly value: Uint8Array<ArrayBuffer>;
}

function readExtensions(list: DerElement | undefined) {
  const extensions = list ? extensionsOf(readDer(list.content)[0]) : [];
  const find = (identifier: string) => {
    const found = extensions.find((extension) => extension.identifier === identifier);
    return found && readDer(found.value)[0];
  };
  const [isAuthority, pathLength] = find(EXTENSIONS.basicConstraints)?.children(DER.sequence) ?? [];
  const keyUsage = find(EXTENSIONS.keyUsage)?.as(DER.bitString).content[1];
  const understood: readonly string[] = Object.values(EXTENSIONS);
  return {
    isAuthority: isAuthority?.tag === DER.boolean && isAuthority.content[0] !== 0,
    maximumPathLength: pathLength?.number,
    mayCertify: keyUsage === undefined || (keyUsage & CERTIFICATE_SIGNING) !== 0,
    extendedKeyUsages: find(EXTENSIONS.extendedKeyUsage)
      ?.children(DER.sequence)
      .map((usage) => usage.objectIdentifier),
    unknownCriticalExtensions: extensions
      .filter(({ isCritical, identifier }) => isCritical && !understood.includes(identifier))
      .map(({ identifier }) => identifier),
  };
}

/** Returns the extensions in a SEQUENCE. @throws DerError */
export function extensionsOf(list: DerElement | undefined): Extension[] {
  return (list?.children(DER.sequence) ?? []).map((extension) => {
    const [identifier, ...rest] = extension.children(DER.sequence);
    const value = rest.at(-1)?.as(DER.octetString).content;
    if (!identifier || !value) throw new DerError();
    return { identifier: identifier.objectIdentifier, isCritical: rest.length > 1 && rest[0]?.content[0] !== 0, value };
  });
}
