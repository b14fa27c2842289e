import { describe, expect, it } from 'vitest';
import { areCertificates, readCertificateRequest } from '../../src/x509/certificate-request.ts';
import * as x509 from '../helpers/x509.ts';

/** Creates a request with an independent library. */
async function made(name: string, algorithm: RsaHashedKeyGenParams | (EcKeyGenParams & { hash: string }) | Algorithm) {
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name, keys, signingAlgorithm: algorithm });
  return { keys, bytes: new Uint8Array(request.rawData) };
}
const pem = (bytes: Uint8Array<ArrayBuffer>, type = 'CERTIFICATE REQUEST') =>
  new TextEncoder().encode(x509.PemConverter.encode(bytes.buffer, type));

const RSA = { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: Uint8Array.of(1, 0, 1) };
const elliptic = (namedCurve: string, hash: string) => ({ name: 'ECDSA', namedCurve, hash });

describe('a certificate request', () => {
  it.each([
    ['P-256', elliptic('P-256', 'SHA-256'), 'x509: ECDSA verification failure'],
    ['P-384', elliptic('P-384', 'SHA-384'), 'x509: ECDSA verification failure'],
    ['P-521', elliptic('P-521', 'SHA-512'), 'x509: ECDSA verification failure'],
    ['RSA', { ...RSA, hash: 'SHA-256' }, 'crypto/rsa: verification error'],
    ['Ed25519', { name: 'Ed25519' }, 'x509: Ed25519 verification failure'],
  ])('signed with %s verifies, and does not once it is changed', async (_, algorithm, failure) => {
    const { bytes } = await made('CN=jane, O=dev', algorithm);
    expect(await readCertificateRequest(pem(bytes)).signatureError()).toBeUndefined();
    const changed = new TextDecoder('latin1').decode(bytes).indexOf('jane');
    bytes[changed] = 'J'.charCodeAt(0);
    expect(await readCertificateRequest(pem(bytes)).signatureError()).toBe(failure);
  });

  it('has its organizations in any script', async () => {
    const { bytes } = await made('CN=jane, O=dev, OU=unit, O=Größe ☃', elliptic('P-256', 'SHA-256'));
    expect(readCertificateRequest(pem(bytes)).subject.organizations).toEqual(['dev', 'Größe ☃']);
  });

  it('is rejected with a message when it is malformed', async () => {
    const { bytes } = await made('CN=jane', elliptic('P-256', 'SHA-256'));
    const reading =
      (...parts: Parameters<typeof pem>) =>
      () =>
        readCertificateRequest(pem(...parts));
    expect(() => readCertificateRequest(new Uint8Array())).toThrow('PEM block type must be CERTIFICATE REQUEST');
    expect(reading(bytes, 'CERTIFICATE')).toThrow('PEM block type must be CERTIFICATE REQUEST');
    expect(reading(bytes.slice(0, -1))).toThrow('asn1: syntax error: data truncated');
    expect(reading(Uint8Array.from([...bytes, 5, 0]))).toThrow('asn1: syntax error: trailing data');
    expect(reading(Uint8Array.of(4, 1, 7))).toThrow("asn1: structure error: tags don't match");
  });
});

it('areCertificates distinguishes certificates from other DER', async () => {
  const { keys, bytes } = await made('CN=jane', elliptic('P-256', 'SHA-256'));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({ name: 'CN=jane', keys });
  expect(areCertificates(new Uint8Array(certificate.rawData))).toBe(true);
  expect(areCertificates(bytes)).toBe(false);
  expect(areCertificates(Uint8Array.of(1, 2, 3))).toBe(false);
});
