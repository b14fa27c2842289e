/** A service account token secret and its account. */
export interface AccountTokenSecret {
  readonly namespace: string;
  readonly secretName: string;
  readonly accountName: string;
  readonly accountUid: string;
}

/**
 * Signs the token of a service account token secret. The token does not expire; it is valid while the secret holds it.
 */
export type AccountTokenSigner = (secret: AccountTokenSecret) => Promise<string>;
