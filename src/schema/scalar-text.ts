/** Normalizes scalars as Go does when it decodes and encodes them. The functions throw errors with Go's messages. */

import { utf8Bytes } from '../api/encoding/utf8.ts';

const TIME = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(Z|[+-]\d\d:\d\d)$/;
const LAYOUT = '2006-01-02T15:04:05Z07:00';
const MICRO_LAYOUT = '2006-01-02T15:04:05.000000Z07:00';
const MILLISECONDS_OF_YEAR_1 = Date.UTC(2000, 0, 1) - 730_119 * 86_400_000;

/** Names and ranges of the layout's elements. */
const RANGES: Readonly<Record<string, readonly [name: string, low: number, high: number]>> = {
  '01': ['month', 1, 12],
  '15': ['hour', 0, 23],
  '04': ['minute', 0, 59],
  '05': ['second', 0, 59],
};

/** Quotes a text as Go's time package does: bytes of characters that are not printable ASCII are hexadecimal. */
const quotedTime = (text: string): string =>
  `"${text
    .replace(/[\\"]/g, '\\$&')
    .replace(/[^ -\x7f]+/g, (other) =>
      Array.from(utf8Bytes(other), (byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join(''),
    )}"`;

/** Returns Go's time.Parse error: which layout element did not match, and where. */
function timeError(text: string, layout: string): Error {
  const quotedText = quotedTime(text);
  const elements: readonly (readonly [RegExp, string])[] = [
    [/^\d{4}/, '2006'],
    [/^-/, '-'],
    [/^\d\d/, '01'],
    [/^-/, '-'],
    [/^\d\d/, '02'],
    [/^T/, 'T'],
    [/^\d\d/, '15'],
    [/^:/, ':'],
    [/^\d\d/, '04'],
    [/^:/, ':'],
    [layout === MICRO_LAYOUT ? /^\d\d/ : /^\d\d(?:[.,]\d+)?/, '05'],
    ...(layout === MICRO_LAYOUT ? [[/^[.,]\d{6}/, '.000000'] as const] : []),
    [/^(?:Z|[+-]\d\d:\d\d)/, 'Z07:00'],
  ];
  let rest = text;
  for (const [pattern, element] of elements) {
    const match = pattern.exec(rest)?.[0];
    if (match === undefined) {
      return new Error(
        `parsing time ${quotedText} as ${JSON.stringify(layout)}: cannot parse ${quotedTime(rest)} as ${JSON.stringify(element)}`,
      );
    }
    rest = rest.slice(match.length);
    const [name = '', low = 0, high = 0] = RANGES[element] ?? [];
    // Go reports a number out of range before it parses the rest.
    if (name && (Number.parseInt(match, 10) < low || Number.parseInt(match, 10) > high)) {
      return new Error(`parsing time ${quotedText}: ${name} out of range`);
    }
  }
  return new Error(`parsing time ${quotedText}: ${rest ? `extra text: ${quotedTime(rest)}` : outOfRange(text)}`);
}

function outOfRange(text: string): string {
  const zone = TIME.exec(text)?.[8] ?? '';
  if (Number(zone.slice(1, 3)) > 24) return 'time zone offset hour out of range';
  if (Number(zone.slice(4)) > 60) return 'time zone offset minute out of range';
  return 'day out of range';
}

interface Instant {
  readonly milliseconds: number;
  readonly fraction: string;
}

function instantOf(text: string, layout: string): Instant {
  const match = TIME.exec(text);
  if (!match || (layout === MICRO_LAYOUT && match[7]?.length !== 6)) throw timeError(text, layout);
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = match;
  const wall = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  // Date.parse accepts 30 February as a day in March and 24:00 as the next day; Go rejects both.
  if (Number.isNaN(wall) || isoText(wall).slice(8, 13) !== `${day}T${hour}`) throw timeError(text, layout);
  if (Number(zone.slice(1, 3)) > 24 || Number(zone.slice(4)) > 60) throw timeError(text, layout);
  const offset =
    zone === 'Z' ? 0 : (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4))) * (zone[0] === '-' ? -1 : 1);
  return { milliseconds: wall - offset * 60_000, fraction };
}

const isoText = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** Month and day, except for 29 February. */
const DAY = /(?:(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])|(?:0[13-9]|1[0-2])-(?:29|30)|(?:0[13578]|1[02])-31)/.source;

/** Matches times that are certainly canonical: in UTC, on a day that every year has, and from the year 1000 on. */
const CANONICAL_TIME = new RegExp(`^[1-9]\\d{3}-${DAY}T(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$`);
const CANONICAL_MICRO_TIME = new RegExp(CANONICAL_TIME.source.replace('Z$', '\\.\\d{6}Z$'));

/** Returns a time in UTC, truncated to seconds; null for Go's zero time. */
export function canonicalTime(text: string): string | null {
  if (CANONICAL_TIME.test(text)) return text;
  const { milliseconds } = instantOf(text, LAYOUT);
  return milliseconds === MILLISECONDS_OF_YEAR_1 ? null : `${isoText(milliseconds).slice(0, -5)}Z`;
}

/** Returns a time in UTC with microseconds; null for Go's zero time. */
export function canonicalMicroTime(text: string): string | null {
  if (CANONICAL_MICRO_TIME.test(text)) return text;
  const { milliseconds, fraction } = instantOf(text, MICRO_LAYOUT);
  if (milliseconds === MILLISECONDS_OF_YEAR_1 && fraction === '000000') return null;
  return `${isoText(milliseconds).slice(0, -5)}.${fraction}Z`;
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Returns base64 as Go writes it: without line breaks, and with unused bits zero. */
export function canonicalBytes(text: string): string {
  const plain = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, '') : text;
  if (!BASE64.test(plain)) throw new Error(`illegal base64 data at input byte ${illegalByte(plain)}`);
  return plain.endsWith('=') ? btoa(atob(plain)) : plain;
}

/** Returns the offset at which Go's decoder fails. */
function illegalByte(text: string): number {
  const strange = text.search(/[^A-Za-z0-9+/]/);
  if (strange < 0) return text.length - (text.length % 4);
  if (text[strange] !== '=') return strange;
  const place = strange % 4;
  if (place < 2) return strange;
  const expected = place === 2 ? 2 : 1;
  if (!text.startsWith('='.repeat(expected), strange)) return text.length;
  return strange + expected;
}
