import { utf8Text } from '../api/encoding/utf8.ts';
import { EXTENSIONS, extensionsOf, readCertificate } from './certificate.ts';
import { DER, type DerElement, DerError, readDer } from './der.ts';
import { type DistinguishedName, readDistinguishedName } from './distinguished-name.ts';
import { pemBlocks } from './pem.ts';
import { signatureError } from './signature.ts';

/** A certificate request (PKCS #10, RFC 2986). */
export interface CertificateRequest {
  readonly subject: DistinguishedName;
  readonly subjectName: DerElement;
  /** SubjectPublicKeyInfo. */
  readonly publicKey: DerElement;
  readonly alternativeNames: AlternativeNames;
  /** Returns why the request is not signed with its own key; undefined when it is. */
  signatureError(): Promise<string | undefined>;
}

/** Subject alternative names, counted by type (RFC 5280, 4.2.1.6). */
export interface AlternativeNames {
  /** Value of the extension; undefined when absent. */
  readonly value: Uint8Array<ArrayBuffer> | undefined;
  readonly emails: number;
  readonly hosts: number;
  readonly uris: number;
  readonly addresses: number;
}

const ATTRIBUTES = 0xa0;
const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const EMAIL = 0x81;
const HOST = 0x82;
const URI = 0x86;
const ADDRESS = 0x87;

/**
 * Reads the first PEM block of a text.
 * @throws DerError with the real server's message when it is not a certificate request
 */
export function readCertificateRequest(pem: Uint8Array): CertificateRequest {
  const [block] = pemBlocks(utf8Text(pem));
  if (block?.type !== 'CERTIFICATE REQUEST') throw new DerError('PEM block type must be CERTIFICATE REQUEST');
  const [request, ...rest] = readDer(block.bytes);
  if (rest.length > 0) throw new DerError('asn1: syntax error: trailing data');
  const [information, algorithm, signature] = sequence(request);
  const [version, subjectName, publicKey, attributes] = sequence(information);
  version?.as(DER.integer);
  if (!information || !algorithm || !signature || !subjectName || !publicKey) throw new DerError();
  const signed = { content: information.whole, algorithm, signature: signature.bits, key: publicKey };
  return {
    subject: readDistinguishedName(subjectName),
    subjectName,
    publicKey,
    alternativeNames: readAlternativeNames(attributes),
    signatureError: () => signatureError(signed),
  };
}

/** Reports whether the bytes are one or more concatenated X.509 certificates (RFC 5280). */
export function areCertificates(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    for (const { whole } of readDer(bytes)) readCertificate(whole);
    return true;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function readAlternativeNames(attributes: DerElement | undefined): AlternativeNames {
  const requested = (attributes?.tag === ATTRIBUTES ? readDer(attributes.content) : []).flatMap((attribute) => {
    const [type, values] = sequence(attribute);
    return type?.objectIdentifier === EXTENSION_REQUEST ? extensionsOf(values?.children(DER.set)[0]) : [];
  });
  const value = requested.find(({ identifier }) => identifier === EXTENSIONS.subjectAlternativeName)?.value;
  const names = value ? sequence(readDer(value)[0]) : [];
  const count = (wanted: number): number => names.filter(({ tag }) => tag === wanted).length;
  return { value, emails: count(EMAIL), hosts: count(HOST), uris: count(URI), addresses: count(ADDRESS) };
}

function sequence(element: DerElement | undefined): DerElement[] {
  if (!element) throw new DerError();
  return element.children(DER.sequence);
}
