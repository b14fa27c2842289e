import { beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/hosts/platform.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { CommitTooLargeError, type Storage, StorageUnavailableError } from '../../src/storage/storage.ts';
import { createWholeServer } from './whole-server.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const REASON = 'etcdserver: request timed out';

describe('a server whose storage cannot be reached', () => {
  let cluster: Awaited<ReturnType<typeof createWholeServer>>;
  let problem: Error | undefined;
  let commitProblem: Error | undefined;
  let silent = false;

  beforeEach(async () => {
    problem = commitProblem = undefined;
    silent = false;
    const memory = await createMemoryStorage({ firstRevision: 300 });
    const reach = () => {
      if (silent) return new Promise<void>(() => undefined);
      return problem ? Promise.reject(problem) : Promise.resolve();
    };
    const storage: Storage = Object.assign(Object.create(memory) as Storage, {
      catchUp: reach,
      ping: reach,
      commit: (writes: Parameters<Storage['commit']>[0]) =>
        commitProblem ? Promise.reject(commitProblem) : memory.commit(writes),
    });
    for (const name of ['revision', 'get', 'list', 'changesSince', 'follow', 'compact', 'close'] as const)
      Object.assign(storage, { [name]: (memory[name] as (...args: unknown[]) => unknown).bind(memory) });
    cluster = await createWholeServer({ storage, clock: systemClock });
    problem = new StorageUnavailableError(REASON);
  });

  it('serves reads that may be stale, and rejects consistent reads with the reason', async () => {
    expect((await cluster.get(`${CONFIG_MAPS}?resourceVersion=0`)).status).toBe(200);
    for (const path of [CONFIG_MAPS, `${CONFIG_MAPS}/absent`, `${CONFIG_MAPS}?watch=true`]) {
      const response = await cluster.get(path);
      expect([response.status, await response.json()]).toMatchObject([500, { status: 'Failure', message: REASON }]);
    }
  });

  it('rejects writes with the reason', async () => {
    const refused = await cluster.post(CONFIG_MAPS, { metadata: { name: 'one' } });
    expect([refused.status, await refused.json()]).toMatchObject([500, { message: REASON }]);
    [problem, commitProblem] = [undefined, new StorageUnavailableError(REASON)];
    const failed = await cluster.post(CONFIG_MAPS, { metadata: { name: 'one' } });
    expect([failed.status, await failed.json()]).toMatchObject([500, { message: REASON }]);
  });

  it('rejects an object that is too large for the storage with the error of etcd', async () => {
    [problem, commitProblem] = [undefined, new CommitTooLargeError({ writes: 1, characters: 1 })];
    const refused = await cluster.post(CONFIG_MAPS, { metadata: { name: 'one' } });
    expect([refused.status, await refused.json()]).toMatchObject([
      500,
      { message: 'etcdserver: request is too large' },
    ]);
  });

  it('reports the failed checks in its metrics, until the storage is back', async () => {
    const metrics = async () => (await cluster.get('/metrics/slis')).text();
    const away = await metrics();
    for (const name of ['name="etcd",type="readyz"', 'name="etcd-readiness",type="readyz"', 'name="etcd",type="livez"'])
      expect(away).toContain(`kubernetes_healthcheck{${name}} 0\n`);
    expect(away).toContain('kubernetes_healthcheck{name="ping",type="readyz"} 1\n');
    problem = undefined;
    expect(await metrics()).toContain('kubernetes_healthcheck{name="etcd",type="readyz"} 1\n');
  });

  it('is neither ready nor live, and reports the storage checks', async () => {
    const response = await cluster.get('/readyz');
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(text).toContain('[+]ping ok\n');
    expect(text).toContain('[-]etcd failed: reason withheld\n');
    expect(text).toContain('[-]etcd-readiness failed: reason withheld\n');
    expect(text).toMatch(/\nreadyz check failed\n$/);
    expect((await cluster.get('/livez')).status).toBe(500);
    expect((await cluster.get('/readyz/ping')).status).toBe(200);
    expect(await (await cluster.get('/readyz/etcd')).text()).toBe(
      `internal server error: error getting data from etcd: ${REASON}\n`,
    );
    expect((await cluster.get('/readyz?exclude=etcd&exclude=etcd-readiness')).status).toBe(200);
  });

  it('is not ready while its storage does not respond', async () => {
    problem = undefined;
    silent = true;
    const response = await cluster.get('/readyz/etcd');
    expect(await response.text()).toContain('context deadline exceeded');
  });

  it('is ready again when the storage is reachable', async () => {
    problem = undefined;
    expect((await cluster.get('/readyz')).status).toBe(200);
    expect((await cluster.get(CONFIG_MAPS)).status).toBe(200);
  });
});
