import { DurationError, readDuration } from '../duration.ts';
import { timeZoneError } from './time-zone.ts';

/** A schedule by calendar: the values of each field that match. */
export interface CalendarSchedule {
  /** Undefined for the time zone of the reader. */
  readonly timeZone?: string;
  readonly minutes: CronField;
  readonly hours: CronField;
  readonly daysOfMonth: CronField;
  readonly months: CronField;
  readonly daysOfWeek: CronField;
}

/** A schedule that repeats after a time. */
export interface IntervalSchedule {
  /** Whole seconds, at least one. */
  readonly seconds: number;
}

export type CronSchedule = CalendarSchedule | IntervalSchedule;

export interface CronField {
  readonly values: ReadonlySet<number>;
  /** Whether the field restricts nothing: `*`, but not a step of it. */
  readonly isStar: boolean;
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
  readonly names?: readonly string[];
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

const FIELDS: readonly Bounds[] = [
  { minimum: 0, maximum: 59 },
  { minimum: 0, maximum: 23 },
  { minimum: 1, maximum: 31 },
  { minimum: 1, maximum: 12, names: MONTHS },
  { minimum: 0, maximum: 6, names: DAYS },
];
const DESCRIPTORS: Readonly<Record<string, string>> = {
  '@yearly': '0 0 1 1 *',
  '@annually': '0 0 1 1 *',
  '@monthly': '0 0 1 * *',
  '@weekly': '0 0 * * 0',
  '@daily': '0 0 * * *',
  '@midnight': '0 0 * * *',
  '@hourly': '0 * * * *',
};
const MAXIMUM_INTEGER = 2n ** 63n - 1n;

/** A schedule that cannot be parsed. */
export class ScheduleError extends Error {}

/** Returns the message for an invalid schedule; undefined when it is valid. */
export function cronScheduleError(schedule: string): string | undefined {
  try {
    parseCronSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

/** Parses a schedule as robfig/cron's standard parser does. @throws ScheduleError with the message of the real server */
export function parseCronSchedule(schedule: string): CronSchedule {
  const { timeZone, expression } = splitTimeZone(schedule);
  if (expression.startsWith('@')) return parseDescriptor(expression, timeZone);
  const fields = expression.split(/\s+/u).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    throw new ScheduleError(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  return parseFields(fields, timeZone);
}

function parseFields(fields: readonly string[], timeZone: string | undefined): CalendarSchedule {
  const parsed = FIELDS.map((bounds, index) => parseField(fields[index] ?? '', bounds));
  const [minutes, hours, daysOfMonth, months, daysOfWeek] = parsed as [
    CronField,
    CronField,
    CronField,
    CronField,
    CronField,
  ];
  return { ...(timeZone ? { timeZone } : {}), minutes, hours, daysOfMonth, months, daysOfWeek };
}

function splitTimeZone(schedule: string): { timeZone?: string; expression: string } {
  const match = /^(?:CRON_)?TZ=([^ ]*) ?(.*)$/su.exec(schedule);
  if (!match) return { expression: schedule };
  const [, zone = '', rest = ''] = match;
  const expression = rest.trim();
  if (zone === '') return { timeZone: 'UTC', expression };
  if (zone === 'Local') return { expression };
  const error = timeZoneError(zone);
  if (error) throw new ScheduleError(`provided bad location ${zone}: ${error}`);
  return { timeZone: zone, expression };
}

function parseDescriptor(descriptor: string, timeZone: string | undefined): CronSchedule {
  const fields = DESCRIPTORS[descriptor];
  if (fields) return parseFields(fields.split(' '), timeZone);
  const every = /^@every (.*)$/su.exec(descriptor);
  if (!every) throw new ScheduleError(`unrecognized descriptor: ${descriptor}`);
  try {
    return { seconds: Math.max(1, Math.floor(readDuration(every[1] ?? '') / 1000)) };
  } catch (error) {
    if (!(error instanceof DurationError)) throw error;
    throw new ScheduleError(`failed to parse duration ${descriptor}: ${error.message}`);
  }
}

/** Parses ranges separated by commas. Repeated values count once. */
function parseField(field: string, bounds: Bounds): CronField {
  const isIncluded = new Uint8Array(bounds.maximum + 1);
  let isStar = false;
  for (const part of field.split(',')) {
    if (part === '') continue;
    const { start, end, step, isAny } = parseRange(part, bounds);
    isStar ||= isAny && step === 1;
    for (let value = start; value <= end; value += step) isIncluded[value] = 1;
  }
  return { values: new Set([...isIncluded.keys()].filter((value) => isIncluded[value])), isStar };
}

/** Parses one of `*`, `7`, `1-5`, `1-20/5`, in which numbers may be names. */
function parseRange(expression: string, bounds: Bounds) {
  const [range = '', ...steps] = expression.split('/');
  const [low = '', ...rest] = range.split('-');
  const isAny = low === '*' || low === '?';
  let start = bounds.minimum;
  let end = bounds.maximum;
  if (!isAny) {
    start = numberOrName(low, bounds);
    if (rest.length > 1) throw new ScheduleError(`too many hyphens: ${expression}`);
    end = rest[0] === undefined ? start : numberOrName(rest[0], bounds);
  }
  if (steps.length > 1) throw new ScheduleError(`too many slashes: ${expression}`);
  const step = steps[0] === undefined ? 1 : wholeNumber(steps[0]);
  if (steps.length === 1 && rest.length === 0) end = bounds.maximum;
  checkBounds(expression, start, end, step, bounds);
  return { start, end, step, isAny };
}

function checkBounds(expression: string, start: number, end: number, step: number, { minimum, maximum }: Bounds): void {
  if (start < minimum) {
    throw new ScheduleError(`beginning of range (${start}) below minimum (${minimum}): ${expression}`);
  }
  if (end > maximum) throw new ScheduleError(`end of range (${end}) above maximum (${maximum}): ${expression}`);
  if (start > end) throw new ScheduleError(`beginning of range (${start}) beyond end of range (${end}): ${expression}`);
  if (step === 0) throw new ScheduleError(`step of range should be a positive number: ${expression}`);
}

function numberOrName(text: string, { names, minimum }: Bounds): number {
  const index = names?.indexOf(text.toLowerCase()) ?? -1;
  return index < 0 ? wholeNumber(text) : index + minimum;
}

function wholeNumber(text: string): number {
  if (!/^[+-]?[0-9]+$/.test(text)) {
    throw new ScheduleError(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": invalid syntax`);
  }
  const digits = text.replace(/^[+-]?0*/, '');
  // Longer texts are not converted, because conversion takes quadratic time.
  if (digits.length > 19 || BigInt(digits || 0) > MAXIMUM_INTEGER) {
    throw new ScheduleError(`failed to parse int from ${text}: strconv.Atoi: parsing "${text}": value out of range`);
  }
  const value = Number(text);
  if (value < 0) throw new ScheduleError(`negative number (${value}) not allowed: ${text}`);
  return value;
}
