import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import * as x509 from './x509.ts';

export interface KeyAndCertificate {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
}

const YEAR_MILLISECONDS = 365 * 24 * 3600 * 1000;
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** Creates a self-signed certificate authority for this machine's own names. Only for tests. */
export async function selfSignedCertificate(hosts: readonly string[]): Promise<KeyAndCertificate> {
  x509.cryptoProvider.set(crypto);
  const keys = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
  const now = systemClock.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: Array.from(systemRandom.bytes(8), (byte) => (byte & 0x7f).toString(16).padStart(2, '0')).join(''),
    name: 'CN=tabplane',
    notBefore: new Date(now - 60_000),
    notAfter: new Date(now + YEAR_MILLISECONDS),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, undefined, true),
      new x509.SubjectAlternativeNameExtension(
        hosts.map((value) => ({ type: /^[\d.]+$|:/.test(value) ? ('ip' as const) : ('dns' as const), value })),
      ),
    ],
  });
  const exported = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { key: x509.PemConverter.encode(exported, 'PRIVATE KEY'), certificate: certificate.toString('pem') };
}
