import type { Clock } from '../../api/environment.ts';
import { machineClock } from '../scenarios/machine-clock.ts';

/** Milliseconds. Shorter waits end automatically. */
const LONG = 1000;

interface Wait {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * The clock of a machine on which time passes only in `pass`. Waits of the server that are longer than a second, such
 * as the end of a watch or the delay of a fault, end only then.
 */
export class TestPlatform implements Clock {
  readonly #machine: Clock;
  readonly #waits = new Set<Wait>();
  #passed = 0;

  constructor(time: number) {
    this.#machine = machineClock(time);
  }

  now(): number {
    return this.#machine.now();
  }

  after(milliseconds: number, callback: () => void): () => void {
    if (milliseconds <= LONG) return this.#machine.after(milliseconds, callback);
    const wait = { due: this.#passed + milliseconds, callback };
    this.#waits.add(wait);
    return () => void this.#waits.delete(wait);
  }

  /** Ends the waits that are due within the given milliseconds, in order. */
  pass(milliseconds: number): void {
    this.#passed += milliseconds;
    const over = [...this.#waits].filter(({ due }) => due <= this.#passed).sort((a, b) => a.due - b.due);
    for (const wait of over) if (this.#waits.delete(wait)) wait.callback();
  }
}
