import { useEffect } from 'react';
import { reportToConsole } from '../../api/environment.ts';
import { isFinalError } from '../../client/api-error.ts';
import { type Requeue, WorkQueue } from '../../client/work-queue.ts';
import { useApplication } from './use-application.ts';

interface Timing {
  /** Milliseconds until the first run; 0 by default. */
  readonly first?: number;
  /** Milliseconds from the end of a run to the next. */
  readonly interval: number;
}

const KEY = 'a view';

/** Work that ends early when `signal` is aborted. */
type Work = (signal: AbortSignal) => Promise<void> | void;

/**
 * Runs `work` repeatedly until the component unmounts or `work` throws a final error. Does nothing when `work` is
 * undefined. Memoize `work`.
 */
export function useRepeating(work: Work | undefined, { first = 0, interval }: Timing): void {
  const { clock, random } = useApplication().platform;
  useEffect(() => {
    if (!work) return;
    const abort = new AbortController();
    const queue = new WorkQueue({
      ...{ clock, random, reportProblem: reportToConsole },
      describe: (key) => `repeating the work of ${key}`,
      async work(): Promise<Requeue | undefined> {
        try {
          await work(abort.signal);
          return { after: interval };
        } catch (error) {
          if (isFinalError(error)) return undefined;
          throw error;
        }
      },
    });
    if (first === 0) queue.add(KEY);
    else queue.addAfter(KEY, first);
    return () => {
      abort.abort();
      void queue.close();
    };
  }, [work, first, interval, clock, random]);
}
