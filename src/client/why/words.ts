const NUMBERS = [
  'no',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];

/** Returns a number with its noun: `four pods`. */
export const countText = (count: number, noun: string): string =>
  `${NUMBERS[count] ?? count} ${count === 1 ? noun : `${noun}s`}`;

/** Returns a number in digits with its noun: `4 pods`. */
export const digitsText = (count: number, noun: string): string => `${count} ${count === 1 ? noun : `${noun}s`}`;

/** Returns the verb that agrees with a number. */
export const are = (count: number): string => (count === 1 ? 'is' : 'are');
export const have = (count: number): string => (count === 1 ? 'has' : 'have');

/** Returns `a, b and c`; the rest as a number when there are more than some. */
export function listText(words: readonly string[], most = 3): string {
  const shown = words.length > most + 1 ? words.slice(0, most) : words;
  const rest = words.length - shown.length;
  const all = rest > 0 ? [...shown, `${rest} more`] : shown;
  return all.length < 2 ? (all[0] ?? '') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
}

/** Returns the time of day of a timestamp, with the date if it is on another day: `14:02 UTC`. */
export function timeText(time: string, now: number): string {
  const [date, clock = ''] = new Date(Date.parse(time)).toISOString().split('T');
  const today = new Date(now).toISOString().slice(0, 10);
  return `${date === today ? '' : `${date} `}${clock.slice(0, 5)} UTC`;
}

const UNITS = [
  ['day', 86_400_000, 'a day'],
  ['hour', 3_600_000, 'an hour'],
  ['minute', 60_000, 'a minute'],
  ['second', 1000, 'a second'],
] as const;

/** Returns a duration in its largest unit, rounded: `an hour`, `three days`. */
export function durationText(milliseconds: number): string {
  const [noun, length, one] = UNITS.find(([, each]) => milliseconds >= each) ?? UNITS[3];
  const count = Math.round(milliseconds / length);
  return count === 1 ? one : countText(count, noun);
}

/** Returns `since 14:02 UTC` with a space before it; nothing without a time. */
export const sinceText = (time: string | null | undefined, now: number): string =>
  time ? ` since ${timeText(time, now)}` : '';

/** Returns a clause without the punctuation at its end. */
export const clause = (text: string): string => text.trim().replace(/[.:\s]+$/, '');

/** Returns a clause as a sentence. Adds no period after a question or exclamation mark. */
export const asSentence = (text: string): string =>
  text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? '' : '.');

/** Returns pairs as selectors are written: `app=web,tier=front`. */
export const labelsText = (labels: Readonly<Record<string, string>> | null | undefined): string =>
  Object.entries(labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(',');
