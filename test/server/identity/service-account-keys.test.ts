import { createPrivateKey } from 'node:crypto';
import { exportPKCS8, exportSPKI } from 'jose';
import { expect, test, vi } from 'vitest';
import { signJwt } from '../../../src/authentication/jwt.ts';
import { verifyAccountToken } from '../../../src/authentication/service-accounts/account-token-keys.ts';
import { openServiceAccountKeys } from '../../../src/server/identity/service-account-keys.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';

const open = (storage: Storage, signingKeyFile = '', keyFile = '') =>
  openServiceAccountKeys({ storage, signingKeyFile, keyFile });
const elliptic = (namedCurve = 'P-256') =>
  crypto.subtle.generateKey({ name: 'ECDSA', namedCurve }, true, ['sign', 'verify']);

test('an RSA key is generated once on first use, even by concurrent requests, and stored', async () => {
  const generateKey = vi.spyOn(crypto.subtle, 'generateKey');
  const storage = await createMemoryStorage();
  const keys = await open(storage);
  expect(await keys.verificationKeys()).toEqual([]);
  const [first, second] = await Promise.all([keys.signingKey(), keys.signingKey()]);
  expect(generateKey).toHaveBeenCalledTimes(1);
  generateKey.mockRestore();
  expect(first).toMatchObject({ algorithm: 'RS256', keyId: second.keyId });
  const token = await signJwt({ sub: 'x' }, first);
  expect(await verifyAccountToken(token, await open(storage))).toEqual({ sub: 'x' });
  expect((await (await open(storage)).signingKey()).keyId).toBe(first.keyId);
});

test('tokens signed with the elliptic key of an older database stay valid', async () => {
  const storage = await createMemoryStorage();
  const { publicKey, privateKey } = await elliptic();
  const stored = { id: 'old', publicKey: await crypto.subtle.exportKey('jwk', publicKey), privateKey: {} };
  const key = '/tabplane/service-account-signing-key';
  await storage.commit([{ key, value: JSON.stringify(stored), expected: 0 }]);
  const token = await signJwt({ sub: 'x' }, { algorithm: 'ES256', keyId: 'old', publicKey, privateKey });
  const keys = await open(storage);
  expect(await verifyAccountToken(token, keys)).toEqual({ sub: 'x' });
  expect((await keys.signingKey()).algorithm).toBe('RS256');
  expect(await verifyAccountToken(token, keys)).toEqual({ sub: 'x' });
});

test.each([
  ['P-256', 'ES256'],
  ['P-384', 'ES384'],
  ['P-521', 'ES512'],
])('keys on the curve %s can be set in every PEM format', async (curve, algorithm) => {
  const { privateKey, publicKey } = await elliptic(curve);
  const pkcs8 = await exportPKCS8(privateKey);
  const sec1 = createPrivateKey(pkcs8).export({ type: 'sec1', format: 'pem' }).toString();
  const storage = await createMemoryStorage();
  const [signing, other] = [await open(storage, pkcs8), await open(storage, sec1)];
  const token = await signJwt({ sub: 'x' }, await signing.signingKey());
  expect((await signing.signingKey()).algorithm).toBe(algorithm);
  expect(await verifyAccountToken(token, other)).toEqual({ sub: 'x' });
  expect(await verifyAccountToken(token, await open(storage, '', await exportSPKI(publicKey)))).toEqual({
    sub: 'x',
  });
  expect(await storage.get('/tabplane/service-account-signing-key-rsa')).toBeUndefined();
});

test('RSA keys can be set in every PEM format', async () => {
  const storage = await createMemoryStorage();
  const parameters = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048 };
  const made = { ...parameters, publicExponent: Uint8Array.of(1, 0, 1) };
  const { privateKey, publicKey } = await crypto.subtle.generateKey(made, true, ['sign', 'verify']);
  const node = createPrivateKey(await exportPKCS8(privateKey));
  const pkcs1 = node.export({ type: 'pkcs1', format: 'pem' }).toString();
  const token = await signJwt({ sub: 'x' }, await (await open(storage, pkcs1)).signingKey());
  const files = `${await exportSPKI(publicKey)}\n${await exportSPKI((await elliptic()).publicKey)}`;
  expect(await verifyAccountToken(token, await open(storage, '', files))).toEqual({ sub: 'x' });
});

test('a file without a key is reported', async () => {
  const storage = await createMemoryStorage();
  await expect(open(storage, 'nothing')).rejects.toThrow('does not contain a valid RSA or ECDSA private key');
  await expect(open(storage, '', 'nothing')).rejects.toThrow('does not contain any valid RSA or ECDSA public keys');
});
