import { bytesBase64, readBase64 } from '../../api/encoding/base64.ts';
import type { SigningKey, VerificationKey } from '../../authentication/jwt.ts';
import type { ServiceAccountKeys } from '../../authentication/service-accounts/account-token-keys.ts';
import type { Storage } from '../../storage/storage.ts';
import { readPemPrivateKey, readPemPublicKeys, signingKey } from './pem-keys.ts';

const KEY = '/tabplane/service-account-signing-key-rsa';
const ALGORITHM = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  modulusLength: 2048,
  publicExponent: Uint8Array.of(1, 0, 1),
};
/** The key of databases created before RSA keys were used. Tokens signed with it stay valid. */
const ELLIPTIC_KEY = '/tabplane/service-account-signing-key';

export interface ServiceAccountKeyOptions {
  readonly storage: Storage;
  /** PEM: a signing key that replaces the server's own, and additional keys that verify. */
  readonly signingKeyFile: string;
  readonly keyFile: string;
}

/**
 * Opens the keys that sign and verify service account tokens. Unless the flags set a signing key, a key pair is
 * generated when the first token is requested, because that takes a while, and stored with the data, so that tokens
 * outlive the process.
 * @throws Error for the author of the key files
 */
export async function openServiceAccountKeys(options: ServiceAccountKeyOptions): Promise<ServiceAccountKeys> {
  const { storage, signingKeyFile, keyFile } = options;
  const given = signingKeyFile ? await readPemPrivateKey(signingKeyFile) : undefined;
  const others = keyFile ? await readPemPublicKeys(keyFile) : [];
  let own: Promise<SigningKey> | undefined;
  let elliptic: Promise<VerificationKey | undefined> | undefined;
  let generated: Promise<unknown> | undefined;
  const readOwn = async (): Promise<SigningKey | undefined> => {
    if (given || own) return given ?? own;
    const stored = await storage.get(KEY);
    if (!stored) return undefined;
    own ??= importStored(stored.value);
    return own;
  };
  return {
    async signingKey() {
      for (;;) {
        const found = await readOwn();
        if (found) return found;
        // Concurrent first requests share one key pair instead of generating one each.
        generated ??= storeNewKey(storage).finally(() => {
          generated = undefined;
        });
        await generated;
      }
    },
    async verificationKeys() {
      elliptic ??= readElliptic(storage);
      const [signing, older] = await Promise.all([readOwn(), elliptic]);
      const all = [signing, ...others, older].filter((key) => key !== undefined);
      return all.filter(({ keyId }, index) => all.findIndex((key) => key.keyId === keyId) === index);
    },
  };
}

const importStored = (base64: string): Promise<SigningKey> => {
  const bytes = readBase64(base64);
  if (!bytes) throw new Error(`cannot read the key stored as ${KEY}`);
  return signingKey(bytes);
};

/** Stores a new key pair as PKCS #8 in base64, unless another one has been stored first. */
async function storeNewKey(storage: Storage): Promise<void> {
  const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  const bytes = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
  await storage.commit([{ key: KEY, value: bytesBase64(bytes), expected: 0 }]);
}

async function readElliptic(storage: Storage): Promise<VerificationKey | undefined> {
  const stored = await storage.get(ELLIPTIC_KEY);
  if (!stored) return undefined;
  const { id, publicKey } = JSON.parse(stored.value) as { readonly id: string; readonly publicKey: JsonWebKey };
  const parameters = { name: 'ECDSA', namedCurve: 'P-256' };
  return {
    keyId: id,
    algorithm: 'ES256',
    publicKey: await crypto.subtle.importKey('jwk', publicKey, parameters, true, ['verify']),
  };
}
