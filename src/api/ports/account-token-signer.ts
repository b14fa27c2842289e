/** The secret that holds a token of a service account, and the account. */
export interface AccountTokenSecret {
  readonly namespace: string;
  readonly secretName: string;
  readonly accountName: string;
  readonly accountUid: string;
}

/** Signs the token that a secret is to hold: without an end, good while the secret holds it. */
export type AccountTokenSigner = (secret: AccountTokenSecret) => Promise<string>;
