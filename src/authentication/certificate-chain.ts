import { type Certificate, readCertificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import { pemBlocks } from '../x509/pem.ts';
import { AuthenticationError } from './authenticator.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';
/** Maximum number of signatures to verify per chain, more than any legitimate chain needs. */
const MAXIMUM_SIGNATURES = 100;

const UNKNOWN_AUTHORITY = 'x509: certificate signed by unknown authority';

/** Returns the certificates of PEM texts, in order. @throws AuthenticationError when one is malformed */
export function readChain(texts: readonly string[]): readonly Certificate[] {
  try {
    return texts.flatMap(pemBlocks).map(({ bytes }) => readCertificate(bytes));
  } catch (error) {
    if (error instanceof DerError) throw new AuthenticationError(['x509: malformed certificate']);
    throw error;
  }
}

/**
 * Verifies that a chain (the client's certificate, then intermediates) leads to one of the authorities, and that every
 * certificate is currently valid and allows client authentication.
 * @throws AuthenticationError with the real server's message
 */
export async function verifyClientChain(
  [leaf, ...intermediates]: readonly Certificate[],
  authorities: readonly Certificate[],
  now: number,
): Promise<void> {
  const problem = leaf ? await new ChainSearch(intermediates, authorities, now).problemOf([leaf]) : UNKNOWN_AUTHORITY;
  if (problem !== undefined) throw new AuthenticationError([problem]);
}

class ChainSearch {
  readonly #intermediates: readonly Certificate[];
  readonly #authorities: readonly Certificate[];
  readonly #now: number;
  #signatures = 0;

  constructor(intermediates: readonly Certificate[], authorities: readonly Certificate[], now: number) {
    this.#intermediates = intermediates;
    this.#authorities = authorities;
    this.#now = now;
  }

  /** Returns why the path cannot be extended to an authority; undefined when it can. */
  async problemOf(path: readonly Certificate[]): Promise<string | undefined> {
    const last = path.at(-1);
    const own = last && linkProblem(last, this.#now);
    if (!last || own) return own;
    if (this.#authorities.some((authority) => isSame(authority.whole, last.whole))) return undefined;
    let problem: string | undefined = UNKNOWN_AUTHORITY;
    for (const issuer of [...this.#authorities, ...this.#intermediates]) {
      if (!isSame(issuer.subjectName.whole, last.issuerName.whole) || path.includes(issuer)) continue;
      if (!mayIssue(issuer, path.length - 1) || ++this.#signatures > MAXIMUM_SIGNATURES) continue;
      if (!(await isSigned(last, issuer))) continue;
      problem = await this.problemOf([...path, issuer]);
      if (problem === undefined) return undefined;
    }
    return problem;
  }
}

/** Reports whether the issuer signed the certificate; malformed signatures are invalid. */
async function isSigned(certificate: Certificate, issuer: Certificate): Promise<boolean> {
  try {
    return (await certificate.signatureError(issuer.publicKey)) === undefined;
  } catch (error) {
    if (error instanceof DerError) return false;
    throw error;
  }
}

function linkProblem(certificate: Certificate, now: number): string | undefined {
  const { notBefore, notAfter, extendedKeyUsages: usages, unknownCriticalExtensions } = certificate;
  if (now < notBefore || now > notAfter) return 'x509: certificate has expired or is not yet valid';
  if (unknownCriticalExtensions.length > 0) return 'x509: unhandled critical extension';
  const isForClients = !usages || usages.includes(CLIENT_AUTHENTICATION) || usages.includes(ANY_PURPOSE);
  return isForClients ? undefined : 'x509: certificate specifies an incompatible key usage';
}

const mayIssue = ({ isAuthority, mayCertify, maximumPathLength = Infinity }: Certificate, below: number): boolean =>
  isAuthority && mayCertify && below <= maximumPathLength;

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
