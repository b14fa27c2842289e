import { CompactSign, compactVerify, decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { utf8Bytes, utf8Text } from '../api/encoding/utf8.ts';
import { isRecord } from '../api/object.ts';

/** An asymmetric key that verifies tokens of one algorithm. */
export interface VerificationKey {
  /** Empty when the key has no ID. */
  readonly keyId: string;
  /** JSON Web Algorithm (RFC 7518): RS256, ES256, … */
  readonly algorithm: string;
  readonly publicKey: CryptoKey;
}

export interface SigningKey extends VerificationKey {
  readonly privateKey: CryptoKey;
}

export type JwtClaims = Readonly<Record<string, unknown>>;

/** Returns the algorithm and claims of a signed token without verifying it; undefined for any other text. */
export function readUnverifiedJwt(
  token: string,
): { readonly algorithm: string; readonly claims: JwtClaims } | undefined {
  try {
    const { alg } = decodeProtectedHeader(token);
    return { algorithm: alg ?? '', claims: decodeJwt(token) };
  } catch {
    return undefined; // Not a JWT: another kind of token.
  }
}

/**
 * Returns the claims of a token signed by one of the keys; undefined when none has signed it. Each key is only used for
 * its own algorithm, so a token cannot choose how it is verified.
 */
export async function verifiedClaims(token: string, keys: readonly VerificationKey[]): Promise<JwtClaims | undefined> {
  const { alg, kid } = decodeProtectedHeader(token);
  const candidates = keys.filter(({ algorithm }) => algorithm === alg);
  // Tries the key with the token's `kid` first, then the others.
  candidates.sort((a, b) => Number(b.keyId === kid) - Number(a.keyId === kid));
  for (const { publicKey, algorithm } of candidates) {
    try {
      const { payload } = await compactVerify(token, publicKey, { algorithms: [algorithm] });
      const claims: unknown = JSON.parse(utf8Text(payload));
      return isRecord(claims) ? claims : undefined;
    } catch (error) {
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return undefined;
}

export const signJwt = (claims: JwtClaims, { algorithm, keyId, privateKey }: SigningKey): Promise<string> =>
  // The library only accepts bytes of its own realm. An encoder may create them in another one.
  new CompactSign(Uint8Array.from(utf8Bytes(JSON.stringify(claims))))
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .sign(privateKey);

/** Returns the audiences of a token, whose claim is a string or a list. */
export const audiencesOf = ({ aud }: JwtClaims): readonly string[] =>
  [aud].flat().filter((audience) => typeof audience === 'string');
