import { expect, test } from 'vitest';
import type { ApiClient } from '../../../../src/client/api-client.ts';
import { ApiError } from '../../../../src/client/api-error.ts';
import { clusterTime, createClusterClockStore } from '../../../../src/ui/state/stores/cluster-clock-store.ts';
import { ManualClock } from '../../../helpers/manual-clock.ts';

/** A cluster whose clock has this rate and is a minute ahead of the page. */
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

test('the time of the cluster goes on between two answers, at its rate', async () => {
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

test('a server without the clock, or that hides it, has the time of the page', async () => {
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
