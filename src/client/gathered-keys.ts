import type { Clock } from '../api/environment.ts';

/** Maximum number of event loop turns for which a repeatedly added key waits. */
const MOST_TURNS = 8;

interface Wait {
  turns: number;
  isAddedAgain: boolean;
}

/**
 * Debounces keys that are added repeatedly, such as the key of an owner at each change of its objects. A key is ready
 * after the first event loop turn without a repeated add, or after eight turns. A moving clock waits for these turns as
 * for work.
 */
export class GatheredKeys {
  readonly #clock: Clock;
  readonly #ready: (keys: readonly string[]) => void;
  /** Oldest first. */
  readonly #waits = new Map<string, Wait>();
  #cancelTurn: (() => void) | undefined;

  constructor(clock: Clock, ready: (keys: readonly string[]) => void) {
    this.#clock = clock;
    this.#ready = ready;
  }

  get size(): number {
    return this.#waits.size;
  }

  has(key: string): boolean {
    return this.#waits.has(key);
  }

  add(key: string): void {
    const wait = this.#waits.get(key);
    if (wait) wait.isAddedAgain = true;
    else this.#waits.set(key, { turns: 1, isAddedAgain: false });
    if (!this.#cancelTurn) this.#awaitTurn();
  }

  clear(): void {
    this.#waits.clear();
    if (!this.#cancelTurn) return;
    this.#cancelTurn();
    this.#cancelTurn = undefined;
    this.#clock.gate?.end();
  }

  #awaitTurn(): void {
    const { gate } = this.#clock;
    gate?.begin();
    this.#cancelTurn = this.#clock.after(0, () => {
      this.#cancelTurn = undefined;
      const ready = this.#takeReady();
      if (this.#waits.size > 0) this.#awaitTurn();
      this.#ready(ready);
      gate?.end();
    });
  }

  #takeReady(): string[] {
    const ready: string[] = [];
    for (const [key, wait] of this.#waits) {
      if (wait.isAddedAgain && wait.turns < MOST_TURNS) {
        wait.turns += 1;
        wait.isAddedAgain = false;
      } else {
        this.#waits.delete(key);
        ready.push(key);
      }
    }
    return ready;
  }
}
