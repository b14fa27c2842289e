import { HOUR, MINUTE, SECOND } from './time-scale.ts';

/** The visible time range: up to now, all events, or fixed. Milliseconds. */
export type TimeRange =
  | { readonly type: 'last'; readonly span: number }
  | { readonly type: 'all' }
  | { readonly type: 'between'; readonly from: number; readonly to: number };

/** Selectable ranges, as in addresses. */
export const RANGES = ['1m', '5m', '15m', '1h', 'all'];

export const DEFAULT_RANGE = '15m';

const UNITS: readonly (readonly [string, number])[] = [
  ['h', HOUR],
  ['m', MINUTE],
  ['s', SECOND],
];
const LAST = /^(\d+)([hms])$/;

/** Parses `15m`, `all` or `<from>..<to>` with times in ISO 8601; anything else is the default range. */
export function readRange(text = DEFAULT_RANGE): TimeRange {
  if (text === 'all') return { type: 'all' };
  const [, count, letter] = LAST.exec(text) ?? [];
  const unit = UNITS.find(([name]) => name === letter)?.[1];
  if (unit !== undefined && Number(count) > 0) return { type: 'last', span: Number(count) * unit };
  const [from = Number.NaN, to = Number.NaN, ...more] = text.split('..').map(Date.parse);
  if (more.length === 0 && from < to) return { type: 'between', from, to };
  return { type: 'last', span: 15 * MINUTE };
}

/** Formats a range for an address; spans are rounded to seconds. */
export function rangeText(range: TimeRange): string {
  if (range.type === 'all') return 'all';
  if (range.type === 'between') return [range.from, range.to].map((time) => new Date(time).toISOString()).join('..');
  const span = Math.max(Math.round(range.span / SECOND), 1) * SECOND;
  const [letter, unit] = UNITS.find(([, milliseconds]) => span % milliseconds === 0) ?? ['s', SECOND];
  return `${span / unit}${letter}`;
}

export interface TimeBounds {
  readonly from: number;
  readonly to: number;
}

/** Fraction of a span kept free at its end, so that the newest event is not cut off. */
const MARGIN = 1 / 40;
const SHORTEST_ALL = 10 * SECOND;

/** Returns the bounds of a range. `first`: the time of the oldest event. */
export function boundsOf(range: TimeRange, now: number, first = now): TimeBounds {
  if (range.type === 'between') return { from: range.from, to: range.to };
  if (range.type === 'last') return { from: now - range.span * (1 - MARGIN), to: now + range.span * MARGIN };
  const span = Math.max(now - first, SHORTEST_ALL);
  return { from: now - span * (1 + MARGIN), to: now + span * MARGIN };
}

/** Centers bounds on a time unless they already contain it. */
export function revealing(bounds: TimeBounds, time: number): TimeBounds {
  if (time >= bounds.from && time <= bounds.to) return bounds;
  const half = (bounds.to - bounds.from) / 2;
  return { from: time - half, to: time + half };
}

/** Formats a time for `datetime-local` inputs: local time, to the second. */
export function localTimeText(time: number): string {
  const shifted = time - new Date(time).getTimezoneOffset() * MINUTE;
  return new Date(shifted).toISOString().slice(0, 19);
}
