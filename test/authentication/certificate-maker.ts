import * as x509 from '../helpers/x509.ts';

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
const CLIENT_AUTHENTICATION = '1.3.6.1.5.5.7.3.2';

x509.cryptoProvider.set(crypto);

/** A certificate and its key, created with an independent library. */
export interface Made {
  readonly certificate: x509.X509Certificate;
  readonly keys: CryptoKeyPair;
  readonly pem: string;
  /** PEM, PKCS #8. */
  readonly key: string;
}

export interface Making {
  readonly name: string;
  /** Undefined for a self-signed certificate. */
  readonly issuer?: Made;
  readonly isAuthority?: boolean;
  readonly pathLength?: number;
  /** Object identifiers; client authentication by default. */
  readonly purposes?: readonly string[];
  readonly notBefore?: Date;
  readonly notAfter?: Date;
  readonly extensions?: readonly x509.Extension[];
}

let serialNumber = 1;

export async function makeCertificate(making: Making): Promise<Made> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const { name, issuer, isAuthority = false, purposes = isAuthority ? [] : [CLIENT_AUTHENTICATION] } = making;
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: String(serialNumber++).padStart(2, '0'),
    subject: name,
    issuer: issuer?.certificate.subject ?? name,
    notBefore: making.notBefore ?? new Date(Date.now() - 60_000),
    notAfter: making.notAfter ?? new Date(Date.now() + 3_600_000),
    signingAlgorithm: ALGORITHM,
    publicKey: keys.publicKey,
    signingKey: (issuer?.keys ?? keys).privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(isAuthority, making.pathLength, true),
      ...(purposes.length ? [new x509.ExtendedKeyUsageExtension([...purposes])] : []),
      ...(making.extensions ?? []),
    ],
  });
  const exported = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return {
    certificate,
    keys,
    pem: certificate.toString('pem'),
    key: x509.PemConverter.encode(exported, 'PRIVATE KEY'),
  };
}

/** Returns the PEM of a certificate request. */
export async function makeRequest(name: string, extensions: readonly x509.Extension[] = []) {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name,
    keys,
    signingAlgorithm: ALGORITHM,
    extensions: [...extensions],
  });
  const exported = await crypto.subtle.exportKey('pkcs8', keys.privateKey);
  return { pem: request.toString('pem'), key: x509.PemConverter.encode(exported, 'PRIVATE KEY') };
}
