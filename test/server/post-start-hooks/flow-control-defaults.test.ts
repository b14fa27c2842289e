import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

const FLOW = 'http://localhost/apis/flowcontrol.apiserver.k8s.io/v1beta3';
const AUTOUPDATE = 'apf.kubernetes.io/autoupdate-spec';
const MINUTE = 60_000;
let server: Server;
let clock: ManualClock;

beforeEach(async () => {
  clock = new ManualClock();
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new Error('nothing is reachable from here')),
    flags: { dialect: 'kubernetes', 'token-auth-file': 'token,admin,uid,"system:masters"\n' },
  });
});
afterEach(() => server.close());

async function send(method: string, path: string, body?: unknown) {
  const headers = { authorization: 'Bearer token', 'content-type': 'application/merge-patch+json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await server.fetch(new Request(FLOW + path, init));
  return { code: response.status, ...(await response.json()) };
}

const precedence = (path: string) => async () => (await send('GET', path)).spec?.matchingPrecedence;

test.each(['/flowschemas/catch-all', '/prioritylevelconfigurations/exempt', '/flowschemas/service-accounts'])(
  'restores %s within a minute after it was deleted',
  async (path) => {
    await send('DELETE', path);
    expect((await send('GET', path)).code).toBe(404);
    await clock.advance(MINUTE);
    await expect.poll(async () => (await send('GET', path)).code).toBe(200);
  },
);

test('restores a changed specification that is updated automatically', async () => {
  const path = '/flowschemas/service-accounts';
  await send('PATCH', path, { spec: { matchingPrecedence: 4000 } });
  await clock.advance(MINUTE);
  await expect.poll(precedence(path)).toBe(9000);
});

test('keeps a changed specification that is not updated automatically', async () => {
  const path = '/flowschemas/service-accounts';
  const metadata = { annotations: { [AUTOUPDATE]: 'false' } };
  await send('PATCH', path, { metadata, spec: { matchingPrecedence: 4000 } });
  await send('DELETE', '/flowschemas/catch-all');
  await clock.advance(MINUTE);
  await expect.poll(precedence('/flowschemas/catch-all')).toBe(10_000);
  expect(await precedence(path)()).toBe(4000);
});

test('keeps the lending of the exempt level, but restores its annotation', async () => {
  const path = '/prioritylevelconfigurations/exempt';
  const exempt = { nominalConcurrencyShares: 7, lendablePercent: 50 };
  await send('PATCH', path, { metadata: { annotations: { [AUTOUPDATE]: 'false' } }, spec: { exempt } });
  await clock.advance(MINUTE);
  await expect.poll(async () => (await send('GET', path)).metadata.annotations[AUTOUPDATE]).toBe('true');
  expect((await send('GET', path)).spec.exempt).toEqual(exempt);
});

test('writes nothing when nothing has changed', async () => {
  const before = (await send('GET', '/flowschemas')).metadata.resourceVersion;
  await send('DELETE', '/flowschemas/catch-all');
  await clock.advance(MINUTE);
  await expect.poll(precedence('/flowschemas/catch-all')).toBe(10_000);
  const { items } = await send('GET', '/flowschemas');
  const changed = items.filter(
    ({ metadata }: { metadata: { resourceVersion: string } }) => Number(metadata.resourceVersion) > Number(before),
  );
  expect(changed.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(['catch-all']);
});
