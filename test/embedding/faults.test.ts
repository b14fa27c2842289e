import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Clock, Random } from '../../src/api/environment.ts';
import { apiResponse } from '../../src/api/messages/api-response.ts';
import { FaultTable } from '../../src/embedding/faults/fault-table.ts';
import { type Cluster, createCluster } from '../../src/hosts/core.ts';
import { fetchResponse, requestOfFetch, responseOfFetch } from '../../src/server/http/fetch/fetch-messages.ts';
import { ManualClock } from '../helpers/manual-clock.ts';

const POD = '/api/v1/namespaces/default/pods/web';
const PODS = '/api/v1/namespaces/default/pods';

describe('faults of a cluster', () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await createCluster({ controllers: false });
  });
  afterEach(() => cluster.close());

  it('produce the responses of a failing server', async () => {
    const status = async (code: number, path = PODS) => {
      const remove = await cluster.faults.add({ status: code });
      const response = await cluster.fetch(path);
      await remove();
      expect(response.status).toBe(code);
      return { ...(await response.json()), retryAfter: response.headers.get('retry-after') };
    };
    expect(await status(410)).toEqual({
      kind: 'Status',
      apiVersion: 'v1',
      metadata: {},
      status: 'Failure',
      message: 'The resourceVersion for the provided list is too old.',
      reason: 'Expired',
      code: 410,
      retryAfter: null,
    });
    await cluster.faults.add({ status: 404 });
    expect(await (await cluster.fetch(`${PODS}/a&b`)).text()).toContain(String.raw`pods \"a\u0026b\" not found`);
    await cluster.faults.clear();
    expect(await status(429)).toMatchObject({
      reason: 'TooManyRequests',
      details: { retryAfterSeconds: 1 },
      retryAfter: '1',
    });
    expect(await status(500)).toMatchObject({ message: 'etcdserver: request timed out' });
    expect(await status(503)).toMatchObject({ reason: 'ServiceUnavailable' });
    expect(await status(504)).toMatchObject({ reason: 'Timeout' });
    expect(await status(404, POD)).toMatchObject({
      message: 'pods "web" not found',
      details: { name: 'web', kind: 'pods' },
    });
    expect(await status(409, POD)).toMatchObject({ reason: 'Conflict' });
    for (const code of [400, 401, 403, 405, 413, 507]) expect((await status(code)).code).toBe(code);
    expect((await cluster.fetch(PODS)).status).toBe(200);
  });

  it("affect every request except the cluster's own commands", async () => {
    await cluster.faults.add({ status: 500 });
    expect((await cluster.as('alice').fetch(PODS)).status).toBe(500);
    await expect(cluster.client.list({ group: '', version: 'v1', resource: 'pods' })).rejects.toThrow('timed out');
    await cluster.load('apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}');
    expect(await cluster.export()).toContain('name: shop');
    await cluster.faults.clear();
    expect((await cluster.fetch(PODS)).status).toBe(200);
  });

  it('expire a watch with an event', async () => {
    await cluster.faults.add({ path: PODS, status: 410 });
    const response = await cluster.fetch(`${PODS}?watch=1&resourceVersion=5`);
    expect(response.status).toBe(200);
    expect(await response.text()).toMatch(/^{"type":"ERROR","object":{.*"reason":"Expired","code":410}}\n$/);
  });

  it('disconnect open watches and later requests', async () => {
    const open = await cluster.fetch('/api/v1/namespaces?watch=1');
    const other = await cluster.fetch(`${PODS}?watch=1`);
    const reader = other.body?.getReader();
    const pending = reader?.read();
    const remove = await cluster.faults.add({ path: '/api/v1/namespaces', disconnect: true });
    await expect(open.text()).rejects.toThrow(TypeError);
    await expect(cluster.fetch('/api/v1/namespaces?watch=1')).rejects.toThrow(TypeError);
    await expect(cluster.fetch('/api/v1/namespaces')).rejects.toThrow(TypeError);
    await remove();
    expect((await cluster.fetch('/api/v1/namespaces')).status).toBe(200);
    const pod = { metadata: { name: 'web' }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    await cluster.client.create(
      { group: '', version: 'v1', resource: 'serviceaccounts', namespace: 'default' },
      { metadata: { name: 'default' } },
    );
    await cluster.client.create({ group: '', version: 'v1', resource: 'pods', namespace: 'default' }, pod);
    expect((await pending)?.done).toBe(false);
    await reader?.cancel();
  });

  it('reject numbers outside their range', async () => {
    for (const fault of [{ share: 2 }, { times: 0 }, { latency: -1 }, { status: 200 }])
      await expect(cluster.faults.add(fault)).rejects.toThrow(RangeError);
  });
});

