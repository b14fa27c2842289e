import { isIP } from 'node:net';
import type { CertificateIssuer } from '../../api/ports/certificate-issuer.ts';
import { parseIpAddress } from '../../api/values/ip-address.ts';
import { writeAlternativeNames, writeName } from '../../x509/certificate-writer.ts';
import { writePem } from '../../x509/pem.ts';
import { systemClock } from '../platform.ts';

export interface KeyAndCertificate {
  /** PEM, PKCS #8. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
}

const YEAR_SECONDS = 365 * 86_400;

/**
 * Issues a certificate from the cluster's own authority for the served names and addresses, valid for a year.
 * @param now the time of the cluster, which may be behind that of the clients, in milliseconds since 1970
 */
export async function servingCertificate(
  issuer: CertificateIssuer,
  hosts: readonly string[],
  now = systemClock.now(),
): Promise<KeyAndCertificate> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await issuer.issue({
    subjectName: writeName('tabplane'),
    publicKey: new Uint8Array(await crypto.subtle.exportKey('spki', keys.publicKey)),
    alternativeNames: writeAlternativeNames(hosts.map((host) => (isIP(host) ? addressBytes(host) : host))),
    usages: ['digital signature', 'server auth'],
    seconds: YEAR_SECONDS + Math.max(0, Math.round((systemClock.now() - now) / 1000)),
  });
  const key = new Uint8Array(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { key: writePem('PRIVATE KEY', key), certificate };
}

function addressBytes(text: string): Uint8Array {
  const { version, value } = parseIpAddress(text) ?? { version: 4, value: 0n };
  const length = version === 4 ? 4 : 16;
  return Uint8Array.from({ length }, (_, index) => Number((value >> BigInt(8 * (length - 1 - index))) & 0xffn));
}
