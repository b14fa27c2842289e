import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RequestTrace } from '../../../src/api/debug/request-trace.ts';
import type { Clock } from '../../../src/api/environment.ts';
import { headerValue } from '../../../src/api/user-extra.ts';
import type { UserInfo } from '../../../src/api/user-info.ts';
import { createServer, type Server } from '../../../src/server/create-server.ts';
import { RecentTraces } from '../../../src/server/observe/traces/recent-traces.ts';
import type { RequestTraceLog, TraceBatch } from '../../../src/server/observe/traces/trace-log.ts';
import type { ServerOptions } from '../../../src/server/server-options.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { ManualClock } from '../../helpers/manual-clock.ts';

const PATH = '/apis/debug.tabplane.dev/v1alpha1/requesttraces';
const ADMIN: UserInfo = { username: 'admin', groups: ['system:masters'] };
const ANN: UserInfo = { username: 'ann', groups: ['system:authenticated'] };
const PODS = '/api/v1/namespaces/default/pods';
const POD = { metadata: { name: 'p' }, spec: { containers: [{ name: 'c', image: 'i' }] } };
const ACCOUNT = { metadata: { name: 'default' } };

let now = Date.UTC(2026, 0, 1);
const clock: Clock = { now: () => now++, after: () => () => undefined };

let server: Server;
async function start(flags: ServerOptions['flags'] = {}, ownClock = clock): Promise<void> {
  await server?.close();
  server = await createServer({
    storage: await createMemoryStorage({ firstRevision: 300 }),
    clock: ownClock,
    random: { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) },
    fetch: () => Promise.reject(new TypeError('nothing is reachable from here')),
    flags,
  });
  await send('POST', '/api/v1/namespaces/default/serviceaccounts', ACCOUNT);
}
beforeEach(() => start());
afterEach(() => server.close());

function send(
  method: string,
  path: string,
  body?: unknown,
  { user = ADMIN, headers = {} }: { user?: UserInfo; headers?: Record<string, string> } = {},
): Promise<Response> {
  const content = body === undefined ? {} : { body: JSON.stringify(body) };
  const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  const init = { method, headers: { 'content-type': type, ...headers }, ...content };
  return server.fetch(new Request(`http://localhost${path}`, init), { user });
}