describe('a fault', () => {
  const ok = async () => apiResponse(200, 'ok');
  const requestOf = (path: string, init?: RequestInit) => requestOfFetch(new Request(`http://cluster${path}`, init));
  const tableWith = (clock: Clock, ...bytes: number[]) => {
    const random: Random = { bytes: (count) => Uint8Array.from({ length: count }, () => bytes.shift() ?? 0) };
    return new FaultTable({ clock, random });
  };
  const codeOf = async (table: FaultTable, path: string, method = 'GET') =>
    (await table.apply(requestOf(path, { method }), ok)).status;

  it.each([
    ['/api/v1/pods', '/api/v1/pods', true],
    ['/api/v1/pods', '/api/v1/pods/web', false],
    ['/api/v1/nodes/*', '/api/v1/nodes/one', true],
    ['/api/v1/nodes/*', '/api/v1/nodes', false],
    ['/api/v1/nodes/*', '/api/v1/nodes/one/status', false],
    ['/api/v1/**', '/api/v1', true],
    ['/api/v1/**', '/api/v1/nodes/one/status', true],
    ['/api/**/status', '/api/v1/nodes/one/status', true],
    ['/apis/*.k8s.io/**', '/apis/rbac.authorization.k8s.io/v1/roles', true],
    ['/apis/*.k8s.io/**', '/apis/apps/v1/deployments', false],
    ['**', '/healthz', true],
  ])('with the path %s applies to %s: %s', async (pattern, path, isMet) => {
    const table = tableWith(new ManualClock());
    await table.add({ path: pattern, status: 500 });
    expect(await codeOf(table, path)).toBe(isMet ? 500 : 200);
  });

  it('applies only to its methods', async () => {
    const table = tableWith(new ManualClock());
    await table.add({ methods: ['post', 'DELETE'], status: 500 });
    expect(await codeOf(table, PODS)).toBe(200);
    expect(await codeOf(table, PODS, 'POST')).toBe(500);
    expect(await codeOf(table, POD, 'DELETE')).toBe(500);
  });

  it('applies to its share of requests, by the random source', async () => {
    const table = tableWith(new ManualClock(), 0x7f, 255, 255, 0x80, 0, 0);
    await table.add({ share: 0.5, status: 500 });
    expect([await codeOf(table, PODS), await codeOf(table, PODS)]).toEqual([500, 200]);
  });

  it('ends after its number of requests', async () => {
    const table = tableWith(new ManualClock());
    await table.add({ times: 2, status: 500 });
    expect([await codeOf(table, PODS), await codeOf(table, PODS), await codeOf(table, PODS)]).toEqual([500, 500, 200]);
  });

  it('delays the response of another fault', async () => {
    const clock = new ManualClock();
    const table = tableWith(clock);
    await table.add({ latency: 300 });
    await table.add({ status: 503 });
    let code = 0;
    const answered = codeOf(table, PODS).then((found) => {
      code = found;
    });
    await clock.advance(299);
    expect(code).toBe(0);
    await clock.advance(1);
    await answered;
    expect(code).toBe(503);
  });

  it('allows the client to abort a delayed request', async () => {
    const table = tableWith(new ManualClock());
    await table.add({ latency: 300 });
    const abort = new AbortController();
    const answered = table.apply(requestOf('/api', { signal: abort.signal }), ok);
    abort.abort();
    await expect(answered).rejects.toThrow('abort');
  });

  it('breaks a connection after its delay', async () => {
    const clock = new ManualClock();
    const table = tableWith(clock);
    await table.add({ disconnect: 1000 });
    const body = new ReadableStream({ start: (controller) => controller.enqueue(new TextEncoder().encode('event\n')) });
    const watch = requestOf(`${PODS}?watch=true`);
    const answered = await table.apply(watch, async () => responseOfFetch(new Response(body)));
    const reader = fetchResponse(answered).body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('event\n');
    const next = reader?.read();
    const list = table.apply(requestOf(PODS), ok);
    const outcomes = Promise.allSettled([next, list]);
    await clock.advance(1000);
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});
