import { EXTENSIONS } from './certificate.ts';
import { writeAlternativeNames, writeName } from './certificate-writer.ts';
import { DER } from './der.ts';
import {
  derBitString,
  derElement,
  derInteger,
  derObjectIdentifier,
  derOctetString,
  derSequence,
} from './der-writer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export interface CertificateRequestContent {
  readonly commonName: string;
  readonly organizations: readonly string[];
  /** Host names, and IP addresses as bytes. */
  readonly hosts: readonly (string | Uint8Array)[];
}

const EXTENSION_REQUEST = '1.2.840.113549.1.9.14';
const ECDSA_WITH_SHA256 = '1.2.840.10045.4.3.2';

/** Returns a certificate request (PKCS #10, DER) for a P-256 key pair, signed with its private key. */
export async function writeCertificateRequest(
  { commonName, organizations, hosts }: CertificateRequestContent,
  { publicKey, privateKey }: CryptoKeyPair,
): Promise<Bytes> {
  const signed = derSequence(
    derInteger([0]),
    writeName(commonName, organizations),
    new Uint8Array(await crypto.subtle.exportKey('spki', publicKey)),
    derElement(0xa0, ...(hosts.length ? [extensionRequest(hosts)] : [])),
  );
  const signature = new Uint8Array(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed));
  const half = signature.length / 2;
  const numbers = derSequence(derInteger(signature.slice(0, half)), derInteger(signature.slice(half)));
  return derSequence(signed, derSequence(derObjectIdentifier(ECDSA_WITH_SHA256)), derBitString(numbers));
}

const extensionRequest = (hosts: CertificateRequestContent['hosts']): Bytes =>
  derSequence(
    derObjectIdentifier(EXTENSION_REQUEST),
    derElement(
      DER.set,
      derSequence(
        derSequence(
          derObjectIdentifier(EXTENSIONS.subjectAlternativeName),
          derOctetString(writeAlternativeNames(hosts)),
        ),
      ),
    ),
  );
