import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CertificateAuthority } from '../../../src/server/identity/certificate-authority.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { readCertificate } from '../../../src/x509/certificate.ts';
import { readCertificateRequest } from '../../../src/x509/certificate-request.ts';
import { pemBlocks } from '../../../src/x509/pem.ts';
import { makeRequest } from '../../authentication/certificate-maker.ts';
import * as x509 from '../../helpers/x509.ts';

const NOW = Date.parse('2024-01-01T00:00:00Z');
const HOUR = 3_600_000;
const folder = mkdtempSync(join(tmpdir(), 'tabplane-authority-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let storage: Storage;
let authority: CertificateAuthority;
const random = { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) };
const open = () => new CertificateAuthority(storage, { now: () => NOW, after: () => () => undefined }, random);
beforeAll(async () => {
  storage = await createMemoryStorage();
  authority = open();
});

const ALTERNATIVE = new x509.SubjectAlternativeNameExtension([
  { type: 'dns', value: 'web.example' },
  { type: 'ip', value: '10.0.0.1' },
]);
const USAGES = ['digital signature', 'key encipherment', 'client auth', 'server auth'];

async function issue(given: { name?: string; usages?: readonly string[]; seconds?: number } = {}) {
  const { pem } = await makeRequest(given.name ?? 'CN=jane, O=dev', [ALTERNATIVE]);
  const request = readCertificateRequest(new TextEncoder().encode(pem));
  return authority.issue({
    subjectName: request.subjectName.whole,
    publicKey: request.publicKey.whole,
    alternativeNames: request.alternativeNames.value,
    usages: given.usages ?? USAGES,
    seconds: given.seconds ?? 86_400,
  });
}
const readFirst = (pem: string) => readCertificate(pemBlocks(pem)[0]?.bytes ?? new Uint8Array());

test('the authority is created on first use, and then kept', async () => {
  expect(await authority.certificates()).toEqual([]);
  const [first, second] = await Promise.all([authority.authority(), authority.authority()]);
  expect(first).toBe(second);
  expect(await open().authority()).toBe(first);
  expect(await open().certificates()).toHaveLength(1);
});

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

test.runIf(hasOpenssl)('openssl accepts issued certificates', async () => {
  const files = { authority: join(folder, 'authority.pem'), leaf: join(folder, 'leaf.pem') };
  writeFileSync(files.authority, await authority.authority());
  writeFileSync(files.leaf, await issue());
  const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8' });
  const at = ['-attime', String(NOW / 1000), '-x509_strict', '-CAfile', files.authority];
  expect(openssl('verify', ...at, '-purpose', 'sslclient', files.leaf)).toContain('OK');
  expect(openssl('verify', ...at, '-purpose', 'sslserver', '-verify_hostname', 'web.example', files.leaf)).toContain(
    'OK',
  );
  const text = openssl('x509', '-in', files.leaf, '-noout', '-text');
  expect(text).toMatch(/Subject: .*CN\s*=\s*jane/);
  expect(text).toContain('DNS:web.example, IP Address:10.0.0.1');
  expect(text).toMatch(/X509v3 Key Usage: critical\n\s+Digital Signature, Key Encipherment\n/);
  expect(text).toMatch(/Extended Key Usage: ?\n\s+TLS Web Client Authentication, TLS Web Server Authentication/);
  expect(text).toMatch(/Basic Constraints: critical\n\s+CA:FALSE/);
});

test('another library reads issued certificates, including every usage', async () => {
  x509.cryptoProvider.set(crypto);
  const usages = ['cert sign', 'crl sign', 'encipher only', 'decipher only', 'any', 'ipsec user', 'netscape sgc'];
  const certificate = new x509.X509Certificate(await issue({ usages }));
  const root = new x509.X509Certificate(await authority.authority());
  expect(await certificate.verify({ publicKey: await root.publicKey.export(), date: new Date(NOW) })).toBe(true);
  const { keyCertSign, cRLSign, encipherOnly, decipherOnly } = x509.KeyUsageFlags;
  expect(certificate.getExtension(x509.KeyUsagesExtension)?.usages).toBe(
    keyCertSign | cRLSign | encipherOnly | decipherOnly,
  );
  expect(certificate.getExtension(x509.ExtendedKeyUsageExtension)?.usages).toEqual([
    '2.5.29.37.0',
    '1.3.6.1.5.5.7.3.7',
    '2.16.840.1.113730.4.1',
  ]);
});

test.each([
  ['those for less than eight hours end at the requested time', 28_799, NOW + 28_799_000],
  ['longer-lived ones also end five minutes earlier', 28_800, NOW - 300_000 + 28_800_000],
  ['none outlives the authority', 20 * 365 * 86_400, NOW + 10 * 365 * 24 * HOUR],
])('certificates start five minutes ago: %s', async (_, seconds, notAfter) => {
  expect(readFirst(await issue({ seconds }))).toMatchObject({ notBefore: NOW - 300_000, notAfter });
});
