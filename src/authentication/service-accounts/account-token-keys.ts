import { AuthenticationError } from '../authenticator.ts';
import { type JwtClaims, type SigningKey, type VerificationKey, verifiedClaims } from '../jwt.ts';

/** Keys for service account tokens. The host stores them, so that tokens remain valid across restarts. */
export interface ServiceAccountKeys {
  /** Returns the key that signs new tokens, creating it on first use. Its public half becomes a verification key. */
  signingKey(): Promise<SigningKey>;
  /** Returns all keys whose tokens are valid, including older ones. */
  verificationKeys(): Promise<readonly VerificationKey[]>;
}

/** Verifies a token's signature and returns its claims. @throws AuthenticationError when no key has signed it */
export async function verifyAccountToken(token: string, keys: ServiceAccountKeys): Promise<JwtClaims> {
  const claims = await verifiedClaims(token, await keys.verificationKeys());
  if (!claims) throw new AuthenticationError(['square/go-jose: error in cryptographic primitive']);
  return claims;
}
