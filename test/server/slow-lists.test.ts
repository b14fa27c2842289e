import { describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { createWholeServer } from './whole-server.ts';

const PATH = '/api/v1/namespaces/default/configmaps';

/** Opens a server with 40 config maps whose list takes 100 ms by a clock that otherwise stands still. */
async function openSlow() {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  let now = Date.UTC(2024, 0, 2);
  let turns = 0;
  const clock = {
    now: () => now,
    after(milliseconds: number, callback: () => void) {
      if (milliseconds === 0) turns += 1;
      return systemClock.after(milliseconds, callback);
    },
  };
  const list = storage.list.bind(storage);
  storage.list = (prefix, options) => {
    if (prefix === '/registry/configmaps/default/') now += 100;
    return list(prefix, options);
  };
  const server = await createWholeServer({ storage, clock });
  for (let number = 0; number < 40; number++) await server.post(PATH, { metadata: { name: `c${number}` } });
  return {
    ...server,
    /** Returns how often some work has yielded to the event loop. */
    async turnsOf(work: () => Promise<unknown>): Promise<number> {
      const before = turns;
      await work();
      return turns - before;
    },
  };
}

describe('after a slow list', () => {
  it('a watch yields before it has sent the objects', async () => {
    const { get, turnsOf } = await openSlow();
    const turns = await turnsOf(async () => {
      const reader = (await get(`${PATH}?watch=1`)).body?.getReader();
      await reader?.read();
      await reader?.cancel();
    });
    expect(turns).toBe(1);
  });

  it('the deletion of a collection yields before it has deleted the objects', async () => {
    const { send, turnsOf } = await openSlow();
    expect(await turnsOf(() => send('DELETE', PATH))).toBeGreaterThan(0);
  });
});
