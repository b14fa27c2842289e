import { importJWK, type JWK } from 'jose';
import { LONGEST_ANSWER } from '../api/encoding/read-stream.ts';
import type { Fetch, OutgoingTrust } from '../api/environment.ts';
import { readText } from '../api/messages/read-message.ts';
import { isRecord } from '../api/object.ts';
import type { VerificationKey } from './jwt.ts';

/** Key types by the first letter of the algorithm: RS, PS, ES. */
const KEY_TYPES: Readonly<Record<string, string>> = { R: 'RSA', P: 'RSA', E: 'EC' };

/** The keys of an identity provider, located through its discovery document (OpenID Connect Discovery 1.0). */
export class OidcKeys {
  readonly #issuer: string;
  readonly #fetch: Fetch;
  readonly #trust: OutgoingTrust;
  #keysUrl: Promise<string> | undefined;
  #keys: readonly JWK[] = [];
  #loading: Promise<void> | undefined;

  constructor(issuer: string, fetch: Fetch, trust: OutgoingTrust) {
    this.#issuer = issuer;
    this.#fetch = fetch;
    this.#trust = trust;
  }

  /** Returns the known keys for an algorithm. */
  async known(algorithm: string): Promise<readonly VerificationKey[]> {
    const keys = this.#keys.filter(
      ({ kty, use, alg }) =>
        kty === KEY_TYPES[algorithm[0] ?? ''] && (use ?? 'sig') === 'sig' && (alg ?? algorithm) === algorithm,
    );
    const imported = await Promise.all(keys.map((key) => importKey(key, algorithm)));
    return imported.filter((key) => key !== undefined);
  }

  /**
   * Fetches the keys again; concurrent calls share one request.
   * @throws Error when the provider cannot be reached
   */
  refresh(): Promise<void> {
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    return this.#loading;
  }

  async #load(): Promise<void> {
    this.#keysUrl ??= this.#discover();
    const url = await this.#keysUrl.catch((error: unknown) => {
      this.#keysUrl = undefined; // The next token retries.
      throw error;
    });
    const { keys } = await this.#read(url);
    this.#keys = Array.isArray(keys) ? keys.filter(isRecord) : [];
  }

  async #discover(): Promise<string> {
    const { issuer, jwks_uri: url } = await this.#read(
      `${this.#issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    );
    if (issuer !== this.#issuer) {
      const [expected, got] = [this.#issuer, issuer].map((text) => JSON.stringify(text));
      throw new Error(`oidc: issuer did not match the issuer returned by provider, expected ${expected} got ${got}`);
    }
    if (typeof url !== 'string') throw new Error('oidc: the discovery document has no jwks_uri');
    return url;
  }

  async #read(url: string): Promise<Readonly<Record<string, unknown>>> {
    const response = await this.#fetch(new Request(url, { headers: { accept: 'application/json' } }), this.#trust);
    const text = await readText(response, LONGEST_ANSWER);
    if (response.status !== 200) throw new Error(`oidc: ${url} returned status ${response.status}`);
    const document: unknown = JSON.parse(text);
    if (!isRecord(document)) throw new Error(`oidc: ${url} did not return a JSON object`);
    return document;
  }
}

/** Imports a key; undefined for an unsupported one, because the provider may have others. */
async function importKey(key: JWK, algorithm: string): Promise<VerificationKey | undefined> {
  try {
    const publicKey = await importJWK(key, algorithm);
    return publicKey instanceof CryptoKey ? { keyId: key.kid ?? '', algorithm, publicKey } : undefined;
  } catch {
    return undefined;
  }
}
