import { AuthenticationError } from './authenticator.ts';
import { type JwtClaims, type SigningKey, type VerificationKey, verifiedClaims } from './jwt.ts';

/** The keys of service account tokens. The host keeps them, so that tokens outlive the process. */
export interface ServiceAccountKeys {
  /** Signs new tokens. Made when it is first asked for; its public half is among the others from then on. */
  signingKey(): Promise<SigningKey>;
  /** Tokens signed with older keys stay good as long as those are here. */
  verificationKeys(): Promise<readonly VerificationKey[]>;
}

/** @throws AuthenticationError when no key has signed the token */
export async function verifiedByAccountKeys(token: string, keys: ServiceAccountKeys): Promise<JwtClaims> {
  const claims = await verifiedClaims(token, await keys.verificationKeys());
  if (!claims) throw new AuthenticationError(['square/go-jose: error in cryptographic primitive']);
  return claims;
}
