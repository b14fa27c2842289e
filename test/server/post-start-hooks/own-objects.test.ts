import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/api/environment.ts';
import { FlagError } from '../../../src/server/flags/server-flags.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { createWholeServer } from '../whole-server.ts';

const SERVICE = '/api/v1/namespaces/default/services/kubernetes';
const ENDPOINTS = '/api/v1/namespaces/default/endpoints/kubernetes';
const SLICE = '/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes';
const CONFIG = '/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication';
const LEASES = '/apis/coordination.k8s.io/v1/namespaces/kube-system/leases';

/** A clock that advances only through `pass`. Due timers run one after another. */
function manualClock() {
  let now = Date.UTC(2026, 0, 1);
  let timers: { at: number; callback: () => void }[] = [];
  let count = 0;
  const clock: Clock = {
    now: () => now,
    after(milliseconds, callback) {
      const timer = { at: now + milliseconds, callback };
      timers.push(timer);
      count++;
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
  };
  const pass = async (milliseconds: number) => {
    const end = now + milliseconds;
    for (;;) {
      const [next] = timers.filter(({ at }) => at <= end).toSorted((a, b) => a.at - b.at);
      if (!next) break;
      timers = timers.filter((other) => other !== next);
      now = next.at;
      const before = count;
      next.callback();
      // A running server sets every timer again when its work has finished.
      for (let turn = 0; turn < 100 && count === before; turn++) await new Promise((resolve) => setImmediate(resolve));
    }
    now = end;
  };
  return { clock, pass };
}

type Whole = Awaited<ReturnType<typeof createWholeServer>>;
const read = async ({ get }: Whole, path: string) => (await get(path)).json();

describe('the API server', () => {
  test('has a Service at the first address of the range', async () => {
    const whole = await createWholeServer({ securePort: 8443 });
    expect(await read(whole, SERVICE)).toMatchObject({
      metadata: {
        name: 'kubernetes',
        namespace: 'default',
        labels: { component: 'apiserver', provider: 'kubernetes' },
        managedFields: [{ manager: 'kube-apiserver', operation: 'Update' }],
      },
      spec: {
        clusterIP: '10.96.0.1',
        clusterIPs: ['10.96.0.1'],
        internalTrafficPolicy: 'Cluster',
        ipFamilies: ['IPv4'],
        ipFamilyPolicy: 'SingleStack',
        ports: [{ name: 'https', port: 443, protocol: 'TCP', targetPort: 8443 }],
        sessionAffinity: 'None',
        type: 'ClusterIP',
      },
      status: { loadBalancer: {} },
    });
    const taken = await whole.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'other' },
      spec: { clusterIP: '10.96.0.1', ports: [{ port: 80 }] },
    });
    expect(await taken.text()).toContain('provided IP is already allocated');
  });

  test('has Endpoints and an EndpointSlice at the address that it advertises', async () => {
    const whole = await createWholeServer({ flags: { 'advertise-address': '10.0.2.15' } });
    expect(await read(whole, ENDPOINTS)).toMatchObject({
      metadata: { labels: { 'endpointslice.kubernetes.io/skip-mirror': 'true' } },
      subsets: [{ addresses: [{ ip: '10.0.2.15' }], ports: [{ name: 'https', port: 6443, protocol: 'TCP' }] }],
    });
    expect(await read(whole, SLICE)).toMatchObject({
      metadata: { labels: { 'kubernetes.io/service-name': 'kubernetes' }, generation: 1 },
      addressType: 'IPv4',
      endpoints: [{ addresses: ['10.0.2.15'], conditions: { ready: true } }],
      ports: [{ name: 'https', port: 6443, protocol: 'TCP' }],
    });
  });

  test('uses the names of the cluster dialect', async () => {
    const whole = await createWholeServer({ flags: { dialect: 'cluster' }, hostname: 'here' });
    const { metadata } = await read(whole, SLICE.replace('k8s.io', 'cluster.io'));
    expect(metadata.labels).toEqual({ 'cluster.io/service-name': 'kubernetes' });
    const { items } = await read(whole, LEASES.replace('k8s.io', 'cluster.io'));
    expect(items[0].metadata.labels).toEqual({
      'apiserver.cluster.io/identity': 'kube-apiserver',
      'cluster.io/hostname': 'here',
    });
  });

  test('advertises the host address in the IP family of its Service', async () => {
    const whole = await createWholeServer({
      addresses: ['10.0.2.15', 'fd00::15'],
      flags: { 'service-cluster-ip-range': 'fd00:8::/112' },
    });
    expect((await read(whole, SERVICE)).spec).toMatchObject({ clusterIP: 'fd00:8::1', ipFamilies: ['IPv6'] });
    expect(await read(whole, SLICE)).toMatchObject({ addressType: 'IPv6', endpoints: [{ addresses: ['fd00::15'] }] });
  });

  test.each([
    ['x', 'invalid argument "x" for "--advertise-address" flag: failed to parse IP: "x"'],
    ['fd00::1', 'service IP family "10.96.0.0/16" must match public address family "fd00::1"'],
    ['127.0.0.1', '--advertise-address: Invalid value: "127.0.0.1": may not be in the loopback range'],
  ])('refuses to advertise %s', async (address, message) => {
    const start = createWholeServer({ flags: { 'advertise-address': address } });
    await expect(start).rejects.toThrow(FlagError);
    await expect(start).rejects.toThrow(message);
  });

  test('publishes its authentication authorities and headers', async () => {
    const whole = await createWholeServer();
    const { data } = await read(whole, CONFIG);
    expect(Object.keys(data)).toEqual(['client-ca-file']);
    expect(data['client-ca-file']).toBe(await whole.server.capabilities.certificates.authority());
    const proxied = await createWholeServer({
      flags: {
        'client-ca-file': await whole.server.capabilities.certificates.authority(),
        'requestheader-client-ca-file': await whole.server.capabilities.certificates.authority(),
        'requestheader-username-headers': 'X-Remote-User,X-Other-User',
        'requestheader-group-headers': 'X-Remote-Group',
        'requestheader-extra-headers-prefix': 'X-Remote-Extra-',
      },
    });
    const { data: all } = await read(proxied, CONFIG);
    const own = await proxied.server.capabilities.certificates.authority();
    const given = await whole.server.capabilities.certificates.authority();
    expect(all).toEqual({
      'client-ca-file': own + given,
      'requestheader-allowed-names': '[]',
      'requestheader-client-ca-file': given,
      'requestheader-extra-headers-prefix': '["X-Remote-Extra-"]',
      'requestheader-group-headers': '["X-Remote-Group"]',
      'requestheader-username-headers': '["X-Remote-User","X-Other-User"]',
    });
  });

  test('publishes the date since which it tracks legacy service account tokens', async () => {
    const path = '/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking';
    expect((await read(await createWholeServer(), path)).data).toEqual({ since: '2023-11-21' });
  });

  test('has a Lease that it renews every 10 seconds', async () => {
    const { clock, pass } = manualClock();
    const whole = await createWholeServer({ clock, hostname: 'localhost' });
    const leases = async () => (await read(whole, LEASES)).items;
    const [lease] = await leases();
    expect(lease).toMatchObject({
      metadata: {
        // The first half of the SHA-256 of "\0\tlocalhost\0\x0ekube-apiserver" in base 32.
        name: 'apiserver-l2yubf4cvcl5c7a3wrubrwqdve',
        labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver', 'kubernetes.io/hostname': 'localhost' },
      },
      spec: { leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' },
    });
    expect(lease.spec.holderIdentity).toMatch(new RegExp(`^${lease.metadata.name}_[0-9a-f-]{36}$`));
    await pass(10_000);
    expect((await leases())[0].spec).toEqual({ ...lease.spec, renewTime: '2026-01-01T00:00:10.000000Z' });
    await whole.server.close();
    await pass(10_000);
    expect((await leases())[0].spec.renewTime).toBe('2026-01-01T00:00:10.000000Z');
  });

  test('renews its Lease at the interval of its host, with no other writes', async () => {
    const { clock, pass } = manualClock();
    const storage = await createMemoryStorage({ firstRevision: 300 });
    await createWholeServer({ clock, storage, leaseRenewSeconds: 1800 });
    const revision = await storage.revision();
    await pass(1_790_000);
    expect(await storage.revision()).toBe(revision);
    await pass(10_000);
    expect(await storage.revision()).toBe(revision + 1);
  });

  test('deletes the expired Leases of other servers', async () => {
    const { clock, pass } = manualClock();
    const whole = await createWholeServer({ clock });
    await whole.post(LEASES, {
      metadata: { name: 'apiserver-gone', labels: { 'apiserver.kubernetes.io/identity': 'kube-apiserver' } },
      spec: { leaseDurationSeconds: 3600, renewTime: '2026-01-01T00:00:00.000000Z' },
    });
    const names = async () =>
      (await read(whole, LEASES)).items.map(({ metadata }: { metadata: { name: string } }) => metadata.name);
    expect(await names()).toHaveLength(2);
    await pass(7_210_000);
    expect(await names()).toEqual([expect.stringMatching(/^apiserver-[a-z2-7]{26}$/)]);
  });

  test('recreates deleted objects and corrects changed ones', async () => {
    const { clock, pass } = manualClock();
    const whole = await createWholeServer({ clock });
    for (const path of [SERVICE, SLICE, CONFIG]) await whole.send('DELETE', path);
    const headers = { 'content-type': 'application/merge-patch+json' };
    await whole.send('PATCH', ENDPOINTS, { headers, body: '{"subsets":[]}' });
    await pass(10_000);
    for (const path of [SERVICE, SLICE, CONFIG]) expect((await whole.get(path)).status).toBe(200);
    expect((await read(whole, ENDPOINTS)).subsets).toHaveLength(1);
  });

  test('keeps its objects across a restart and updates the port', async () => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const first = await createWholeServer({ storage });
    const { metadata } = await read(first, SERVICE);
    const second = await createWholeServer({ storage, securePort: 8443 });
    const service = await read(second, SERVICE);
    expect(service.metadata.uid).toBe(metadata.uid);
    expect(service.spec.ports[0].targetPort).toBe(8443);
    expect((await read(second, ENDPOINTS)).subsets[0].ports[0].port).toBe(8443);
    await second.server.advertise(9443);
    expect((await read(second, SLICE)).ports[0].port).toBe(9443);
  });
});
