import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import { clusterTime, createClusterClockStore } from '../../../../src/ui/state/stores/cluster-clock-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

/** A cluster whose clock has the given rate and is a minute ahead of the page. */
function storeFor(rate: number, page = new ManualClock()) {
  const sent: unknown[] = [];
  const state = (at: number) => ({ spec: { rate: at }, status: { time: new Date(page.now() + 60_000).toISOString() } });
  const client = {
    list: async () => ({ items: [state(rate)] }),
    update: async (_: object, body: { spec?: { rate: number } }) => {
      sent.push(body);
      return state(body.spec?.rate ?? rate);
    },
  } as unknown as ApiClient;
  return { store: createClusterClockStore(client, page), page, sent };
}

test('the time of the cluster advances between two answers at its rate', async () => {
  const { store, page } = storeFor(10);
  await page.advance(1000);
  await store.getState().load();
  expect(clusterTime(store.getState(), 1000)).toBe(61_000);
  expect(clusterTime(store.getState(), 3000)).toBe(81_000);
});

test('a paused cluster stays at its time', async () => {
  const { store } = storeFor(1);
  await store.getState().setRate(0);
  expect(store.getState().rate).toBe(0);
  expect(clusterTime(store.getState(), 5000)).toBe(60_000);
});

test('time moves forward from the current time of the cluster', async () => {
  const { store, sent } = storeFor(0);
  await store.getState().advance(10);
  expect(sent).toEqual([{ status: { time: '1970-01-01T00:01:10.000Z' } }]);
});

test('a server without a readable clock has the time of the page', async () => {
  const failing = (code: number) =>
    createClusterClockStore(
      {
        list: () =>
          Promise.reject(new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code })),
      } as never,
      new ManualClock(),
    );
  for (const code of [403, 404]) {
    const store = failing(code);
    await store.getState().load();
    expect(store.getState().rate).toBeUndefined();
    expect(clusterTime(store.getState(), 5000)).toBe(5000);
  }
  await expect(failing(500).getState().load()).rejects.toThrow();
});

/** A cluster whose clock is moved by a day. Its server has reached the sixth hour, and responds when `end` is called. */
function moving() {
  const page = new ManualClock();
  let end: (outcome?: Error) => void = () => undefined;
  const sent: unknown[] = [];
  let status: object = { time: '1970-01-01T00:00:00Z' };
  const client = {
    list: async () => ({ items: [{ spec: { rate: 0 }, status }] }),
    update: async (_: object, body: { status?: { time: string } }) => {
      sent.push(body);
      if (!body.status) return { spec: { rate: 0 }, status };
      const target = body.status.time;
      status = { time: '1970-01-01T06:00:00Z', target };
      await new Promise<void>((resolve, reject) => {
        end = (error) => (error ? reject(error) : resolve());
      });
      status = { time: target };
      return { spec: { rate: 0 }, status };
    },
  } as unknown as ApiClient;
  const stop = (): void => {
    status = { time: '1970-01-01T06:00:00Z' };
    end(new ApiError({ kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', code: 409 }));
  };
  return { store: createClusterClockStore(client, page), page, sent, end: () => end(), stop };
}

const HOUR = 3_600_000;

test('a long move shows its progress', async () => {
  const { store, page, end } = moving();
  const moved = store.getState().advance(86_400);
  await page.advance(100);
  expect(store.getState().move).toEqual({ from: 0, to: 24 * HOUR, isLong: false });
  await page.advance(500);
  expect(store.getState().move).toEqual({ from: 0, to: 24 * HOUR, isLong: true });
  expect(clusterTime(store.getState(), page.now())).toBe(6 * HOUR);
  end();
  await moved;
  expect(store.getState().move).toBeUndefined();
  expect(clusterTime(store.getState(), page.now())).toBe(24 * HOUR);
});

test('a stopped move keeps the time that it reached', async () => {
  const { store, page, sent, stop } = moving();
  const moved = store.getState().advance(86_400);
  await page.advance(100);
  await store.getState().endMove();
  expect(sent.at(-1)).toEqual({});
  stop();
  await moved;
  expect(store.getState().move).toBeUndefined();
  expect(clusterTime(store.getState(), page.now())).toBe(6 * HOUR);
});
