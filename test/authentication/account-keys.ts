import type { SigningKey, VerificationKey } from '../../src/authentication/jwt.ts';
import type { ServiceAccountKeys } from '../../src/authentication/service-accounts/account-token-keys.ts';

/** Creates an ES256 key, which is faster than RSA. */
export async function ellipticKey(keyId: string): Promise<SigningKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']);
  return { keyId, algorithm: 'ES256', ...pair };
}

export const accountKeys = (signing: SigningKey, ...older: VerificationKey[]): ServiceAccountKeys => ({
  signingKey: async () => signing,
  verificationKeys: async () => [signing, ...older],
});
