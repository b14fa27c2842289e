import { bytesBase64, readBase64 } from '../../api/encoding/base64.ts';
import type { Clock, Random } from '../../api/environment.ts';
import type { CertificateIssuer, CertificateTemplate } from '../../api/ports/certificate-issuer.ts';
import type { Storage } from '../../storage/storage.ts';
import { type Certificate, readCertificate } from '../../x509/certificate.ts';
import { writeCertificate, writeName } from '../../x509/certificate-writer.ts';
import { pemBlocks, writePem } from '../../x509/pem.ts';

const KEY = '/tabplane/certificate-authority';
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' };
const DAY = 86_400_000;
const YEARS_OF_AUTHORITY = 10;
/** Milliseconds by which certificates are backdated, because the clocks of other machines may be behind. */
const BACKDATING = 300_000;
/**
 * Certificates of at least this duration also expire earlier by the backdating. Shorter ones would lose too much time.
 */
const SHORT = 8 * 3_600_000;

/** The stored form of the authority's key and certificate. */
interface StoredAuthority {
  /** PKCS #8 in base64. */
  readonly key: string;
  /** PEM. */
  readonly certificate: string;
}

interface Authority {
  readonly key: CryptoKey;
  readonly pem: string;
  readonly certificate: Certificate;
}

/** The cluster's certificate authority, created on first use and stored with the data. */
export class CertificateAuthority implements CertificateIssuer {
  readonly #storage: Storage;
  readonly #clock: Clock;
  readonly #random: Random;
  #opened: Promise<Authority> | undefined;

  constructor(storage: Storage, clock: Clock, random: Random) {
    this.#storage = storage;
    this.#clock = clock;
    this.#random = random;
  }

  /** Returns the authority's certificate, or none when it has not been created yet. */
  async certificates(): Promise<readonly Certificate[]> {
    const authority = await this.#read();
    return authority ? [authority.certificate] : [];
  }

  async authority(): Promise<string> {
    return (await this.#open()).pem;
  }

  async issue({ subjectName, publicKey, alternativeNames, usages, seconds }: CertificateTemplate): Promise<string> {
    const { key, certificate } = await this.#open();
    const now = this.#clock.now();
    const notBefore = now - BACKDATING;
    const duration = seconds * 1000;
    const notAfter = (duration < SHORT ? now : notBefore) + duration;
    const content = {
      serialNumber: this.#random.bytes(16),
      issuerName: certificate.subjectName.whole,
      subjectName,
      notBefore,
      notAfter: Math.min(notAfter, certificate.notAfter),
      publicKey: Uint8Array.from(publicKey),
      issuerKey: certificate.publicKey.whole,
      usages,
      isAuthority: false,
      alternativeNames,
    };
    return writePem('CERTIFICATE', await writeCertificate(content, key));
  }

  async #open(): Promise<Authority> {
    for (;;) {
      const authority = await this.#read();
      if (authority) return authority;
      const value = JSON.stringify(await this.#make());
      await this.#storage.commit([{ key: KEY, value, expected: 0 }]);
    }
  }

  async #read(): Promise<Authority | undefined> {
    if (this.#opened) return this.#opened;
    const stored = await this.#storage.get(KEY);
    if (!stored) return undefined;
    this.#opened ??= importAuthority(JSON.parse(stored.value) as StoredAuthority);
    return this.#opened;
  }

  async #make(): Promise<StoredAuthority> {
    const pair = (await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])) as CryptoKeyPair;
    const publicKey = new Uint8Array(await crypto.subtle.exportKey('spki', pair.publicKey));
    const name = writeName('tabplane-ca');
    const now = this.#clock.now();
    const content = {
      serialNumber: this.#random.bytes(16),
      issuerName: name,
      subjectName: name,
      notBefore: now - BACKDATING,
      notAfter: now + YEARS_OF_AUTHORITY * 365 * DAY,
      publicKey,
      issuerKey: publicKey,
      usages: ['digital signature', 'key encipherment', 'cert sign'],
      isAuthority: true,
    };
    const certificate = writePem('CERTIFICATE', await writeCertificate(content, pair.privateKey));
    const key = new Uint8Array(await crypto.subtle.exportKey('pkcs8', pair.privateKey));
    return { key: bytesBase64(key), certificate };
  }
}

async function importAuthority({ key, certificate: pem }: StoredAuthority): Promise<Authority> {
  const bytes = readBase64(key);
  const [block] = pemBlocks(pem);
  if (!bytes || !block) throw new Error(`cannot read the certificate authority stored as ${KEY}`);
  return {
    key: await crypto.subtle.importKey('pkcs8', bytes, ALGORITHM, false, ['sign']),
    pem,
    certificate: readCertificate(block.bytes),
  };
}
