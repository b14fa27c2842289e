import { createStore, type StoreApi } from 'zustand/vanilla';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ClusterClockState } from '../../../api/debug/cluster-clock-state.ts';
import type { Clock } from '../../../api/environment.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';

/** A move of the cluster's time: its start, as far as the page knows it, and its end, in milliseconds. */
export interface ClockMove {
  readonly from: number;
  readonly to: number;
  /** Whether the move takes long enough to show its progress. */
  readonly isLong: boolean;
}

interface ClusterTime {
  /** Seconds of the cluster for each second that passes; 0 when paused. Undefined when it cannot be changed. */
  readonly rate: number | undefined;
  /** Milliseconds by which the cluster was ahead of this page at `since`, in the page's time. */
  readonly ahead: number;
  readonly since: number;
  readonly move: ClockMove | undefined;
  /** Reads the clock. Servers that do not let users change it are not an error. @throws ApiError */
  load(): Promise<void>;
  /** @throws ApiError */
  setRate(rate: number): Promise<void>;
  /** Moves the cluster's time forward. A move that is ended early is not an error. @throws ApiError */
  advance(seconds: number): Promise<void>;
  /** Ends the move at the time reached. @throws ApiError */
  endMove(): Promise<void>;
  /** Reads the clock, and returns the cluster's time in milliseconds. @throws ApiError */
  readNow(): Promise<number>;
}
export type ClusterClockStore = StoreApi<ClusterTime>;

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'clusterclocks' };
/** Milliseconds between reads of the clock during a move. */
const LOOK = 500;

/** Creates the store of the cluster's clock, as the page last read it. */
export function createClusterClockStore(client: ApiClient, clock: Clock): ClusterClockStore {
  return createStore<ClusterTime>()((set, get, store) => {
    const now = (): number => clusterTime(store.getState(), clock.now());
    let cancelLook: (() => void) | undefined;
    const follow = ({ spec, status: { time, target } }: ClusterClockState): void => {
      const since = clock.now();
      const reached = Date.parse(time);
      const move = target ? { from: get().move?.from ?? reached, to: Date.parse(target), isLong: true } : undefined;
      set({ rate: spec.rate, ahead: reached - since, since, move });
      if (move) lookLater();
    };
    const lookLater = (): void => {
      cancelLook?.();
      // The request that moves the clock reports a server that does not respond.
      cancelLook = clock.after(
        LOOK,
        () =>
          void get()
            .load()
            .catch(() => undefined),
      );
    };
    const change = async (changes: object): Promise<void> => {
      follow(await client.update({ ...ADDRESS, name: 'cluster' }, changes as ClusterClockState));
    };
    return {
      rate: undefined,
      ahead: 0,
      since: 0,
      move: undefined,
      async load() {
        try {
          const { items } = await client.list<ClusterClockState>(ADDRESS);
          if (items[0]) follow(items[0]);
          else set({ rate: undefined, ahead: 0, move: undefined });
        } catch (error) {
          // Other servers lack the resource, and users may lack access to it.
          if (!(error instanceof ApiError) || !(error.isNotFound || error.isForbidden)) throw error;
          set({ rate: undefined, ahead: 0, move: undefined });
        }
      },
      setRate: (rate) => change({ spec: { rate } }),
      async advance(seconds) {
        const from = await get().readNow();
        const to = from + seconds * 1000;
        set({ move: { from, to, isLong: false } });
        lookLater();
        try {
          await change({ status: { time: new Date(to).toISOString() } });
        } catch (error) {
          await get().load();
          if (!(error instanceof ApiError && error.code === 409)) throw error;
        } finally {
          cancelLook?.();
        }
      },
      endMove: () => change({}),
      async readNow() {
        await get().load();
        return now();
      },
    };
  });
}

/** Returns the cluster's time at a time of the page, in milliseconds. During a move, it is the time last read. */
export const clusterTime = (
  { rate = 1, ahead, since, move }: Pick<ClusterTime, 'rate' | 'ahead' | 'since' | 'move'>,
  now: number,
): number => since + ahead + (move ? 0 : (now - since) * rate);
