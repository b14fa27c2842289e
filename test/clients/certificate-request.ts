import * as x509 from '../helpers/x509.ts';

/** Returns a CertificateSigningRequest for the user jane, with a new key. */
export async function certificateRequest(name: string, signerName: string): Promise<string> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=jane, O=dev',
    keys,
    signingAlgorithm: algorithm,
  });
  return JSON.stringify({
    apiVersion: 'certificates.k8s.io/v1',
    kind: 'CertificateSigningRequest',
    metadata: { name },
    spec: {
      request: btoa(x509.PemConverter.encode(request.rawData, 'CERTIFICATE REQUEST')),
      signerName,
      expirationSeconds: 3600,
      usages: ['client auth'],
    },
  });
}
