import { DEFAULT_CONTROLLER_FLAGS } from '../flags/controller-flags.ts';
import { ZoneTainter } from './zone-tainter.ts';
import { evictionRate, type ZoneFlags, type ZoneState, zoneState } from './zones.ts';

export interface ZoneCounts {
  readonly ready: number;
  readonly unready: number;
}

export type DisruptionChange =
  /** All zones are down: evictions stop, and all nodes are unmarked. */
  | 'stopped'
  /** Some nodes respond again: all nodes get a new grace period. */
  | 'resumed'
  | undefined;

/** Decides for which unreachable nodes pods are evicted, and at which rate, by zone. */
export class ZoneEvictions {
  readonly #tainters = new Map<string, ZoneTainter>();
  readonly #states = new Map<string, ZoneState | undefined>();
  readonly #flags: ZoneFlags;

  constructor(flags: ZoneFlags = DEFAULT_CONTROLLER_FLAGS) {
    this.#flags = flags;
  }

  mark(zone: string, node: string): void {
    this.#tainterOf(zone).add(node);
  }

  unmark(zone: string, node: string): void {
    this.#tainterOf(zone).delete(node);
  }

  /** When the next node may be tainted, in milliseconds; infinite while none may be until the rates change. */
  get nextAt(): number {
    return Math.min(...[...this.#tainters.values()].map(({ nextAt }) => nextAt));
  }

  /** Takes the nodes that may be tainted now, at most one per zone. */
  take(now: number): string[] {
    return [...this.#tainters.values()].flatMap((tainter) => tainter.take(now) ?? []);
  }

  /** Adjusts the rates to the number of ready nodes in each zone. */
  update(zones: ReadonlyMap<string, ZoneCounts>): DisruptionChange {
    for (const zone of zones.keys()) if (!this.#states.has(zone)) this.#states.set(zone, undefined);
    const wasDown = [...this.#states.values()].every((state) => state === 'FullDisruption');
    for (const zone of [...this.#states.keys()]) if (!zones.has(zone)) this.#states.delete(zone);
    const states = new Map(
      [...zones].map(([zone, { ready, unready }]) => [zone, zoneState(ready, unready, this.#flags)]),
    );
    const isDown = [...states.values()].every((state) => state === 'FullDisruption');
    if (isDown && wasDown) return undefined;
    if (isDown) {
      for (const zone of zones.keys()) this.#set(zone, 'FullDisruption', 0);
      return 'stopped';
    }
    for (const [zone, state] of states) {
      const { ready, unready } = zones.get(zone) ?? { ready: 0, unready: 0 };
      if (wasDown || this.#states.get(zone) !== state)
        this.#set(zone, state, evictionRate(state, ready + unready, this.#flags));
    }
    return wasDown ? 'resumed' : undefined;
  }

  #set(zone: string, state: ZoneState, rate: number): void {
    this.#states.set(zone, state);
    this.#tainterOf(zone).setRate(rate);
  }

  #tainterOf(zone: string): ZoneTainter {
    const known = this.#tainters.get(zone);
    if (known) return known;
    const tainter = new ZoneTainter(evictionRate('Normal', 0, this.#flags));
    this.#tainters.set(zone, tainter);
    return tainter;
  }
}
