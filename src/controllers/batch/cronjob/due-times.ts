import type { CronJob } from '../../../api/kinds/batch-v1.generated.ts';
import type { CronSchedule } from '../../../api/values/cron/cron-schedule.ts';
import { nextTime } from '../../../api/values/cron/next-time.ts';

const SECOND = 1000;
/** Milliseconds between a due time and its sync. */
const DELTA = 100;
const MANY = 100;

/** The due start of a Job. */
export interface DueStart {
  /** Milliseconds since 1970; undefined when no start is due. */
  readonly time?: number;
  /** Whether more than 100 starts were missed. */
  readonly isLate?: boolean;
  /** Why the schedule is invalid. */
  readonly error?: string;
}

interface MostRecent extends DueStart {
  /** The earliest time to consider: the last start, or the creation of the CronJob. */
  readonly earliest: number;
  readonly hasMissed: boolean;
}

/** Returns the latest due start that is within the starting deadline. */
export function dueStart(cronJob: CronJob, schedule: CronSchedule, now: number): DueStart {
  const { startingDeadlineSeconds } = cronJob.spec ?? {};
  const deadline = startingDeadlineSeconds === undefined ? undefined : now - Number(startingDeadlineSeconds) * SECOND;
  return mostRecent(cronJob, schedule, now, deadline);
}

/** Returns the milliseconds until the next start; undefined when there is none. */
export function untilNextStart(cronJob: CronJob, schedule: CronSchedule, now: number): number | undefined {
  const { time, earliest, hasMissed, error } = mostRecent(cronJob, schedule, now, undefined);
  const from = error === undefined ? (time ?? (hasMissed ? now : earliest)) : (nextTime(schedule, now) ?? now);
  const next = nextTime(schedule, from);
  return next === undefined ? undefined : Math.max(0, next + DELTA - now);
}

/**
 * The number of missed starts is estimated from the distance between the first two, so that years of missed minutes
 * need no search. `@every` counts from the last start.
 */
function mostRecent(
  { metadata, status }: CronJob,
  schedule: CronSchedule,
  now: number,
  deadline: number | undefined,
): MostRecent {
  const last = Date.parse(status?.lastScheduleTime ?? metadata.creationTimestamp ?? '');
  const earliest = Math.max(last, deadline ?? last);
  const first = nextTime(schedule, earliest);
  const second = first === undefined ? undefined : nextTime(schedule, first);
  const none = { earliest, hasMissed: false };
  if (first === undefined || second === undefined) return { ...none, error: NO_TIMES };
  if (now < first) return none;
  if (now < second) return { ...none, time: first };
  const distance = Math.round((second - first) / SECOND);
  const missed = Math.floor(Math.floor((now - first) / SECOND) / distance) + 1;
  const time = lastBetween(schedule, first + (missed - 2) * distance * SECOND, now);
  return { earliest, hasMissed: true, ...(time === undefined ? {} : { time, isLate: missed > MANY }) };
}

const NO_TIMES = 'time difference between two schedules is less than 1 second';

function lastBetween(schedule: CronSchedule, from: number, now: number): number | undefined {
  let last: number | undefined;
  for (let time = nextTime(schedule, from); time !== undefined && time <= now; time = nextTime(schedule, time)) {
    last = time;
  }
  return last;
}
