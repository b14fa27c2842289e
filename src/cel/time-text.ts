import { Duration, Timestamp } from './values.ts';

const SECOND = 1_000_000_000n;
const UNITS: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: SECOND,
  m: 60n * SECOND,
  h: 3600n * SECOND,
};
const PART = /(\d*)(?:\.(\d*))?(ns|us|µs|μs|ms|s|m|h)/y;
const TIME = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(?:[Zz]|([+-])(\d\d):(\d\d))$/;
const MINIMUM_SECONDS = -62_135_596_800n;
const MAXIMUM_SECONDS = 253_402_300_799n;

/** Reads a duration as Go writes them: `1h30m`, `-1.5s`, `0`. */
export function parseDuration(text: string): Duration | undefined {
  const unsigned = text.replace(/^[+-]/, '');
  if (unsigned === '0') return new Duration(0n);
  let total = 0n;
  let at = 0;
  while (at < unsigned.length) {
    PART.lastIndex = at;
    const [whole, digits = '', fraction = '', unit = ''] = PART.exec(unsigned) ?? [];
    if (whole === undefined || digits + fraction === '') return undefined;
    const scale = UNITS[unit] ?? 0n;
    total += BigInt(digits || '0') * scale + (BigInt(fraction || '0') * scale) / 10n ** BigInt(fraction.length);
    at += whole.length;
  }
  if (at === 0 || BigInt.asIntN(64, total) !== total) return undefined;
  return new Duration(text.startsWith('-') ? -total : total);
}

/** Reads a time of RFC 3339. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const numbers = [year, month, day, hour, minute, second].map(Number);
  const [years = 0, months = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = numbers;
  const milliseconds = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  if (Number.isNaN(milliseconds) || hours > 23 || minutes > 59 || seconds > 59) return undefined;
  if (new Date(milliseconds).getUTCDate() !== days || years === 0 || months === 0) return undefined;
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * 60 * (sign === '-' ? 1 : -1);
  const total = BigInt(milliseconds / 1000 + hours * 3600 + minutes * 60 + seconds + offset);
  if (!isTimestamp(total)) return undefined;
  return new Timestamp(total * SECOND + BigInt(fraction.padEnd(9, '0').slice(0, 9)));
}

/** Years 1 to 9999. */
export const isTimestamp = (seconds: bigint): boolean => seconds >= MINIMUM_SECONDS && seconds <= MAXIMUM_SECONDS;

export const secondsOf = ({ nanoseconds }: Timestamp): bigint =>
  (nanoseconds - (((nanoseconds % SECOND) + SECOND) % SECOND)) / SECOND;

export function timestampText(timestamp: Timestamp): string {
  const seconds = secondsOf(timestamp);
  const fraction = fractionText(timestamp.nanoseconds - seconds * SECOND);
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, `${fraction}Z`);
}

export function durationText({ nanoseconds }: Duration): string {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  return `${nanoseconds < 0n ? '-' : ''}${magnitude / SECOND}${fractionText(magnitude % SECOND)}s`;
}

const fractionText = (nanoseconds: bigint): string =>
  nanoseconds === 0n ? '' : `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`;
