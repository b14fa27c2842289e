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
const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d?):(\d\d):(\d\d)(?:[.,](\d+))?(?:Z|([+-])(\d\d):(\d\d))$/;
const MINIMUM_SECONDS = -62_135_596_800n;
const MAXIMUM_SECONDS = 253_402_300_799n;

/** Parses a Go duration: `1h30m`, `-1.5s`, `0`. */
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
    // More digits do not change the result but take long to parse.
    const precise = fraction.slice(0, 18);
    if (/[1-9]\d{19}/.test(digits)) return undefined;
    total += BigInt(digits || '0') * scale + (BigInt(precise || '0') * scale) / 10n ** BigInt(precise.length);
    at += whole.length;
  }
  if (at === 0 || BigInt.asIntN(64, total) !== total) return undefined;
  return new Duration(text.startsWith('-') ? -total : total);
}

/** Unit names; words may continue the last name of a unit: `secs`, `seconds`. */
const WORDS: readonly (readonly [names: readonly string[], scale: bigint])[] = [
  [['ns', 'nano'], 1n],
  [['us', 'µs', 'micro'], 1000n],
  [['ms', 'milli'], 1_000_000n],
  [['s', 'sec'], SECOND],
  [['m', 'min'], 60n * SECOND],
  [['h', 'hr', 'hour'], 3600n * SECOND],
  [['d', 'day'], 86_400n * SECOND],
  [['w', 'week', 'wk'], 604_800n * SECOND],
];

/** Parses a duration as schemas allow it, including `2 days 3 hours`; other words are ignored. */
export function parseWordedDuration(text: string): Duration | undefined {
  const written = parseDuration(text);
  if (written) return written;
  let total: bigint | undefined;
  for (const [, digits = '', word = ''] of text.matchAll(/(?<!\d)(\d+)\s*([A-Za-zµ]+)/g)) {
    const unit = word.toLowerCase();
    const scale = WORDS.find(([names]) => names.includes(unit) || unit.startsWith(names.at(-1) ?? ''))?.[1];
    if (scale !== undefined) total = (total ?? 0n) + BigInt(digits.slice(0, 19)) * scale;
  }
  return total === undefined ? undefined : new Duration(BigInt.asIntN(64, total));
}

/** Parses an RFC 3339 time in years 1 to 9999. */
export function parseTimestamp(text: string): Timestamp | undefined {
  const nanoseconds = parseTime(text);
  if (nanoseconds === undefined) return undefined;
  const timestamp = new Timestamp(nanoseconds);
  return isTimestamp(secondsOf(timestamp)) ? timestamp : undefined;
}

/** Parses an RFC 3339 time as leniently as Go. @returns nanoseconds since 1970; any four-digit year is allowed */
export function parseTime(text: string): bigint | undefined {
  const match = TIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = '', sign, offsetHours = '0', offsetMinutes = '0'] = match;
  const numbers = [month, day, hour, minute, second, offsetHours, offsetMinutes].map(Number);
  const [months = 0, days = 0, hours = 0, minutes = 0, seconds = 0, zoneHours = 0, zoneMinutes = 0] = numbers;
  const date = new Date(Date.parse(`${year}-${month}-${day}T00:00:00Z`));
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== days || months === 0) return undefined;
  if (hours > 23 || minutes > 59 || seconds > 59 || zoneHours > 24 || zoneMinutes > 60) return undefined;
  const offset = (zoneHours * 60 + zoneMinutes) * 60 * (sign === '-' ? 1 : -1);
  const total = BigInt(date.getTime() / 1000 + hours * 3600 + minutes * 60 + seconds + offset);
  return total * SECOND + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** Reports whether a time is in years 1 to 9999. */
export const isTimestamp = (seconds: bigint): boolean => seconds >= MINIMUM_SECONDS && seconds <= MAXIMUM_SECONDS;

export const secondsOf = ({ nanoseconds }: Timestamp): bigint =>
  (nanoseconds - (((nanoseconds % SECOND) + SECOND) % SECOND)) / SECOND;

export function timestampText(timestamp: Timestamp): string {
  const seconds = secondsOf(timestamp);
  const fraction = fractionText(timestamp.nanoseconds - seconds * SECOND);
  return new Date(Number(seconds) * 1000).toISOString().replace(/\.000Z$/, `${fraction}Z`);
}

/** Returns a duration in seconds, with the precision of a double. */
export function secondsText({ nanoseconds }: Duration): string {
  const magnitude = nanoseconds < 0n ? -nanoseconds : nanoseconds;
  const exact = `${magnitude / SECOND}${fractionText(magnitude % SECOND)}`;
  const seconds = Number(magnitude / SECOND) + Number(magnitude % SECOND) / Number(SECOND);
  // JavaScript writes numbers below a millionth with an exponent. Their exact text is short enough.
  return `${nanoseconds < 0n ? '-' : ''}${seconds < 1e-6 ? exact : String(seconds)}s`;
}

const fractionText = (nanoseconds: bigint): string =>
  nanoseconds === 0n ? '' : `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`;
