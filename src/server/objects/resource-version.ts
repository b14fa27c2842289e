import { errorText } from '../../api/error-text.ts';
import { quoted } from '../../api/field-error.ts';
import { plainError, StatusError } from '../../api/status.ts';

const MAXIMUM = 2n ** 64n - 1n;

/** Returns the revision of a resourceVersion; 0 for an empty one. @throws Error with the server's message */
export function parseResourceVersion(text: string): number {
  if (text === '' || text === '0') return 0;
  const problem = !/^\d+$/.test(text) ? 'invalid syntax' : BigInt(text) > MAXIMUM ? 'value out of range' : undefined;
  if (problem) {
    const shown = quoted(text);
    throw new Error(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: ${problem}`);
  }
  return Number(text);
}

/** The error of a read from the cache: 500 without a reason. */
export function resourceVersionOrPlainError(text: string): number {
  try {
    return parseResourceVersion(text);
  } catch (error) {
    throw plainError(errorText(error));
  }
}

/** The 504 for a future revision. `retryAfterSeconds` 0 omits the hint when to retry. */
export const tooLargeResourceVersion = (requested: number, current: number, retryAfterSeconds: number): StatusError =>
  new StatusError({
    code: 504,
    reason: 'Timeout',
    message: `Timeout: Too large resource version: ${requested}, current: ${current}`,
    details: {
      causes: [{ reason: 'ResourceVersionTooLarge', message: 'Too large resource version' }],
      ...(retryAfterSeconds ? { retryAfterSeconds } : {}),
    },
  });

/** Milliseconds that a read waits for a future revision. */
export const FRESHNESS_WAIT_MILLISECONDS = 3000;
