import { CompactSign, compactVerify, decodeJwt, decodeProtectedHeader, errors } from 'jose';
import { utf8Bytes, utf8Text } from '../api/encoding/utf8.ts';
import { isRecord } from '../api/object.ts';

/** A key that verifies tokens; asymmetric, and good for one algorithm only. */
export interface VerificationKey {
  /** Empty: the key has no name. */
  readonly keyId: string;
  /** As JSON Web Algorithms name it (RFC 7518): RS256, ES256, … */
  readonly algorithm: string;
  readonly publicKey: CryptoKey;
}

export interface SigningKey extends VerificationKey {
  readonly privateKey: CryptoKey;
}

/** What a token says. */
export type JwtClaims = Readonly<Record<string, unknown>>;

/** What a text of the form of a signed token says, nothing of it verified; undefined for any other text. */
export function readUnverifiedJwt(
  token: string,
): { readonly algorithm: string; readonly claims: JwtClaims } | undefined {
  try {
    const { alg } = decodeProtectedHeader(token);
    return { algorithm: alg ?? '', claims: decodeJwt(token) };
  } catch {
    return undefined; // Of another form: a token of another kind.
  }
}

/**
 * Claims of a token that one of the keys has signed; undefined when none has. A key counts only for its own algorithm:
 * no token can choose how it is verified.
 */
export async function verifiedClaims(token: string, keys: readonly VerificationKey[]): Promise<JwtClaims | undefined> {
  const { alg, kid } = decodeProtectedHeader(token);
  const fitting = keys.filter(({ algorithm }) => algorithm === alg);
  // The key that the token names first; a name that nobody has says nothing.
  fitting.sort((a, b) => Number(b.keyId === kid) - Number(a.keyId === kid));
  for (const { publicKey, algorithm } of fitting) {
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
  new CompactSign(utf8Bytes(JSON.stringify(claims)))
    .setProtectedHeader({ alg: algorithm, kid: keyId })
    .sign(privateKey);

/** Audiences of a token: one text or several. */
export const audiencesOf = ({ aud }: JwtClaims): readonly string[] =>
  [aud].flat().filter((audience) => typeof audience === 'string');