async function traceOf(response: Response): Promise<RequestTrace> {
  const answer = await send('GET', `${PATH}/${response.headers.get('audit-id')}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as RequestTrace;
}

const kept = async (): Promise<readonly RequestTrace[]> =>
  ((await (await send('GET', PATH)).json()) as { items: RequestTrace[] }).items;

const stepOf = (trace: RequestTrace, plugin: string, phase = 'mutate') =>
  trace.admission.find((step) => step.plugin === plugin && step.phase === phase);

test('a trace shows the names in headers as texts', async () => {
  const headers = { 'impersonate-user': headerValue('Žofie') };
  const { request, user } = await traceOf(await send('GET', PODS, undefined, { headers }));
  expect([request.headers?.['impersonate-user'], user.username]).toEqual(['Žofie', 'Žofie']);
});

test('a trace of a write has its user, the decisive rule, the changes by each plugin, and the revision', async () => {
  const response = await send('POST', PODS, POD);
  const text = await response.text();
  const written = JSON.parse(text) as { metadata: { resourceVersion: string } };
  const trace = await traceOf(response);

  expect(trace.request).toMatchObject({ verb: 'create', method: 'POST', path: PODS, resource: 'pods', dryRun: false });
  expect(JSON.parse(trace.request.body ?? '')).toEqual(POD);
  expect(trace.user).toEqual(ADMIN);
  expect(trace.authorization).toEqual({ decision: 'allow', reason: '' });
  expect(trace.response).toEqual({
    code: 201,
    bytes: new Blob([text]).size,
    warnings: [],
    resourceVersion: written.metadata.resourceVersion,
  });
  expect(trace.milliseconds).toBeGreaterThan(0);
  expect(stepOf(trace, 'Priority')).toMatchObject({
    matched: true,
    decision: 'allowed',
    patch: [
      { op: 'add', path: '/spec/priority', value: 0 },
      { op: 'add', path: '/spec/preemptionPolicy', value: 'PreemptLowerPriority' },
    ],
  });
  expect(stepOf(trace, 'DefaultStorageClass')).toEqual({
    ...{ plugin: 'DefaultStorageClass', phase: 'mutate', matched: true, decision: 'allowed', milliseconds: 0 },
  });
  expect(stepOf(trace, 'CertificateApproval', 'validate')).toMatchObject({
    matched: false,
    why: 'does not handle CREATE',
    decision: 'skipped',
  });
});

test('plugins are listed in the order of execution, up to the one that denied the request', async () => {
  const response = await send('POST', PODS, { ...POD, spec: { ...POD.spec, priorityClassName: 'absent' } });
  const trace = await traceOf(response);
  expect(trace.admission.at(-1)).toMatchObject({ plugin: 'Priority', decision: 'denied' });
  expect(trace.response.code).toBe(403);
  expect(trace.response.message).toBe(trace.admission.at(-1)?.why);
  expect(trace.response).not.toHaveProperty('resourceVersion');
  const order = trace.admission.map(({ plugin }) => plugin);
  expect(order.indexOf('NamespaceLifecycle')).toBeLessThan(order.indexOf('Priority'));
});

test('reads are kept when they are denied or request a trace', async () => {
  const before = (await kept()).length;
  await send('GET', PODS);
  await send('GET', `${PODS}/absent`);
  expect(await kept()).toHaveLength(before);

  const refused = await traceOf(await send('GET', PODS, undefined, { user: ANN }));
  expect(refused).toMatchObject({ user: ANN, authorization: { decision: 'no-opinion' }, response: { code: 403 } });
  const wanted = await send('GET', PODS, undefined, { headers: { 'Tabplane-Trace': 'true' } });
  expect((await traceOf(wanted)).request.verb).toBe('list');
});

test('reads are kept while a watch of the traces includes them', async () => {
  const abort = new AbortController();
  const reads = async () => (await kept()).map(({ request }) => request.verb).filter((verb) => verb === 'list');
  const path = `http://localhost${PATH}?watch=true&includeReads=true`;
  await server.fetch(new Request(path, { signal: abort.signal }), { user: ADMIN });
  await send('GET', PODS);
  expect(await reads()).toHaveLength(1);
  abort.abort();
  await send('GET', PODS);
  expect(await reads()).toHaveLength(1);
});

test('a trace has the stages with their durations, and the headers without credentials', async () => {
  const headers = { authorization: 'Bearer hidden', 'user-agent': 'a-program', cookie: 'hidden' };
  const trace = await traceOf(await send('POST', PODS, POD, { headers }));
  expect(trace.stages?.map(({ name }) => name)).toEqual(['authentication', 'flow control', 'authorization']);
  const total = trace.stages?.reduce((sum, { milliseconds }) => sum + milliseconds, 0) ?? 0;
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(trace.milliseconds);
  expect(trace.request.headers).toEqual({ 'content-type': 'application/json', 'user-agent': 'a-program' });
  const denied = await traceOf(await send('GET', PODS, undefined, { user: ANN }));
  expect(denied.stages?.map(({ name }) => name)).toEqual(['authentication', 'flow control']);
});

test('a trace has the size of the response before compression', async () => {
  const headers = { 'tabplane-trace': 'true' };
  await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' }, data: { text: 'ä€' } });
  const response = await send('GET', '/api/v1/namespaces/default/configmaps/a', undefined, { headers });
  const { bytes } = (await traceOf(response)).response;
  expect(bytes).toBe((await response.arrayBuffer()).byteLength);
});

test('connections are kept, because they go through admission', async () => {
  const trace = await traceOf(await send('GET', `${PODS}/absent/exec?command=ls`));
  expect(trace.request).toMatchObject({ verb: 'get', subresource: 'exec' });
  expect(stepOf(trace, 'LimitRanger')).toMatchObject({ matched: false, why: 'does not handle CONNECT' });
});

test('reviews are not kept', async () => {
  const before = (await kept()).length;
  const spec = { resourceAttributes: { verb: 'get', resource: 'pods' } };
  await send('POST', '/apis/authorization.cluster.io/v1/selfsubjectaccessreviews', { spec });
  expect(await kept()).toHaveLength(before);
});

test('a dry run is marked and has no revision', async () => {
  const trace = await traceOf(await send('POST', `${PODS}?dryRun=All`, POD));
  expect(trace.request).toMatchObject({ dryRun: true, path: `${PODS}?dryRun=All` });
  expect(trace.response).toMatchObject({ code: 201 });
  expect(trace.response.resourceVersion).toBeUndefined();
});

