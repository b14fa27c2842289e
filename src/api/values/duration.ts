const MILLISECONDS: Readonly<Record<string, number>> = {
  ns: 1e-6,
  us: 1e-3,
  µs: 1e-3,
  μs: 1e-3,
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
};
/** A number and its unit. */
const PART = /(\d+\.?\d*|\.\d+)([^\d.]*)/y;

/** Go counts durations in nanoseconds, of 64 bits. */
const LIMIT = 2 ** 63 / 1e6;

/** An invalid duration, with the message of Go's time.ParseDuration. */
export class DurationError extends Error {}

/** Parses a Go duration (`1m30s`, `500ms`, `0`) into milliseconds. @throws DurationError */
export function readDuration(text: string): number {
  const because = (problem: string) => new DurationError(`time: ${problem} ${JSON.stringify(text)}`);
  const sign = text.startsWith('-') ? -1 : 1;
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return 0;
  if (unsigned === '') throw because('invalid duration');
  let milliseconds = 0;
  PART.lastIndex = 0;
  while (PART.lastIndex < unsigned.length) {
    const [, count, unit = ''] = PART.exec(unsigned) ?? [];
    if (count === undefined) throw because('invalid duration');
    if (unit === '') throw because('missing unit in duration');
    const factor = MILLISECONDS[unit];
    if (factor === undefined) throw because(`unknown unit ${JSON.stringify(unit)} in duration`);
    milliseconds += Number(count) * factor;
  }
  if (milliseconds >= LIMIT) throw because('invalid duration');
  return sign * milliseconds;
}

/** Parses a Go duration into milliseconds; undefined when it is invalid. */
export function parseDuration(text: string): number | undefined {
  try {
    return readDuration(text);
  } catch (error) {
    if (error instanceof DurationError) return undefined;
    throw error;
  }
}

/** Formats whole milliseconds as Go prints a duration: `1m30s`, `1.5s`, `500ms`. */
export function goDurationText(milliseconds: number): string {
  const whole = Math.floor(milliseconds);
  if (whole === 0) return '0s';
  if (whole < 1000) return `${whole}ms`;
  const seconds = `${(whole % 60_000) / 1000}s`;
  const minutes = Math.floor(whole / 60_000);
  if (minutes === 0) return seconds;
  return minutes < 60 ? `${minutes}m${seconds}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${seconds}`;
}
