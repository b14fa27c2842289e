import type { WhenIdle } from '../../storage/committed-state.ts';
import { nextTurn, systemClock } from '../platform.ts';

/** Milliseconds for which idle work waits, so that it delays neither the first answers nor the start of the controllers. */
const WAIT = 1000;

/** Calls a step in turns of its own, after other pending work, until it returns false. */
export const whenIdle: WhenIdle = (step) => {
  const run = (): void => {
    if (step()) nextTurn(run);
  };
  systemClock.after(WAIT, run);
};
