import { member } from '../typing/declarations.ts';
import { secondsOf } from '../values/time-text.ts';
import { type Duration, Failure, Timestamp, type Value } from '../values/values.ts';

const SECOND = 1_000_000_000n;
const MILLISECOND = 1_000_000n;
const DAY = 86_400_000;

/** Parts of a timestamp, in UTC or a given time zone. */
const PARTS: Readonly<Record<string, (local: Date) => number>> = {
  getFullYear: (local) => local.getUTCFullYear(),
  getMonth: (local) => local.getUTCMonth(),
  getDayOfYear: (local) => Math.floor((local.getTime() - Date.UTC(local.getUTCFullYear(), 0, 1)) / DAY),
  getDate: (local) => local.getUTCDate(),
  getDayOfMonth: (local) => local.getUTCDate() - 1,
  getDayOfWeek: (local) => local.getUTCDay(),
  getHours: (local) => local.getUTCHours(),
  getMinutes: (local) => local.getUTCMinutes(),
  getSeconds: (local) => local.getUTCSeconds(),
  getMilliseconds: (local) => local.getUTCMilliseconds(),
};

const LENGTHS: Readonly<Record<string, (nanoseconds: bigint) => bigint>> = {
  getHours: (nanoseconds) => nanoseconds / (3600n * SECOND),
  getMinutes: (nanoseconds) => nanoseconds / (60n * SECOND),
  getSeconds: (nanoseconds) => nanoseconds / SECOND,
  getMilliseconds: (nanoseconds) => nanoseconds / MILLISECOND,
};

const utc = (timestamp: Timestamp): Date => {
  const seconds = secondsOf(timestamp);
  return new Date(Number(seconds) * 1000 + Number((timestamp.nanoseconds - seconds * SECOND) / MILLISECOND));
};

function atOffset(moment: Date, zone: string): Date | Failure {
  const colon = zone.indexOf(':');
  const [hours, minutes] = [zone.slice(0, colon), zone.slice(colon + 1)];
  for (const part of [hours, minutes]) {
    if (!/^[+-]?\d{1,9}$/.test(part)) {
      return new Failure(`strconv.Atoi: parsing ${JSON.stringify(part)}: invalid syntax`);
    }
  }
  const distance = Number(hours) * 60 + Number(minutes) * (zone.startsWith('-') ? -1 : 1);
  return new Date(moment.getTime() + distance * 60_000);
}

/**
 * Returns the wall clock time of a zone, represented as UTC. Zones are names such as `Europe/Paris` or offsets such as
 * `-08:00`.
 */
function local(timestamp: Timestamp, zone: string): Date | Failure {
  const moment = utc(timestamp);
  if (zone.includes(':')) return atOffset(moment, zone);
  try {
    const shown = new Intl.DateTimeFormat('en-US', {
      timeZone: ['', 'Local'].includes(zone) ? 'UTC' : zone,
      timeZoneName: 'longOffset',
    }).format(moment);
    const [, sign, hours = '0', minutes = '0'] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(shown) ?? [];
    const distance = (Number(hours) * 60 + Number(minutes)) * 60_000;
    return new Date(moment.getTime() + (sign === '-' ? -distance : distance));
  } catch {
    return new Failure(`unknown time zone ${zone}`);
  }
}

function part(of: (local: Date) => number, time: Value, zone: Value): Value {
  if (!(time instanceof Timestamp)) return new Failure('no such overload');
  const moment = typeof zone === 'string' ? local(time, zone) : utc(time);
  return moment instanceof Failure ? moment : BigInt(of(moment));
}

export const TIME = [
  ...Object.entries(PARTS).flatMap(([name, of]) => [
    member(name, 'timestamp: int', ([time = null]) => part(of, time, null)),
    member(name, 'timestamp, string: int', ([time = null, zone = null]) => part(of, time, zone)),
  ]),
  ...Object.entries(LENGTHS).map(([name, of]) =>
    member(name, 'duration: int', ([value = null]) => of((value as Duration).nanoseconds)),
  ),
];
