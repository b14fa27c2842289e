import { type Authentication, AuthenticationError } from './authenticator.ts';

/** One kind of bearer token. */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * Undefined: not a token of this kind.
   * @param warn Adds a `Warning` header to the answer.
   * @throws AuthenticationError when it is one, but not (or no longer) a good one.
   */
  authenticateToken(
    token: string,
    audiences: readonly string[],
    warn?: (text: string) => void,
  ): Promise<Authentication | undefined>;
}

/** The audiences of a token that were asked for, in the order asked. */
export const sharedAudiences = (own: readonly string[], asked: readonly string[]): readonly string[] =>
  asked.filter((audience) => own.includes(audience));

/** As `sharedAudiences`. @throws AuthenticationError when there are none */
export function requireSharedAudiences(own: readonly string[], asked: readonly string[]): readonly string[] {
  const shared = sharedAudiences(own, asked);
  if (shared.length > 0) return shared;
  throw new AuthenticationError([
    `token audiences ${goList(own)} is invalid for the target audiences ${goList(asked)}`,
  ]);
}

const goList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(' ')}]`;
