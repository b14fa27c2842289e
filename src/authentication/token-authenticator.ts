import { type Authentication, AuthenticationError } from './authenticator.ts';

/** One kind of bearer token. */
export interface TokenAuthenticator {
  readonly name: string;
  /**
   * Returns undefined for tokens of another kind.
   * @param warn adds a `Warning` header to the response
   * @throws AuthenticationError for an invalid or expired token of this kind
   */
  authenticateToken(
    token: string,
    audiences: readonly string[],
    warn?: (text: string) => void,
  ): Promise<Authentication | undefined>;
}

/** Returns the requested audiences for which a token is valid, in requested order. */
export const sharedAudiences = (own: readonly string[], requested: readonly string[]): readonly string[] =>
  requested.filter((audience) => own.includes(audience));

/** Like `sharedAudiences`. @throws AuthenticationError when there are none */
export function requireSharedAudiences(own: readonly string[], requested: readonly string[]): readonly string[] {
  const shared = sharedAudiences(own, requested);
  if (shared.length > 0) return shared;
  throw new AuthenticationError([
    `token audiences ${goList(own)} is invalid for the target audiences ${goList(requested)}`,
  ]);
}

const goList = (items: readonly string[]): string => `[${items.map((item) => JSON.stringify(item)).join(' ')}]`;
