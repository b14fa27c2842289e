import type { Authentication } from './authenticator.ts';

/** One kind of bearer token. */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * Undefined: not a token of this kind.
   * @throws AuthenticationError when it is one, but not (or no longer) a good one.
   */
  authenticateToken(token: string, audiences: readonly string[]): Promise<Authentication | undefined>;
}

/** The audiences of a token that were asked for, in the order asked. */
export const sharedAudiences = (own: readonly string[], asked: readonly string[]): readonly string[] =>
  asked.filter((audience) => own.includes(audience));
