import type { Mark } from './state.ts';

/** Words of the column Status by their mark, beside those that `FAILURES` matches. */
const WORDS: Readonly<Record<string, Mark>> = {
  Running: 'success',
  Ready: 'success',
  Active: 'success',
  Bound: 'success',
  Available: 'success',
  Complete: 'success',
  Completed: 'success',
  Succeeded: 'success',
  Approved: 'success',
  Terminating: 'warning',
  SchedulingDisabled: 'warning',
  Unknown: 'warning',
  Released: 'warning',
  Suspended: 'warning',
  Pending: 'info',
  ContainerCreating: 'info',
  PodInitializing: 'info',
};

const FAILURES =
  /BackOff$|^Err|Error$|^(Failed|OOMKilled|Evicted|Lost|NotReady|Denied|DeadlineExceeded|InvalidImageName)$/;

/** The init containers of a pod that have ended: `1/2`. */
const STARTED = /^\d+\/\d+$/;

const SEVERITY: readonly Mark[] = ['danger', 'warning', 'info', 'success'];

/** Returns the mark of a text of the column Status, such as `Ready,SchedulingDisabled`; undefined for unknown words. */
export function statusMark(text: string): Mark | undefined {
  const words = text.split(',').map((word) => word.replace(/^Init:/, ''));
  const marks = new Set(
    words.map((word) => (FAILURES.test(word) ? 'danger' : STARTED.test(word) ? 'info' : WORDS[word])),
  );
  return SEVERITY.find((mark) => marks.has(mark));
}
