import type { CalendarSchedule, CronSchedule } from './cron-schedule.ts';
import { TimeZone } from './time-zone.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Years after which the search ends: a schedule such as 31 February has no next time. */
const MAXIMUM_YEARS = 5;

/**
 * Returns the first time after `time` at which a schedule is due, in milliseconds since 1970; undefined when there is
 * none in the next five years. Behaves as robfig/cron at changes of daylight saving time.
 */
export function nextTime(schedule: CronSchedule, time: number): number | undefined {
  const second = Math.floor(time / SECOND) * SECOND;
  if ('seconds' in schedule) return second + schedule.seconds * SECOND;
  return new Search(schedule, second + SECOND).run();
}

/** Moves a time forward, field by field, until all fields match. Each field that moved on resets those below it. */
class Search {
  readonly #schedule: CalendarSchedule;
  readonly #zone: TimeZone;
  #time: number;
  #isReset = false;

  constructor(schedule: CalendarSchedule, start: number) {
    this.#schedule = schedule;
    this.#zone = new TimeZone(schedule.timeZone ?? 'UTC');
    this.#time = start;
  }

  run(): number | undefined {
    const limit = this.#local.year + MAXIMUM_YEARS;
    while (this.#local.year <= limit) {
      if (this.#findMonth() && this.#findDay() && this.#findHour() && this.#findMinute() && this.#findSecond()) {
        return this.#time;
      }
    }
    return undefined;
  }

  get #local() {
    return this.#zone.localTime(this.#time);
  }

  /** The finders return false when a field above has changed. */
  #findMonth(): boolean {
    while (!this.#schedule.months.values.has(this.#local.month)) {
      const { year, month } = this.#local;
      this.#time = this.#zone.timeOf(year, month + 1, this.#resets() ? 1 : this.#local.day);
      if (this.#local.month === 1) return false;
    }
    return true;
  }

  #findDay(): boolean {
    while (!this.#matchesDay()) {
      const local = this.#local;
      this.#time = this.#zone.timeOf(local.year, local.month, local.day + 1, this.#resets() ? 0 : local.hour);
      // Midnight does not exist, or exists twice, on some days of change.
      const { hour } = this.#local;
      if (hour !== 0) this.#time += (hour > 12 ? 24 - hour : -hour) * HOUR;
      if (this.#local.day === 1) return false;
    }
    return true;
  }

  #findHour(): boolean {
    while (!this.#schedule.hours.values.has(this.#local.hour)) {
      const { year, month, day, hour } = this.#local;
      if (this.#resets()) this.#time = this.#zone.timeOf(year, month, day, hour);
      this.#time += HOUR;
      if (this.#local.hour === 0) return false;
    }
    return true;
  }

  #findMinute(): boolean {
    while (!this.#schedule.minutes.values.has(this.#local.minute)) {
      if (this.#resets()) this.#time = Math.floor(this.#time / MINUTE) * MINUTE;
      this.#time += MINUTE;
      if (this.#local.minute === 0) return false;
    }
    return true;
  }

  #findSecond(): boolean {
    const { second } = this.#local;
    if (second === 0) return true;
    this.#isReset = true;
    this.#time += (60 - second) * SECOND;
    return false;
  }

  /** Whether the fields below are to be reset now. They are reset once; then they stay at their minimum. */
  #resets(): boolean {
    const resets = !this.#isReset;
    this.#isReset = true;
    return resets;
  }

  #matchesDay(): boolean {
    const { daysOfMonth, daysOfWeek } = this.#schedule;
    const { day, dayOfWeek } = this.#local;
    const isDay = daysOfMonth.values.has(day);
    const isWeekday = daysOfWeek.values.has(dayOfWeek);
    return daysOfMonth.isStar || daysOfWeek.isStar ? isDay && isWeekday : isDay || isWeekday;
  }
}
