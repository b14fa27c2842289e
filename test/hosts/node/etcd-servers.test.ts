import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EtcdProcess, hasEtcd } from '../../helpers/etcd-process.ts';
import { Program, type ServedFolder } from './data-dir-process.ts';

const LEASE = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases/kube-controller-manager';
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments';
const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';

/** Longest time in milliseconds until another server leads. */
const TAKEOVER = 40_000;

describe.skipIf(!hasEtcd)('servers that share an etcd', () => {
  let program: Program;
  let etcd: EtcdProcess;
  beforeAll(async () => {
    program = await Program.build();
  });
  afterAll(() => program.close());
  beforeEach(async () => {
    etcd = await EtcdProcess.start();
  });
  afterEach(() => etcd.remove());

  const start = (...args: string[]) => program.start(['--etcd-servers', etcd.url, ...args]);
  const json = async <T>(served: ServedFolder, path: string): Promise<T> =>
    (await (await served.send(path)).json()) as T;
  const holder = async (served: ServedFolder): Promise<string | undefined> =>
    (await json<{ spec?: { holderIdentity?: string } }>(served, LEASE)).spec?.holderIdentity;
  const deploy = (served: ServedFolder, name: string) =>
    served.send(DEPLOYMENTS, {
      method: 'POST',
      body: JSON.stringify({
        metadata: { name },
        spec: {
          selector: { matchLabels: { name } },
          template: { metadata: { labels: { name } }, spec: { containers: [{ name: 'one', image: 'nginx' }] } },
        },
      }),
    });
  const isReady = async (served: ServedFolder, name: string): Promise<boolean> =>
    (await json<{ status?: { readyReplicas?: number } }>(served, `${DEPLOYMENTS}/${name}`)).status?.readyReplicas === 1;

  it('run the controllers on one server, and on the other when the first is killed', {
    timeout: 120_000,
  }, async () => {
    const first = await start('--controllers', '--simulated-nodes', '1');
    await expect.poll(() => holder(first), { timeout: TAKEOVER }).toBeTruthy();
    const leader = await holder(first);
    const second = await start('--controllers', '--simulated-nodes', '1');
    expect((await deploy(second, 'before')).status).toBe(201);
    await expect.poll(() => isReady(second, 'before'), { timeout: TAKEOVER }).toBe(true);
    expect(await holder(second)).toBe(leader);
    await first.end('SIGKILL');
    expect((await deploy(second, 'after')).status).toBe(201);
    await expect.poll(() => isReady(second, 'after'), { timeout: TAKEOVER }).toBe(true);
    expect(await holder(second)).not.toBe(leader);
    // A server releases the Lease when it ends.
    const third = await start('--controllers');
    expect(await second.end('SIGTERM')).toBe(0);
    await expect.poll(() => holder(third), { timeout: 10_000 }).toMatch(/./);
    await third.end('SIGTERM');
  });

  it('share a certificate authority and a key for tokens', async () => {
    const [first, second] = await Promise.all([start(), start()]);
    const authority = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
    const keys = '/openid/v1/jwks';
    for (const path of [authority, keys]) {
      const text = await (await first.send(path)).text();
      expect(text).toMatch(/CERTIFICATE|"kid"/);
      expect(await (await second.send(path)).text()).toBe(text);
    }
    await Promise.all([first.end('SIGTERM'), second.end('SIGTERM')]);
  });

  it('answer stale reads and are not ready while etcd is away, and recover when it is back', {
    timeout: 60_000,
  }, async () => {
    const served = await start();
    const create = (name: string) =>
      served.send(CONFIG_MAPS, { method: 'POST', body: JSON.stringify({ metadata: { name } }) });
    expect((await create('before')).status).toBe(201);
    const watch = await served.send(`${CONFIG_MAPS}?watch=true&resourceVersion=0`);
    const reader = watch.body?.pipeThrough(new TextDecoderStream()).getReader();
    await etcd.end();
    expect((await served.send(`${CONFIG_MAPS}/before?resourceVersion=0`)).status).toBe(200);
    const refused = await served.send(`${CONFIG_MAPS}/before`);
    expect([refused.status, await refused.json()]).toMatchObject([
      500,
      { message: expect.stringMatching(/^rpc error: code = Unavailable desc = /) },
    ]);
    expect((await create('meanwhile')).status).toBe(500);
    const ready = await served.send('/readyz');
    expect([ready.status, await ready.text()]).toEqual([
      500,
      expect.stringContaining('[-]etcd failed: reason withheld'),
    ]);
    await etcd.start();
    await expect.poll(async () => (await served.send('/readyz')).status, { timeout: 20_000 }).toBe(200);
    expect((await create('after')).status).toBe(201);
    let events = '';
    while (!events.includes('"name":"after"')) events += (await reader?.read())?.value ?? '';
    expect(events).toContain('"name":"before"');
    await reader?.cancel();
    await served.end('SIGTERM');
  });
});