test('the trace of a deletion has the revision of the removal', async () => {
  await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'a' } });
  const trace = await traceOf(await send('DELETE', '/api/v1/namespaces/default/configmaps/a'));
  expect(trace.request.verb).toBe('delete');
  expect(Number(trace.response.resourceVersion)).toBeGreaterThan(300);
});

test('a trace lists every revision that its request committed, and none when nothing changed', async () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  for (const name of ['a', 'b']) await send('POST', configMaps, { metadata: { name, labels: { of: 'both' } } });
  const unchanged = await traceOf(await send('PATCH', `${configMaps}/a`, { metadata: { labels: { of: 'both' } } }));
  expect(unchanged.response).not.toHaveProperty('resourceVersion');
  const { response } = await traceOf(await send('DELETE', `${configMaps}?labelSelector=of=both`));
  expect(response.revisions).toHaveLength(2);
  expect(response.resourceVersion).toBe(response.revisions?.[1]);
});

test('the trace of the removal of the last finalizer has the revision of the deletion', async () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  await send('POST', configMaps, { metadata: { name: 'held', finalizers: ['example.com/hold'] } });
  const marked = await traceOf(await send('DELETE', `${configMaps}/held`));
  const released = await traceOf(await send('PATCH', `${configMaps}/held`, { metadata: { finalizers: null } }));
  expect(Number(released.response.resourceVersion)).toBe(Number(marked.response.resourceVersion) + 1);
});

test('the trace of a create has the name of the object, whether set, generated or invalid', async () => {
  const configMaps = '/api/v1/namespaces/default/configmaps';
  const nameIn = async (metadata: object) => (await traceOf(await send('POST', configMaps, { metadata }))).request.name;
  expect(await nameIn({ name: 'given' })).toBe('given');
  expect(await nameIn({ name: 'given' })).toBe('given');
  expect(await nameIn({ name: 'Not Valid' })).toBe('Not Valid');
  expect(await nameIn({ generateName: 'made-' })).toMatch(/^made-\w{5}$/);
  const all = await send('DELETE', configMaps);
  expect((await traceOf(all)).request).not.toHaveProperty('name');
});

test('the trace of an impersonated write has both users', async () => {
  const trace = await traceOf(await send('POST', PODS, POD, { headers: { 'Impersonate-User': 'ann' } }));
  expect(trace.user.username).toBe('ann');
  expect(trace.impersonatedBy).toEqual(ADMIN);
});

test('traces never contain secrets, tokens or certificates', async () => {
  const jwt = `eyJhbGciOiJSUzI1NiJ9.${btoa('{"sub":"thing"}')}.c2lnbmF0dXJl`;
  const pem = '-----BEGIN CERTIFICATE-----\nTm90aGluZw==\n-----END CERTIFICATE-----\n';
  const secret = { metadata: { name: 's', annotations: { a: 'hush-1' } }, data: { k: btoa('hush-2') } };
  await send('POST', '/api/v1/namespaces/default/secrets', secret, { headers: { authorization: 'Bearer hush-3' } });
  await send('PATCH', '/api/v1/namespaces/default/secrets/s', { stringData: { k: 'hush-4' } });
  await send('POST', '/api/v1/namespaces/default/serviceaccounts/default/token', { spec: { audiences: ['hush-5'] } });
  const data = { jwt, pem, bundle: btoa(pem) };
  await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name: 'c' }, data });

  const text = await (await send('GET', PATH)).text();
  for (const part of ['hush', btoa('hush-2'), jwt, 'Tm90aGluZw', btoa(pem).slice(0, 60)])
    expect(text).not.toContain(part);
  expect(text).toContain('"jwt');
});

test('the newest 500 traces are kept', async () => {
  const first = await send('POST', PODS, {});
  for (let count = 0; count < 500; count++) await send('POST', PODS, {});
  expect(await kept()).toHaveLength(500);
  expect((await send('GET', `${PATH}/${first.headers.get('audit-id')}`)).status).toBe(404);
});

