import { describe, expect, test } from 'vitest';
import { createApiClient } from '../../../src/client/api-client.ts';
import { discover } from '../../../src/client/discovery.ts';
import { breakExampleApi, installExampleApi, removeExampleApi } from '../../../src/ui/commands/example-api.ts';
import { sandboxForTests } from '../../local-services/sandbox-for-tests.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const PHASES = '/apis/almanac.example.com/v1/moonphases';
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';

async function createExample(dialect: 'kubernetes' | 'cluster' = 'kubernetes') {
  const { server, get, send } = await createWholeServer({ sandbox: sandboxForTests, flags: { dialect } });
  const client = createApiClient({
    fetch: (request) => server.fetch(request, { user: ADMIN }),
    baseUrl: 'http://server',
  });
  const discovery = await discover(client);
  await installExampleApi(client, discovery);
  const statusOf = async (path: string) => (await get(path)).status;
  return { client, discovery, get, send, statusOf };
}

describe('the example of an aggregated API', () => {
  test.each(['kubernetes', 'cluster'] as const)(
    'serves the next phases of the moon in the dialect %s',
    async (dialect) => {
      const { get, statusOf } = await createExample(dialect);
      await expect.poll(() => statusOf(PHASES)).toBe(200);
      const { kind, items } = await (await get(PHASES)).json();
      expect(kind).toBe('MoonPhaseList');
      expect(items).toHaveLength(8);
      // The clock of the test begins on 21 November 2023.
      expect(items.slice(0, 2)).toMatchObject([
        { metadata: { name: 'full-moon-2023-11-28' }, spec: { phase: 'Full moon', date: '2023-11-28' } },
        { spec: { phase: 'Last quarter' } },
      ]);
      const [first] = items;
      expect(await (await get(`${PHASES}/${first.metadata.name}`)).json()).toEqual(first);
    },
  );

  test('answers tables, single objects by name, and errors for everything else', async () => {
    const { get, send, statusOf } = await createExample();
    await expect.poll(() => statusOf(PHASES)).toBe(200);
    const { kind, apiVersion, rows } = await (await get(PHASES, { accept: TABLE })).json();
    expect({ kind, apiVersion }).toEqual({ kind: 'Table', apiVersion: 'meta.k8s.io/v1' });
    expect(rows[0].cells).toEqual(['full-moon-2023-11-28', 'Full moon', '2023-11-28']);
    const selected = await get(`${PHASES}?fieldSelector=metadata.name%3Dfull-moon-2023-11-28`);
    expect((await selected.json()).items).toHaveLength(1);
    expect(await statusOf(`${PHASES}/none`)).toBe(404);
    expect(await statusOf(`${PHASES}?watch=1`)).toBe(405);
    expect((await send('DELETE', `${PHASES}/full-moon-2023-11-28`)).status).toBe(405);
    expect(await statusOf('/apis/almanac.example.com/v1/tides')).toBe(404);
  });

  test('can be broken and repaired without effect on other groups', async () => {
    const { client, discovery, get, statusOf } = await createExample();
    await expect.poll(() => statusOf(PHASES)).toBe(200);
    await breakExampleApi(client, discovery);
    await expect.poll(() => statusOf(PHASES)).toBe(503);
    expect(await (await get(PHASES)).text()).toBe('service unavailable\n');
    expect((await discover(client)).failed).toEqual(['/apis/almanac.example.com/v1']);
    expect(await statusOf('/api/v1/pods')).toBe(200);
    await installExampleApi(client, discovery);
    await expect.poll(() => statusOf(PHASES)).toBe(200);
  });

  test('can be removed', async () => {
    const { client, discovery, statusOf } = await createExample();
    await removeExampleApi(client, discovery);
    expect(await statusOf(PHASES)).toBe(404);
  });
});
