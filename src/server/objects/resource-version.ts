import { errorText } from '../../api/error-text.ts';
import { quoted } from '../../api/field-error.ts';
import { plainError, StatusError } from '../../api/status.ts';

const MAXIMUM = 2n ** 64n - 1n;

/** The revision that a resourceVersion names; 0 for an empty one. @throws Error with the server's text */
export function parseResourceVersion(text: string): number {
  if (text === '' || text === '0') return 0;
  const problem = !/^\d+$/.test(text) ? 'invalid syntax' : BigInt(text) > MAXIMUM ? 'value out of range' : undefined;
  if (problem) {
    const shown = quoted(text);
    throw new Error(`resourceVersion: Invalid value: ${shown}: strconv.ParseUint: parsing ${shown}: ${problem}`);
  }
  return Number(text);
}

/** As a read from the cache refuses it: 500 without a reason. */
export function resourceVersionOrPlainError(text: string): number {
  try {
    return parseResourceVersion(text);
  } catch (error) {
    throw plainError(errorText(error));
  }
}

/** 504: a revision that has not come yet. `retryAfterSeconds` 0: nothing is said about when to come again. */
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

/** How long a read waits for a revision that has not come yet. */
export const FRESHNESS_WAIT_MILLISECONDS = 3000;