test.each([
  ['system:serviceaccount:kube-system:namespace-controller', undefined, 200],
  ['system:kube-scheduler', undefined, 200],
  ['system:node:one', undefined, 200],
  ['system:simulation', undefined, 200],
  ['system:serviceaccount:default:robot', undefined, 500],
  ['system:serviceaccount:kube-system:namespace-controller', 'admin', 500],
])('the newest traces of %s (impersonated by %s) are kept: %i', async (username, by, count) => {
  const example = await traceOf(await send('POST', PODS, POD));
  const traces = new RecentTraces(clock);
  const add = (name: string, user: UserInfo, more: Partial<RequestTrace> = {}) =>
    traces.add({ ...example, metadata: { ...example.metadata, name }, user, ...more });
  add('first', { username: 'ann' });
  for (let number = 0; number < 501; number++) {
    add(`${number}`, { username }, by === undefined ? {} : { impersonatedBy: { username: by } });
  }
  const names = traces.list().map(({ name }) => name);
  // Only clients share a limit with ann.
  expect(names.includes('first')).toBe(count === 200);
  expect(names.filter((name) => name !== 'first')).toHaveLength(count);
  expect(names.at(-1)).toBe('500');
});

test('at most 200 component requests per second are traced; user requests and opted-in ones always are', async () => {
  let time = Date.UTC(2026, 0, 1);
  const standing: Clock = { now: () => time, after: () => () => undefined };
  await start({}, standing);
  const controller = { username: 'system:kube-scheduler', groups: ['system:masters'] };
  const create = (name: string, user: UserInfo, headers: Record<string, string> = {}) =>
    send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { name } }, { user, headers });
  const isTraced = async (response: Response): Promise<boolean> =>
    (await send('GET', `${PATH}/${response.headers.get('audit-id')}`)).status === 200;
  for (let number = 0; number < 200; number++) await create(`burst-${number}`, controller);
  expect(await isTraced(await create('one-more', controller))).toBe(false);
  expect(await isTraced(await create('wanted', controller, { 'tabplane-trace': 'true' }))).toBe(true);
  expect(await isTraced(await create('of-a-person', ADMIN))).toBe(true);
  time += 1000;
  expect(await isTraced(await create('later', controller))).toBe(true);
});

test('a lasting burst of component requests is traced at a lower rate', () => {
  const traces = new RecentTraces(clock);
  /** Returns how many of the requests in a second are traced. */
  const tracedOf = (requests: number, second: number): number =>
    Array.from({ length: requests }, () => traces.hasRoomForComponent(second * 1000)).filter(Boolean).length;
  expect([tracedOf(500, 10), tracedOf(500, 11), tracedOf(300, 12)]).toEqual([200, 20, 20]);
  expect(tracedOf(150, 13)).toBe(20);
  expect([tracedOf(150, 14), tracedOf(300, 16)]).toEqual([150, 200]);
});

test('conflicts of controllers are not kept, because controllers retry; those of users are', async () => {
  await send('POST', PODS, POD);
  const controller = { username: 'system:serviceaccount:kube-system:job-controller', groups: ['system:masters'] };
  const ofController = await send('POST', PODS, POD, { user: controller });
  expect(ofController.status).toBe(409);
  expect((await send('GET', `${PATH}/${ofController.headers.get('audit-id')}`)).status).toBe(404);
  expect((await traceOf(await send('POST', PODS, POD))).response.code).toBe(409);
});

test('requests with the same audit ID have separate traces, which the ID selects', async () => {
  const headers = { 'Audit-Id': 'mine' };
  for (const name of ['a', 'b']) {
    const response = await send('POST', PODS, { ...POD, metadata: { name } }, { headers });
    expect(response.headers.get('audit-id')).toBe('mine');
  }
  const found = await send('GET', `${PATH}?fieldSelector=auditID%3Dmine`);
  const { items } = (await found.json()) as { items: RequestTrace[] };
  expect(items.map(({ request, auditID }) => [request.name, auditID])).toEqual([
    ['a', 'mine'],
    ['b', 'mine'],
  ]);
  const [first, second] = items.map(({ metadata }) => metadata.name);
  expect(first).not.toBe(second);
  expect(((await (await send('GET', `${PATH}/${first}`)).json()) as RequestTrace).request.name).toBe('a');
  expect((await send('GET', `${PATH}?fieldSelector=user%3Dann`)).status).toBe(400);
});

