import type { Random } from '../api/environment.ts';
import type { ServiceAccountKeys } from '../authentication/service-account-token.ts';
import type { Storage } from '../storage/storage.ts';

const KEY = '/tabplane/service-account-signing-key';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };

/** The key pair that signs service account tokens: made once, kept with the data, so that tokens outlive the process. */
export async function openServiceAccountKeys(storage: Storage, random: Random): Promise<ServiceAccountKeys> {
  for (;;) {
    const stored = await storage.get(KEY);
    if (stored) return importKeys(JSON.parse(stored.value) as StoredKey);
    await storage.commit([{ key: KEY, value: JSON.stringify(await generateKey(random)), expected: 0 }]);
  }
}

interface StoredKey {
  readonly id: string;
  readonly privateKey: JsonWebKey;
  readonly publicKey: JsonWebKey;
}

async function generateKey(random: Random): Promise<StoredKey> {
  const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  return {
    id: Array.from(random.bytes(16), (byte) => byte.toString(16).padStart(2, '0')).join(''),
    privateKey: await crypto.subtle.exportKey('jwk', pair.privateKey),
    publicKey: await crypto.subtle.exportKey('jwk', pair.publicKey),
  };
}

async function importKeys({ id, privateKey, publicKey }: StoredKey): Promise<ServiceAccountKeys> {
  return {
    keyId: id,
    privateKey: await crypto.subtle.importKey('jwk', privateKey, ALGORITHM, false, ['sign']),
    publicKeys: new Map([[id, await crypto.subtle.importKey('jwk', publicKey, ALGORITHM, true, ['verify'])]]),
  };
}
