import { compareUtf8 } from '../../api/encoding/utf8.ts';
import type { Managed } from './managers.ts';

/** Compares entries in stored order: appliers first, then by time in whole seconds. */
export function compareManaged(a: Managed, b: Managed): number {
  return (
    compareUtf8(a.operation, b.operation) ||
    compareTime(a, b) ||
    compareUtf8(a.manager, b.manager) ||
    compareUtf8(a.apiVersion, b.apiVersion) ||
    compareUtf8(a.subresource, b.subresource)
  );
}

/** Compares times by their seconds. In the server's format, earlier times sort before later ones as text. */
function compareTime(a: Managed, b: Managed): number {
  if (a.time === b.time) return 0;
  return isServerTime(a.time) && isServerTime(b.time) ? compareUtf8(a.time, b.time) : secondsOf(a) - secondsOf(b);
}

const SERVER_TIME_LENGTH = '2006-01-02T15:04:05Z'.length;
const isServerTime = (time: string | undefined): time is string =>
  time?.length === SERVER_TIME_LENGTH && time.endsWith('Z');

export const secondsOf = ({ time }: Managed): number => (time ? Math.floor(Date.parse(time) / 1000) : 0);