test('a watch by audit ID sends only the traces of its requests', async () => {
  const watch = await send('GET', `${PATH}?watch=true&fieldSelector=auditID%3Dmine`);
  await send('POST', PODS, POD);
  await send('DELETE', `${PODS}/p`, undefined, { headers: { 'Audit-Id': 'mine' } });
  server.closeStreams();
  const events = (await watch.text()).trim().split('\n');
  expect(events.map((line) => (JSON.parse(line) as { object: RequestTrace }).object.request.verb)).toEqual(['delete']);
});

test('the trace of a denied request has the nearest rules; that of an allowed one has none', async () => {
  const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] };
  const rbac = '/apis/rbac.authorization.cluster.io/v1/namespaces/default';
  await send('POST', `${rbac}/roles`, { metadata: { name: 'reader' }, rules: [rule] });
  const roleRef = { apiGroup: 'rbac.authorization.cluster.io', kind: 'Role', name: 'reader' };
  const subjects = [{ kind: 'User', name: 'ann' }];
  await send('POST', `${rbac}/rolebindings`, { metadata: { name: 'readers' }, roleRef, subjects });
  const { authorization } = await traceOf(await send('DELETE', `${PODS}/p`, undefined, { user: ANN }));
  expect(authorization?.nearest?.[0]).toMatchObject({
    binding: { kind: 'RoleBinding', name: 'readers' },
    why: 'The rule allows get, list, not delete.',
    granted: false,
  });
  expect(authorization?.nearest?.length).toBeLessThanOrEqual(3);
  expect((await traceOf(await send('POST', PODS, POD))).authorization).not.toHaveProperty('nearest');
});

test('a watch sends retained and new traces, starting at the revision of a list', async () => {
  const { metadata } = (await (await send('GET', PATH)).json()) as { metadata: { resourceVersion: string } };
  const watch = await send('GET', `${PATH}?watch=true&resourceVersion=${metadata.resourceVersion}`);
  const response = await send('POST', PODS, POD);
  const reader = watch.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  const event = JSON.parse(new TextDecoder().decode(value)) as { type: string; object: RequestTrace };
  expect(event.type).toBe('ADDED');
  expect(event.object).toEqual(await traceOf(response));
  server.closeStreams();
  expect((await reader?.read())?.done).toBe(true);
});

test('a watch from a revision before the start of the server gets 410', async () => {
  const watch = await send('GET', `${PATH}?watch=true&resourceVersion=12`);
  expect(await watch.text()).toContain('"code":410');
});

test('listing traces requires permission', async () => {
  expect((await send('GET', PATH, undefined, { user: ANN })).status).toBe(403);
});

test('the traces API can be disabled', async () => {
  await start({ 'runtime-config': 'debug.tabplane.dev/v1alpha1/requesttraces=false' });
  const response = await send('POST', PODS, POD);
  expect(response.status).toBe(201);
  expect((await send('GET', PATH)).status).toBe(404);
});

/** Returns an in-memory log like that of a host. */
function memoryLog() {
  const stored = new Map<number, TraceBatch>();
  let writes = 0;
  let reads = 0;
  const parsed = ({ number, traces }: TraceBatch) => ({
    number,
    traces: traces.map(({ revision, json }) => ({ revision, trace: JSON.parse(json) as RequestTrace })),
  });
  return {
    stored,
    names: () => [...stored.values()].flatMap((batch) => parsed(batch).traces.map(({ trace }) => trace.metadata.name)),
    writes: () => writes,
    reads: () => reads,
    open: (): RequestTraceLog => ({
      newestNumber: Math.max(0, ...stored.keys()),
      async read() {
        reads += 1;
        return [...stored.values()].map(parsed);
      },
      async write(added, removed) {
        writes += 1;
        for (const batch of added) stored.set(batch.number, batch);
        for (const number of removed) stored.delete(number);
      },
    }),
  };
}

const namedTrace = (name: string, request: Partial<RequestTrace['request']> = {}, username = 'ann'): RequestTrace =>
  ({
    metadata: { name, creationTimestamp: '2026-01-01T00:00:00Z' },
    auditID: name,
    request: { verb: 'create', method: 'POST', path: PODS, resource: 'pods', dryRun: false, ...request },
    user: { username },
    admission: [],
    response: { code: 201, warnings: [] },
  }) as unknown as RequestTrace;

