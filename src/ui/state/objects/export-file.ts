import type { Clock } from '../../../api/environment.ts';

/** Returns the file name of an export: its subject and the date, with safe characters only. */
export function exportFileName(subject: string, clock: Pick<Clock, 'now'>): string {
  const date = new Date(clock.now()).toISOString().slice(0, 10);
  return `${subject.replace(/[^\w-]+/g, '-')}-${date}.yaml`;
}

/** Formats a number of objects: `1 object`, `12 objects`. */
export const objectCount = (count: number): string =>
  count === 1 ? '1 object' : `${count.toLocaleString('en')} objects`;
