const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Returns the end of a bootstrap token's validity in milliseconds, from the `expiration` of its secret. A token without
 * expiration never expires. A token has expired if its expiration is not an RFC 3339 time.
 */
export function endOfToken(expiration: string): number {
  if (expiration === '') return Number.POSITIVE_INFINITY;
  const end = TIME.test(expiration) ? Date.parse(expiration) : Number.NaN;
  return Number.isNaN(end) ? Number.NEGATIVE_INFINITY : end;
}
