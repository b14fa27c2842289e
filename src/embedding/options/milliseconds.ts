import { parseDuration } from '../../api/values/duration.ts';

/** Milliseconds, or a text such as `90s`, `1h` or `1m30s`. */
export type Duration = number | string;

/** Returns the milliseconds of a duration; undefined when it is not one, or negative. */
export function readMilliseconds(duration: unknown): number | undefined {
  const milliseconds = typeof duration === 'string' ? parseDuration(duration) : duration;
  return Number.isFinite(milliseconds) && Number(milliseconds) >= 0 ? Number(milliseconds) : undefined;
}

/** Returns the milliseconds of a duration. @throws RangeError that names the parameter */
export function milliseconds(name: string, duration: Duration): number {
  const read = readMilliseconds(duration);
  if (read === undefined) throw new RangeError(`${name} ${DURATION_EXPECTED}, not ${JSON.stringify(duration)}`);
  return read;
}

export const DURATION_EXPECTED = 'must be a number of milliseconds from 0, or a text such as "90s" or "1h"';
