/** The fields of a local time. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** 0 for Sunday. */
  readonly dayOfWeek: number;
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

/** Cached, because formats are expensive to create. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const;
    format = new Intl.DateTimeFormat('en-US', {
      ...numeric,
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
      timeZone,
    });
    formats.set(timeZone, format);
  }
  return format;
}

/** A time zone with its rules for daylight saving time. Times are milliseconds since 1970. */
export class TimeZone {
  /** Undefined for UTC. */
  readonly #format: Intl.DateTimeFormat | undefined;

  /** @throws RangeError when the name is unknown */
  constructor(name: string) {
    this.#format = name === '' || name === 'UTC' ? undefined : formatOf(name);
  }

  localTime(time: number): LocalTime {
    const date = new Date(time + this.offset(time));
    return {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
      dayOfWeek: date.getUTCDay(),
    };
  }

  /**
   * Returns a time by its local fields. Fields may be out of range. A local time that is skipped or repeated is read
   * with one of the two offsets, as Go's `time.Date` reads it.
   */
  timeOf(year: number, month: number, day: number, hour = 0): number {
    const asUtc = Date.UTC(year, month - 1, day, hour);
    const offset = this.offset(asUtc);
    return asUtc - (offset === 0 ? 0 : this.offset(asUtc - offset));
  }

  /** Returns the milliseconds that the local time is ahead of UTC. */
  offset(time: number): number {
    if (!this.#format) return 0;
    const second = Math.floor(time / 1000) * 1000;
    const fields: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {};
    for (const { type, value } of this.#format.formatToParts(second)) fields[type] = Number(value);
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second: seconds = 0 } = fields;
    return Date.UTC(year, month - 1, day, hour, minute, seconds) - second;
  }

  /** Returns an RFC 3339 text with whole seconds: `2024-03-31T02:00:00+02:00`. */
  text(time: number): string {
    const offset = this.offset(time);
    const local = new Date(time + offset).toISOString().slice(0, 19);
    if (offset === 0) return `${local}Z`;
    const minutes = Math.abs(Math.trunc(offset / 60_000));
    const two = (value: number): string => String(value).padStart(2, '0');
    return `${local}${offset < 0 ? '-' : '+'}${two(Math.trunc(minutes / 60))}:${two(minutes % 60)}`;
  }
}
