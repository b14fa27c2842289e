import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ClockSetting, ClusterClock } from '../../../src/api/cluster-clock.ts';
import { systemClock } from '../../../src/hosts/platform.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { readSetting } from '../../../src/server/objects/cluster-settings.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import type { Storage } from '../../../src/storage/storage.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

const CLOCK = '/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster';
let server: Server | undefined;

afterEach(() => server?.close());

async function open(storage: Storage, clock: ClusterClock | ManualClock) {
  await server?.close();
  server = await createServer({
    storage,
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is reachable from here')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\nother,alice,alice,\n' },
  });
}

async function send(method: string, path: string, body?: unknown, token = 'token') {
  const init = {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
  const response = await (server as Server).fetch(new Request(`http://localhost${path}`, init));
  return { code: response.status, ...(await response.json()) };
}

describe('the clock of a cluster', () => {
  test('can be paused and moved forward, and dates new objects', async () => {
    const platform = new ManualClock();
    await open(await createMemoryStorage(), new ClusterClock(platform));
    expect(await send('PUT', CLOCK, { spec: { rate: 0 } })).toMatchObject({ code: 200, spec: { rate: 0 } });
    await platform.advance(5000);
    expect((await send('GET', CLOCK)).status.time).toBe('1970-01-01T00:00:00.000000Z');

    const moving = send('PUT', CLOCK, { status: { time: '2030-01-01T00:00:00Z' } });
    await platform.advance(1000);
    expect((await moving).status.time).toBe('2030-01-01T00:00:00.000000Z');
    const { metadata } = await send('POST', '/api/v1/namespaces', { metadata: { name: 'late' } });
    expect(metadata.creationTimestamp).toBe('2030-01-01T00:00:00Z');
  });

  test('survives a restart of the server', async () => {
    const [storage, platform] = [await createMemoryStorage(), new ManualClock()];
    await open(storage, new ClusterClock(platform));
    await send('PUT', CLOCK, { spec: { rate: 60 } });
    await open(storage, new ClusterClock(platform));
    await platform.advance(2000);
    expect(await send('GET', CLOCK)).toMatchObject({
      spec: { rate: 60 },
      status: { time: '1970-01-01T00:02:00.000000Z' },
    });
  });

  describe('during a long move', () => {
    const inAMonth = () => new Date(Date.now() + 30 * 86_400_000).toISOString();
    let storage: Storage;
    let moving: ReturnType<typeof send>;

    beforeEach(async () => {
      storage = await createMemoryStorage();
      const clock = new ClusterClock(systemClock);
      await open(storage, clock);
      await send('PUT', CLOCK, { spec: { rate: 0 } });
      const tick = () => void clock.after(10, tick);
      tick();
      moving = send('PUT', CLOCK, { status: { time: inAMonth() } });
      await expect.poll(async () => (await send('GET', CLOCK)).status.target).toBeDefined();
    });

    test('shows its progress, and any other write ends the move', async () => {
      const { status } = await send('GET', CLOCK);
      expect(status.time < status.target).toBe(true);
      expect(await send('PUT', CLOCK, {})).toMatchObject({ code: 200, spec: { rate: 0 } });
      expect(await moving).toMatchObject({
        code: 409,
        reason: 'Conflict',
        message: expect.stringContaining('was ended before its time was reached'),
      });
      const reached = (await send('GET', CLOCK)).status;
      expect(reached.target).toBeUndefined();
      expect(reached.time < status.target).toBe(true);
    });

    test('stores its progress, in case the process ends', async () => {
      const storedTime = async () => (await readSetting<ClockSetting>(storage, 'clock'))?.time ?? 0;
      const before = await storedTime();
      await expect.poll(storedTime, { timeout: 5000 }).toBeGreaterThan(before);
      await send('PUT', CLOCK, {});
      await moving;
    });
  });

  test.each([
    [{ spec: { rate: -1 } }, 'spec.rate must be a number from 0 to 10000'],
    [{ spec: { rate: 'fast' } }, 'spec.rate must be a number from 0 to 10000'],
    [{ status: { time: 'soon' } }, 'status.time must be a time such as 2023-11-21T00:00:00Z'],
    [
      { status: { time: '1969-01-01T00:00:00Z' } },
      'status.time lies in the past of the cluster, whose time only moves forward',
    ],
    ['[]', 'the body must be a JSON object'],
    ['{', expect.stringContaining('the body is not JSON: ')],
  ])('rejects %j', async (body, message) => {
    await open(await createMemoryStorage(), new ClusterClock(new ManualClock()));
    expect(await send('PUT', CLOCK, body)).toMatchObject({ code: 400, message });
  });

  test('can be changed only with permission', async () => {
    await open(await createMemoryStorage(), new ClusterClock(new ManualClock()));
    expect((await send('PUT', CLOCK, { spec: { rate: 0 } }, 'other')).code).toBe(403);
  });

  test('is not served when the host does not allow users to set it', async () => {
    await open(await createMemoryStorage(), new ManualClock());
    expect((await send('GET', CLOCK)).code).toBe(404);
  });
});
