import { createStore, type StoreApi } from 'zustand/vanilla';
import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import type { ClusterClockState } from '../../../api/debug/cluster-clock-state.ts';
import type { Clock } from '../../../api/environment.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { ApiError } from '../../../client/api-error.ts';

interface ClusterTime {
  /** Seconds of the cluster for each second that passes; 0 when paused. Undefined when it cannot be changed. */
  readonly rate: number | undefined;
  /** Milliseconds by which the cluster was ahead of this page at `since`, in the page's time. */
  readonly ahead: number;
  readonly since: number;
  /** Reads the clock. Servers that do not let users change it are not an error. @throws ApiError */
  load(): Promise<void>;
  /** @throws ApiError */
  setRate(rate: number): Promise<void>;
  /** Moves the cluster's time forward. @throws ApiError */
  advance(seconds: number): Promise<void>;
}
export type ClusterClockStore = StoreApi<ClusterTime>;

const ADDRESS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'clusterclocks' };

/** The time of the cluster, as the page last heard of it. */
export function createClusterClockStore(client: ApiClient, clock: Clock): ClusterClockStore {
  return createStore<ClusterTime>()((set, get, store) => {
    const learn = ({ spec, status }: ClusterClockState): void => {
      const since = clock.now();
      set({ rate: spec.rate, ahead: Date.parse(status.time) - since, since });
    };
    const change = async (changes: object): Promise<void> => {
      learn(await client.update({ ...ADDRESS, name: 'cluster' }, changes as ClusterClockState));
    };
    return {
      rate: undefined,
      ahead: 0,
      since: 0,
      async load() {
        try {
          const { items } = await client.list<ClusterClockState>(ADDRESS);
          if (items[0]) learn(items[0]);
          else set({ rate: undefined, ahead: 0 });
        } catch (error) {
          // Other servers have no such resource, and other users may not see it.
          if (!(error instanceof ApiError) || !(error.isNotFound || error.isForbidden)) throw error;
          set({ rate: undefined, ahead: 0 });
        }
      },
      setRate: (rate) => change({ spec: { rate } }),
      async advance(seconds) {
        await get().load();
        const time = clusterTime(store.getState(), clock.now()) + seconds * 1000;
        await change({ status: { time: new Date(time).toISOString() } });
      },
    };
  });
}

/** The time of the cluster in milliseconds, at a time of the page. */
export const clusterTime = ({ rate = 1, ahead, since }: ClusterTime, now: number): number =>
  since + ahead + (now - since) * rate;
