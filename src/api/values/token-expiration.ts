const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns until when a bootstrap token is valid, in milliseconds, from the `expiration` of its secret. A token without one
 * never expires; one whose expiration is not an RFC 3339 time has expired.
 */
export function endOfToken(expiration: string): number {
  if (expiration === '') return Number.POSITIVE_INFINITY;
  const end = TIME.test(expiration) ? Date.parse(expiration) : Number.NaN;
  return Number.isNaN(end) ? Number.NEGATIVE_INFINITY : end;
}
