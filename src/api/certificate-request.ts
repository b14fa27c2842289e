import { DER, type DerElement, DerError, readDer } from './der.ts';
import { pemBlocks } from './pem.ts';
import { signatureError } from './signature.ts';

const ORGANIZATION = '2.5.4.10';
const UNIVERSAL_STRING_BYTES = 4;
const BMP_STRING = 0x1e;
const UNIVERSAL_STRING = 0x1c;

/** A request for a certificate (PKCS #10, RFC 2986). */
export interface CertificateRequest {
  /** Values of the subject's organizations: the groups of whom the certificate would name. */
  readonly organizations: readonly string[];
  /** Why its signature is not that of its own key; undefined when it is. */
  signatureError(): Promise<string | undefined>;
}

/**
 * Reads the first PEM block of a text.
 * @throws Error with the real server's text when it is no request
 */
export function readCertificateRequest(pem: Uint8Array): CertificateRequest {
  const [block] = pemBlocks(new TextDecoder().decode(pem));
  if (block?.type !== 'CERTIFICATE REQUEST') throw new DerError('PEM block type must be CERTIFICATE REQUEST');
  const [request, ...rest] = readDer(block.bytes);
  if (rest.length > 0) throw new DerError('asn1: syntax error: trailing data');
  const [information, algorithm, signature] = sequence(request);
  const [version, subject, key] = sequence(information);
  version?.as(DER.integer);
  if (!information || !algorithm || !signature || !key) throw new DerError();
  const signed = { content: information.whole, algorithm, signature: signature.bits, key };
  return {
    organizations: sequence(subject).flatMap((set) => set.children(DER.set).flatMap(organizationOf)),
    signatureError: () => signatureError(signed),
  };
}

/** Whether the bytes have the shape of an X.509 certificate (RFC 5280). */
export function isCertificate(bytes: Uint8Array<ArrayBuffer>): boolean {
  try {
    const [certificate, ...rest] = readDer(bytes);
    const [signed, algorithm, signature] = sequence(certificate);
    const parts = sequence(signed);
    // The version comes first, in a tag of its own, but version 1 is left out.
    const [serial, ...sequences] = parts[0]?.tag === 0xa0 ? parts.slice(1) : parts;
    if (!algorithm || !signature || rest.length > 0 || sequences.length < 5) return false;
    serial?.as(DER.integer);
    for (const part of [algorithm, ...sequences.slice(0, 5)]) part.as(DER.sequence);
    return signature.bits.length > 0;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function sequence(element: DerElement | undefined): DerElement[] {
  if (!element) throw new DerError();
  return element.children(DER.sequence);
}

function organizationOf(attribute: DerElement): string[] {
  const [type, value] = sequence(attribute);
  return type?.objectIdentifier === ORGANIZATION && value ? [textOf(value)] : [];
}

/** Names are in UTF-8 or a part of it, or, in old ones, in two or four bytes a character. */
function textOf({ tag, content }: DerElement): string {
  if (tag === BMP_STRING) return new TextDecoder('utf-16be').decode(content);
  if (tag !== UNIVERSAL_STRING) return new TextDecoder().decode(content);
  const view = new DataView(content.buffer, content.byteOffset);
  const count = Math.floor(content.length / UNIVERSAL_STRING_BYTES);
  return String.fromCodePoint(
    ...Array.from({ length: count }, (_, index) => view.getUint32(index * UNIVERSAL_STRING_BYTES)),
  );
}
