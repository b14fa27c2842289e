import type { EmbeddedClock } from '../../embedding/cluster.ts';
import { systemClock } from '../platform.ts';
import type { CallWorker } from './worker-control.ts';

/** Milliseconds between two checks of the time that a step has reached. */
const LOOK = 250;

/** Returns `clock.step` of a cluster in a worker, to which neither functions nor signals can be sent. */
export const stepper =
  (call: CallWorker): EmbeddedClock['step'] =>
  async (milliseconds, { onProgress, signal } = {}) => {
    signal?.throwIfAborted();
    let isOver = false;
    const step = call('clock.step', milliseconds).finally(() => {
      isOver = true;
    });
    // The step itself reports an unresponsive worker.
    const end = (): void => void call('clock.endSteps').catch(() => undefined);
    signal?.addEventListener('abort', end);
    const look = async (): Promise<void> => {
      while (!isOver) {
        await new Promise<void>((resolve) => void systemClock.after(LOOK, resolve));
        if (!isOver) onProgress?.((await call('clock.now')) as number);
      }
    };
    if (onProgress) look().catch(() => undefined);
    try {
      await step;
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      signal?.removeEventListener('abort', end);
    }
  };
