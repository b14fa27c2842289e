import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { expect, it } from 'vitest';
import type { ClusterOptions } from '../../src/embedding/cluster.ts';
import { EmbeddedCluster } from '../../src/embedding/embedded-cluster.ts';
import { controlPlaneAfter } from '../../src/hosts/control-plane.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { openDexieStorage } from '../../src/storage/dexie-storage.ts';
import { until } from '../helpers/until.ts';

const POD = '/api/v1/namespaces/default/pods/web';
const web = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'web' },
  spec: { containers: [{ name: 'main', image: 'nginx' }] },
};
const EXEC = new Request('https://simulated-node-0:10250/exec/default/web/main?command=hostname&output=1');

const indexedDB = new IDBFactory();
const open = (options: ClusterOptions, begin: Promise<void> = Promise.resolve()): Promise<EmbeddedCluster> =>
  EmbeddedCluster.open(options, {
    ...controlPlaneAfter(() => begin),
    ...{ clock: systemClock, random: systemRandom, fetch: () => Promise.reject(new TypeError('no network')) },
    openStorage: () => openDexieStorage({ name: 'cluster', firstRevision: FIRST_REVISION, indexedDB, IDBKeyRange }),
  });

it('a request for a log or a process waits for the simulation, which starts after the server', async () => {
  const before = await open({ seed: [web] });
  await until(async () => (await (await before.fetch(POD)).json()).status.phase === 'Running');
  await before.close();
  let begin: () => void = () => undefined;
  const after = await open({ seed: [web] }, new Promise((resolve) => (begin = resolve)));
  const early = Promise.all([after.fetch(`${POD}/log`), (await after.running()).upgrade(EXEC)]);
  begin();
  const [log, target] = await early;
  expect([log.status, await log.text()]).toEqual([200, expect.stringMatching(/./)]);
  expect(target).toMatchObject({ kind: 'process', command: ['hostname'] });
  await after.close();
});

it('a request for a process fails immediately in a cluster without controllers', async () => {
  const cluster = await open({ controllers: false });
  const from = performance.now();
  const target = (await cluster.running()).upgrade(EXEC);
  await expect(target).rejects.toThrow('dial tcp simulated-node-0:10250: connect: no route to host');
  expect(performance.now() - from).toBeLessThan(1000);
  await cluster.close();
});