test('traces survive a restart in the log of the host', async () => {
  const time = new ManualClock();
  const log = memoryLog();
  const before = new RecentTraces(time, log.open());
  before.add(namedTrace('first'));
  before.add(namedTrace('second'));
  await time.advance(1000);
  const after = new RecentTraces(time, log.open());
  after.add(namedTrace('third'));
  await after.complete();
  expect(after.list().map(({ name }) => name)).toEqual(['first', 'second', 'third']);
  expect(after.get('first')?.json()).toBe(before.get('first')?.json());
  expect(after.revision).toBeGreaterThan(before.revision);
});

test('the log of earlier servers is read once, and not before traces are written or listed', async () => {
  const time = new ManualClock();
  const log = memoryLog();
  const traces = new RecentTraces(time, log.open());
  await time.advance(60_000);
  expect(log.reads()).toBe(0);
  traces.add(namedTrace('first'));
  await time.advance(1000);
  await traces.complete();
  expect(log.reads()).toBe(1);
});

test('traces are served without those of earlier servers when the log cannot be read', async () => {
  const problem = vi.spyOn(console, 'error').mockReturnValue();
  const log: RequestTraceLog = {
    ...memoryLog().open(),
    read: async () => Promise.reject(new Error('the disk is gone')),
  };
  const traces = new RecentTraces(new ManualClock(), log);
  traces.add(namedTrace('first'));
  await traces.complete();
  expect(traces.list().map(({ name }) => name)).toEqual(['first']);
  expect(problem.mock.calls.flat().join(' ')).toContain('the disk is gone');
  problem.mockRestore();
});

test('a burst of traces is written to the log every five seconds, limited to the kept traces', async () => {
  const time = new ManualClock();
  const log = memoryLog();
  const traces = new RecentTraces(time, log.open());
  for (let index = 0; index < 2000; index++) traces.add(namedTrace(`a-${index}`));
  expect(log.writes()).toBe(0);
  await time.advance(1000);
  expect(log.names()).toEqual(traces.list().map(({ name }) => name));
  for (let index = 0; index < 300; index++) traces.add(namedTrace(`b-${index}`));
  await time.advance(4000);
  expect(log.writes()).toBe(1);
  await time.advance(1000);
  expect(log.writes()).toBe(2);
  expect(log.names().slice(-500)).toEqual(traces.list().map(({ name }) => name));
});

test('traces are written within a second after a burst', async () => {
  const time = new ManualClock();
  const log = memoryLog();
  const traces = new RecentTraces(time, log.open());
  for (let index = 0; index < 201; index++) traces.add(namedTrace(`a-${index}`));
  await time.advance(1000);
  traces.add(namedTrace('the last of the burst'));
  await time.advance(5000);
  traces.add(namedTrace('alone'));
  await time.advance(1000);
  expect(log.names().at(-1)).toBe('alone');
});

test('a batch of traces is removed from the log with its last trace, even by a later server', async () => {
  const time = new ManualClock();
  const log = memoryLog();
  const before = new RecentTraces(time, log.open());
  before.add(namedTrace('first'));
  before.add(namedTrace('second'));
  await time.advance(1000);
  const after = new RecentTraces(time, log.open());
  for (let index = 0; index < 499; index++) after.add(namedTrace(`a-${index}`));
  await time.advance(1000);
  expect(log.names().slice(0, 2)).toEqual(['first', 'second']);
  after.add(namedTrace('one more'));
  await time.advance(5000);
  expect(log.names()).toEqual(after.list().map(({ name }) => name));
});

test('closing a server writes its last traces', async () => {
  const log = memoryLog();
  const traces = new RecentTraces(new ManualClock(), log.open());
  traces.add(namedTrace('last'));
  await traces.close();
  expect(log.names()).toEqual(['last']);
});

test('renewed leases displace only each other', () => {
  const traces = new RecentTraces(new ManualClock());
  const node = 'system:node:one';
  traces.add(namedTrace('of a component', {}, node));
  const renewal = { verb: 'patch', group: 'coordination.k8s.io', resource: 'leases' };
  for (let index = 0; index < 1000; index++)
    traces.add({ ...namedTrace(`renewal-${index}`, renewal, node), response: { code: 200, warnings: [] } });
  expect(traces.get('of a component')).toBeDefined();
  expect(traces.list()).toHaveLength(51);
});
