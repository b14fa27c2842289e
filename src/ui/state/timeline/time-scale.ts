/** Maps a time range to a width in pixels. */
export interface TimeScale {
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  /** Pixels. */
  readonly width: number;
}

export const positionOf = ({ from, to, width }: TimeScale, time: number): number =>
  ((time - from) / (to - from)) * width;
export const timeAt = ({ from, to, width }: TimeScale, position: number): number =>
  from + (position / width) * (to - from);

/** Returns a scale that moves by whole pixels with the time, so that marks move only when the move is visible. */
export function steppedScale({ from, to, width }: TimeScale): TimeScale {
  const span = Math.round(to - from);
  const start = steppedTime({ from: 0, to: span, width }, from);
  return { from: start, to: start + span, width };
}

/** Returns the time of the pixel before. */
export function steppedTime({ from, to, width }: TimeScale, time: number): number {
  const pixel = (to - from) / Math.max(width, 1);
  return Math.floor(time / pixel) * pixel;
}

/** Returns the start of the day of a time. */
export const dayOf = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
/** Round distances between ticks. */
const STEPS = [1, 2, 5, 10, 15, 30]
  .flatMap((count) => [count * SECOND, count * MINUTE])
  .concat([HOUR, 2 * HOUR, 6 * HOUR, 12 * HOUR]);
const SORTED_STEPS = STEPS.toSorted((a, b) => a - b);

/** Returns the smallest step that keeps ticks at least `room` pixels apart. */
function tickStep({ from, to, width }: TimeScale, room: number): number {
  const least = ((to - from) / Math.max(width, 1)) * room;
  return SORTED_STEPS.find((step) => step >= least) ?? 24 * HOUR;
}

/** Returns the times of the ticks. */
export function ticksOf(scale: TimeScale, room = 90): number[] {
  const step = tickStep(scale, room);
  const first = Math.ceil(scale.from / step);
  const last = Math.floor(scale.to / step);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => (first + index) * step);
}

const SHORTEST_SPAN = 5 * SECOND;
const LONGEST_SPAN = 30 * 24 * HOUR;

/** Scales a span by a factor, within limits. */
export const zoomedSpan = (span: number, factor: number): number =>
  Math.min(Math.max(span * factor, SHORTEST_SPAN), LONGEST_SPAN);

/** Scales a time range by a factor, within limits. The time `around` keeps its position. */
export function zoomedAround({ from, to }: Omit<TimeScale, 'width'>, factor: number, around: number) {
  const ratio = zoomedSpan(to - from, factor) / (to - from);
  return { from: around - (around - from) * ratio, to: around + (to - around) * ratio };
}

/** Formats the time of day to the second, or with milliseconds. */
export function clockText(time: number, withMilliseconds = false): string {
  const date = new Date(time);
  const two = (value: number) => String(value).padStart(2, '0');
  const text = [date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':');
  return withMilliseconds ? `${text}.${String(date.getMilliseconds()).padStart(3, '0')}` : text;
}

/** Formats a time of day, with the date when it is not today. */
export function momentText(time: number, now: number, withMilliseconds = false): string {
  const text = clockText(time, withMilliseconds);
  if (new Date(time).toDateString() === new Date(now).toDateString()) return text;
  return `${new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short' })} ${text}`;
}
