/** Parses schedules with the messages of the real server (robfig/cron's standard parser). */

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
const DESCRIPTORS = ['@yearly', '@annually', '@monthly', '@weekly', '@daily', '@midnight', '@hourly'];
const DURATION = /^[-+]?(?:0|(?:(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:ns|us|µs|μs|ms|s|m|h))+)$/;

class ScheduleError extends Error {}

/** Returns the message for an invalid schedule; undefined when it is valid. */
export function cronScheduleError(schedule: string): string | undefined {
  try {
    checkSchedule(schedule);
    return undefined;
  } catch (error) {
    if (error instanceof ScheduleError) return error.message;
    throw error;
  }
}

function checkSchedule(schedule: string): void {
  const expression = withoutTimeZone(schedule);
  if (expression.startsWith('@')) {
    checkDescriptor(expression);
    return;
  }
  const fields = expression.split(/\s+/u).filter((field) => field !== '');
  if (fields.length !== FIELDS.length) {
    throw new ScheduleError(`expected exactly 5 fields, found ${fields.length}: [${fields.join(' ')}]`);
  }
  FIELDS.forEach((bounds, index) => {
    const parts = (fields[index] ?? '').split(',').filter((part) => part !== '');
    for (const part of parts) checkRange(part, bounds);
  });
}

function withoutTimeZone(schedule: string): string {
  const match = /^(?:CRON_)?TZ=([^ ]*) ?(.*)$/su.exec(schedule);
  if (!match) return schedule;
  const [, zone = '', rest = ''] = match;
  const error = timeZoneError(zone);
  if (zone !== '' && zone !== 'Local' && error) throw new ScheduleError(`provided bad location ${zone}: ${error}`);
  return rest.trim();
}

function checkDescriptor(descriptor: string): void {
  if (DESCRIPTORS.includes(descriptor)) return;
  const every = /^@every (.*)$/su.exec(descriptor);
  if (!every) throw new ScheduleError(`unrecognized descriptor: ${descriptor}`);
  const duration = every[1] ?? '';
  if (!DURATION.test(duration)) {
    throw new ScheduleError(`failed to parse duration ${descriptor}: time: invalid duration "${duration}"`);
  }
}

/** Checks one of `*`, `7`, `1-5`, `1-20/5`, in which numbers may be names. */
function checkRange(expression: string, bounds: Bounds): void {
  const [range = '', ...steps] = expression.split('/');
  const [low = '', ...rest] = range.split('-');
  let start = bounds.minimum;
  let end = bounds.maximum;
  if (low !== '*' && low !== '?') {
    start = numberOrName(low, bounds);
    if (rest.length > 1) throw new ScheduleError(`too many hyphens: ${expression}`);
    end = rest[0] === undefined ? start : numberOrName(rest[0], bounds);
  }
  if (steps.length > 1) throw new ScheduleError(`too many slashes: ${expression}`);
  const step = steps[0] === undefined ? 1 : wholeNumber(steps[0]);
  if (steps.length === 1 && rest.length === 0) end = bounds.maximum;
  checkBounds(expression, start, end, step, bounds);
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
  const value = Number(text);
  if (value < 0) throw new ScheduleError(`negative number (${value}) not allowed: ${text}`);
  return value;
}

/** Returns the message for an unknown time zone; undefined for a known one. */
export function timeZoneError(name: string): string | undefined {
  const unknown = `unknown time zone ${name}`;
  if (!/^[A-Z]/.test(name)) return unknown;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return undefined;
  } catch {
    return unknown;
  }
}
