import { expect, test } from 'vitest';
import { readCertificateRequest } from '../../src/x509/certificate-request.ts';
import { writeCertificateRequest } from '../../src/x509/certificate-request-writer.ts';
import { writePem } from '../../src/x509/pem.ts';
import * as x509 from '../helpers/x509.ts';

const keys = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
  'sign',
  'verify',
])) as CryptoKeyPair;
const written = (hosts: readonly (string | Uint8Array)[] = []) =>
  writeCertificateRequest({ commonName: 'jane', organizations: ['dev', 'Größe'], hosts }, keys);

test('a written request can be read and is signed with its own key', async () => {
  const pem = new TextEncoder().encode(writePem('CERTIFICATE REQUEST', await written()));
  const request = readCertificateRequest(pem);
  expect(request.subject).toEqual({ commonName: 'jane', organizations: ['dev', 'Größe'] });
  expect(await request.signatureError()).toBeUndefined();
});

test('an independent library reads the same request', async () => {
  const request = new x509.Pkcs10CertificateRequest(await written(['web.example', Uint8Array.of(10, 0, 0, 1)]));
  expect(request.subject).toBe('O=dev, O=Größe, CN=jane');
  expect(await request.verify()).toBe(true);
  const names = request.extensions.find((extension) => extension instanceof x509.SubjectAlternativeNameExtension);
  expect(names?.names.toJSON()).toEqual([
    { type: 'dns', value: 'web.example' },
    { type: 'ip', value: '10.0.0.1' },
  ]);
});
