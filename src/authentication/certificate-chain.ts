import { type Certificate, readCertificate } from '../x509/certificate.ts';
import { DerError } from '../x509/der.ts';
import { pemBlocks } from '../x509/pem.ts';
import { AuthenticationError } from './authenticator.ts';

const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';
const ANY_PURPOSE = '2.5.29.37.0';
/** Signatures that are looked at before a chain is given up: more than any honest one needs. */
const MAXIMUM_SIGNATURES = 100;

const UNKNOWN_AUTHORITY = 'x509: certificate signed by unknown authority';

/** The certificates of PEM texts, in order. @throws AuthenticationError when one cannot be read */
export function readChain(texts: readonly string[]): readonly Certificate[] {
  try {
    return texts.flatMap(pemBlocks).map(({ bytes }) => readCertificate(bytes));
  } catch (error) {
    if (error instanceof DerError) throw new AuthenticationError(['x509: malformed certificate']);
    throw error;
  }
}

/**
 * Whether a chain (the client's own certificate, then those of authorities between) leads to one of the authorities,
 * every link valid now and good for clients.
 * @throws AuthenticationError with the reason, in the real server's words
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

  /** Why no way leads on from the last of the path to an authority; undefined when one does. */
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

/** What cannot be read as a signature is none. */
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
