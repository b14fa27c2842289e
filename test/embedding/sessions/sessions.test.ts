import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WriteRecord } from '../../../src/api/debug/causes.ts';
import { type MomentList, momentPath } from '../../../src/api/debug/moments.ts';
import type { RequestTrace } from '../../../src/api/debug/request-trace.ts';
import { MOST_REVISIONS, MOST_SESSION_BYTES, type Session } from '../../../src/api/debug/session.ts';
import { dialectNamed } from '../../../src/api/dialect.ts';
import { SERVICE_ACCOUNT_NAME_ANNOTATION, SERVICE_ACCOUNT_TOKEN_TYPE } from '../../../src/api/kubernetes-names.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { copyForPlaying, requestOfPlayer } from '../../../src/embedding/sessions/play-session.ts';
import { readSession, SessionError } from '../../../src/embedding/sessions/read-session.ts';
import { storeSession, storeTraces } from '../../../src/embedding/sessions/store-session.ts';
import { fetchWith } from '../../../src/server/http/fetch/fetch-messages.ts';
import type { TraceBatch, TraceLog } from '../../../src/server/observe/traces/trace-log.ts';
import type { Commit, Journal } from '../../../src/storage/journal.ts';
import { logRows, newestOf, replayed } from '../../../src/storage/log-rows.ts';
import { createMemoryStorage } from '../../../src/storage/memory-storage.ts';
import { MvccStorage } from '../../../src/storage/mvcc-storage.ts';
import type { Entry } from '../../../src/storage/storage.ts';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

const NAMESPACE = '/api/v1/namespaces/default';
const DEBUG = '/apis/debug.tabplane.dev/v1alpha1';
const JSON_TYPE = { 'content-type': 'application/json' };

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const WIDGET = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'deep' } };
const ADMISSION = '/apis/admissionregistration.k8s.io/v1';

/** Returns objects within each other. */
const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) });

/** A log in memory. */
function memoryLog<T>(): TraceLog<T> & { newestNumber: number } {
  const batches: TraceBatch[] = [];
  return {
    newestNumber: 0,
    read: async () =>
      batches.map(({ number, traces }) => ({
        number,
        traces: traces.map(({ revision, json }) => ({ revision, trace: JSON.parse(json) as T })),
      })),
    write: async (added) => void batches.push(...added),
  };
}

/** A journal in memory. */
function memoryJournal(): Journal {
  let objects: readonly Entry[] = [];
  let commits: readonly Commit[] = [];
  let compacted = 0;
  return {
    load: async () => {
      const revision = commits.at(-1)?.revision ?? 0;
      return { ...replayed(objects, logRows(commits), compacted), revision, compacted };
    },
    append: async (added) => {
      commits = [...commits, ...added];
    },
    compact: async (revision) => {
      const old = newestOf(logRows(commits.filter((commit) => commit.revision <= revision)));
      objects = [...old.values()].filter((entry) => entry !== undefined);
      commits = commits.filter((commit) => commit.revision > revision);
      compacted = revision;
      return false;
    },
    onLost: () => undefined,
    close: async () => undefined,
  };
}

/** The session of a cluster with a Secret and a Service, in which a config map was created and deleted, and its text. */
async function savedSession(query = '', objects: Readonly<Record<string, object>> = {}) {
  const storage = await createMemoryStorage({ firstRevision: 300 });
  const cluster = await createWholeServer({ storage, traceLog: memoryLog(), writeLog: memoryLog() });
  const { get, post, send } = cluster;
  await post(`${NAMESPACE}/services`, { metadata: { name: 'web' }, spec: { ports: [{ port: 80 }] } });
  await storage.compact(await storage.revision());
  const copy = '{"data":{"password":"c2VjcmV0"}}';
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': copy, 'example.com/original': copy };
  const secret = { metadata: { name: 'login', annotations }, data: { password: 'c2VjcmV0' } };
  await post(`${NAMESPACE}/secrets`, { apiVersion: 'v1', kind: 'Secret', ...secret });
  const configMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'greeting' }, data: { text: 'hello' } };
  const created = (await (await post(`${NAMESPACE}/configmaps`, configMap)).json()) as ApiObject;
  await send('DELETE', `${NAMESPACE}/configmaps/greeting`);
  await post(`${NAMESPACE}/configmaps`, { metadata: { name: 'NOT-A-NAME' } });
  for (const [path, object] of Object.entries(objects)) expect((await post(path, object)).status).toBe(201);
  const response = await get(`${DEBUG}/sessions${query}`);
  expect(response.status).toBe(200);
  return { ...cluster, text: await response.text(), created: created.metadata.resourceVersion ?? '' };
}

/** The data of a cluster that was opened from a text. */
async function opened(text: string) {
  const session = readSession(text);
  const journal = memoryJournal();
  const [traceLog, writeLog] = [memoryLog<RequestTrace>(), memoryLog<WriteRecord>()];
  await storeSession(journal, session);
  await storeTraces(session, { requests: traceLog, writes: writeLog });
  return { session, storage: await MvccStorage.open(journal), traceLog, writeLog };
}

/** Plays a text in a cluster that knows nothing else. */
async function played(text: string) {
  const { session, ...data } = await opened(text);
  const { server } = await createWholeServer(await copyForPlaying(data));
  const fetch = fetchWith((request) => server.answer(requestOfPlayer(request, session.newest), { user: ADMIN }));
  const get = async (path: string) => {
    const response = await fetch(new Request(`http://cluster${path}`));
    return { status: response.status, body: (await response.json()) as ApiObject };
  };
  return { get, fetch, session, stored: data.storage };
}

describe('a session that is played', () => {
  it('shows the cluster as it was at a moment, and without one as it was at the end', async () => {
    const { text, created } = await savedSession();
    const { get } = await played(text);
    const then = await get(`${momentPath(created)}${NAMESPACE}/configmaps/greeting`);
    expect(then.body).toMatchObject({ metadata: { resourceVersion: created }, data: { text: 'hello' } });
    expect((await get(`${NAMESPACE}/configmaps/greeting`)).status).toBe(404);
    expect((await get(`${NAMESPACE}/secrets/login`)).status).toBe(200);
  });

  it('lists the moments of the session and none of its player', async () => {
    const { text, created } = await savedSession();
    const { get, session } = await played(text);
    const list = (await get(`${DEBUG}/moments`)).body as unknown as MomentList;
    expect([list.oldest, list.newest]).toEqual([String(session.oldest), String(session.newest)]);
    const steps = list.items.filter(({ name }) => name === 'greeting');
    expect(steps.map(({ effect }) => effect)).toEqual(['created', 'removed']);
    expect(steps[0]).toMatchObject({ revision: created, time: expect.stringMatching(/^2023-11-21T/) });
  });

  it('lists the requests of the session, also those after the last change, and the causes of its changes', async () => {
    const { text, created } = await savedSession();
    const { get } = await played(text);
    const list = (await get(`${DEBUG}/requesttraces`)).body as unknown as { items: RequestTrace[] };
    const requested = list.items.map(({ request, response }) => `${response.code} ${request.verb} ${request.path}`);
    expect(requested).toContain(`201 create ${NAMESPACE}/configmaps`);
    expect(requested.at(-1)).toBe(`422 create ${NAMESPACE}/configmaps`);
    const why = await get(`${momentPath(created)}${DEBUG}/causes?resource=configmaps&namespace=default&name=greeting`);
    expect(why.body).toMatchObject({ chain: [{ revision: created, user: 'admin' }] });
  });

  it('refuses writes, and what its server writes at its start changes none of the stored data', async () => {
    const { fetch, stored, session } = await played((await savedSession()).text);
    const write = { method: 'POST', headers: JSON_TYPE, body: '{"metadata":{"name":"new"}}' };
    expect((await fetch(new Request(`http://cluster${NAMESPACE}/configmaps`, write))).status).toBe(405);
    expect(await stored.revision()).toBe(session.newest + 1);
  });

  it('may have any number of causes', async () => {
    const session = JSON.parse((await savedSession()).text) as Session;
    const writes = Array.from({ length: 200_000 }, () => session.writes[0]);
    const { writeLog } = await opened(JSON.stringify({ ...session, writes }));
    expect((await writeLog.read())[0]?.traces).toHaveLength(200_000);
  });

  it('can be saved again, unchanged', async () => {
    const { text } = await savedSession('?includeSecrets=true');
    const { get, session } = await played(text);
    const again = (await get(`${DEBUG}/sessions?includeSecrets=true`)).body as unknown as Session;
    expect(again.entries).toEqual(session.entries);
    expect(again.changes).toEqual(session.changes);
    expect(again.writes).toEqual(session.writes);
  });
});

describe('a session that is continued', () => {
  it('has its objects, and gives no cluster IP to a second Service', async () => {
    const { storage } = await opened((await savedSession()).text);
    const { get, post } = await createWholeServer({ storage });
    const web = (await (await get(`${NAMESPACE}/services/web`)).json()) as { spec: { clusterIP: string } };
    const taken = { ports: [{ port: 80 }], clusterIP: web.spec.clusterIP };
    expect((await post(`${NAMESPACE}/services`, { metadata: { name: 'other' }, spec: taken })).status).toBe(422);
  });

  it('has a clock that stands still at the end of the session', async () => {
    const { storage, session } = await opened((await savedSession()).text);
    const { value = '' } = (await storage.get('/tabplane/settings/clock')) ?? {};
    expect(JSON.parse(value)).toMatchObject({ rate: 0, time: Date.parse(session.time) });
  });
});

describe('a saved session', () => {
  it('has objects and claims, and neither private keys nor addresses of the cluster', async () => {
    const { text } = await savedSession();
    const session = JSON.parse(text) as Session;
    const keys = [...session.entries, ...session.changes].map(({ key }) => key);
    expect(keys).toContain('/registry/configmaps/default/greeting');
    expect(keys.filter((key) => !key.startsWith('/registry/'))).toEqual([]);
    expect(text).not.toContain('PRIVATE KEY');
  });

  it('has the values of Secrets only when they are wanted, and their names and keys in any case', async () => {
    expect((await savedSession('?includeSecrets=true')).text).toContain('c2VjcmV0');
    const { text } = await savedSession();
    expect(text).not.toContain('c2VjcmV0');
    const secret = await (await played(text)).get(`${NAMESPACE}/secrets/login`);
    expect(secret.body).toMatchObject({ metadata: { name: 'login' }, data: { password: '' } });
  });

  it.each(['kubernetes', 'cluster'] as const)(
    'keeps what names the service account of a Secret in the dialect %s',
    async (name) => {
      const { get, post } = await createWholeServer({ flags: { dialect: name } });
      const annotation = dialectNamed(name).rename(SERVICE_ACCOUNT_NAME_ANNOTATION);
      const metadata = { name: 'builder', annotations: { [annotation]: 'builder', 'example.com/copy': 'c2VjcmV0' } };
      const type = dialectNamed(name).rename(SERVICE_ACCOUNT_TOKEN_TYPE);
      await post(`${NAMESPACE}/secrets`, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata,
        type,
        data: { token: 'c2VjcmV0' },
      });
      const { changes } = (await (await get(`${DEBUG}/sessions`)).json()) as Session;
      const value = changes.find(({ key }) => key === '/registry/secrets/default/builder')?.value ?? '{}';
      expect(JSON.parse(value)).toMatchObject({
        metadata: { annotations: { [annotation]: 'builder' } },
        data: { token: '' },
      });
      expect(value).not.toContain('c2VjcmV0');
    },
  );

  it('has objects on as many levels as can be stored, and no trace with more than can be read', async () => {
    const { get, post } = await createWholeServer({ traceLog: memoryLog() });
    const definition = widgetDefinition({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true });
    expect((await post(DEFINITIONS, definition)).status).toBe(201);
    await expect.poll(async () => (await get(WIDGETS)).status).toBe(200);
    const webhook = {
      name: 'away.example.com',
      rules: [{ apiGroups: ['example.com'], apiVersions: ['*'], resources: ['*'], operations: ['*'] }],
      clientConfig: { url: 'https://away.example.com' },
      ...{ failurePolicy: 'Ignore', sideEffects: 'None', admissionReviewVersions: ['v1'] },
    };
    const configuration = { metadata: { name: 'away' }, webhooks: [webhook] };
    expect((await post(`${ADMISSION}/validatingwebhookconfigurations`, configuration)).status).toBe(201);
    const levels = 490;
    expect((await post(WIDGETS, { ...WIDGET, ...nested(levels - 1) })).status).toBe(201);
    expect((await post(WIDGETS, { ...WIDGET, ...nested(2 * levels) })).status).toBe(400);

    const { traces, changes } = readSession(await (await get(`${DEBUG}/sessions`)).text());
    expect(changes.find(({ key }) => key.includes('widgets/'))?.value).toContain(JSON.stringify(nested(levels - 2)));
    const creates = traces.filter(({ request }) => request.resource === 'widgets' && request.verb === 'create');
    expect(creates.map(({ response }) => response.code)).toEqual([201]);
    expect(creates[0]?.admission.find(({ name }) => name === `away/${webhook.name}`)?.review).toBeDefined();
  });

  it('has the clock and the stopped controllers', async () => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const { get } = await createWholeServer({ storage });
    const stopped = { key: '/tabplane/settings/stopped-controllers', value: '["job-controller"]', expected: 0 };
    await storage.commit([stopped]);
    const { changes } = (await (await get(`${DEBUG}/sessions`)).json()) as Session;
    expect(changes.at(-1)).toMatchObject({ key: stopped.key, value: stopped.value });
  });

  it('is saved when the history is compacted while it is read', async () => {
    const storage = await createMemoryStorage({ firstRevision: 300 });
    const { get, post } = await createWholeServer({ storage });
    await post('/api/v1/namespaces', { metadata: { name: 'shop' } });
    const changesSince = storage.changesSince.bind(storage);
    let isCompacted = false;
    Object.assign(storage, {
      async changesSince(...parameters: Parameters<typeof changesSince>) {
        const changes = await changesSince(...parameters);
        if (!isCompacted) {
          isCompacted = true;
          await storage.compact(await storage.revision());
        }
        return changes;
      },
    });
    const response = await get(`${DEBUG}/sessions`);
    expect([response.status, isCompacted]).toEqual([200, true]);
    const { entries } = readSession(await response.text());
    expect(entries.map(({ key }) => key)).toContain('/registry/namespaces/shop');
  });

  it('is only for callers who may list everything', async () => {
    const { post, send } = await savedSession();
    const rbac = '/apis/rbac.authorization.k8s.io/v1';
    const rules = [
      { apiGroups: ['debug.tabplane.dev'], resources: ['*'], verbs: ['*'] },
      { apiGroups: [''], resources: ['*'], verbs: ['*'] },
    ];
    await post(`${rbac}/clusterroles`, { metadata: { name: 'debugger' }, rules });
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'debugger' };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'alice' }];
    await post(`${rbac}/clusterrolebindings`, { metadata: { name: 'debugger' }, roleRef, subjects });
    const alice = { username: 'alice', groups: ['system:authenticated'] };
    expect((await send('GET', `${DEBUG}/moments`, { user: alice })).status).toBe(200);
    expect((await send('GET', `${DEBUG}/sessions`, { user: alice })).status).toBe(403);
  });
});

describe('a file', () => {
  const object = (name: string) =>
    `{"kind":"Namespace","apiVersion":"v1","metadata":{"name":"${name}","resourceVersion":"","creationTimestamp":null},"spec":{},"status":{}}`;
  const key = '/registry/namespaces/shop';
  const stored = { key, value: object('shop'), createRevision: 3, revision: 5 };
  const session: Session = {
    ...{ apiVersion: 'debug.tabplane.dev/v1alpha1', kind: 'Session', metadata: {}, format: 1 },
    ...{ dialect: 'kubernetes', hasSecrets: true, time: '2024-01-01T00:00:00Z', oldest: 5, newest: 8 },
    ...{ entries: [stored], changes: [{ revision: 7, key, value: null }], traces: [], writes: [] },
  };
  const reading = (changed: object) => () => readSession(JSON.stringify({ ...session, ...changed }));

  const STEP = { plugin: 'a', phase: 'mutate', matched: true, decision: 'allowed', milliseconds: 1 };
  const TRACE = {
    ...{ metadata: { name: 'a' }, requestReceivedTimestamp: '2023-11-21T00:00:00Z', user: { username: 'a' } },
    request: { verb: 'get', method: 'GET', path: '/', dryRun: false },
    ...{ admission: [STEP], response: { code: 200, warnings: [] }, milliseconds: 1 },
  };
  const WRITE = {
    ...{ revision: '7', time: '2023-11-21T00:00:00Z', effect: 'updated', resource: 'pods', name: 'a', user: 'b' },
    cause: { component: 'a', reasons: [{ type: 'retry', attempt: 1 }, { type: 'timer' }] },
  };

  it('with a session is read as it is', () => {
    expect(reading({})()).toEqual(session);
    expect(reading({ traces: [TRACE], writes: [WRITE] })()).toEqual({ ...session, traces: [TRACE], writes: [WRITE] });
  });

  it('with an object without members that its kind has is read as if a server had stored them', () => {
    const value = '{"apiVersion":"v1","kind":"Namespace","metadata":{"name":"shop"},"more":1}';
    expect(reading({ entries: [{ ...stored, value }] })()).toEqual(session);
  });

  it('may have objects of any custom kind', () => {
    const value =
      '{"kind":"Widget","apiVersion":"example.com/v1","metadata":{"name":"shop","resourceVersion":"","creationTimestamp":null},"spec":"none"}';
    expect(reading({ entries: [{ ...stored, value }] })().entries).toEqual([{ ...stored, value }]);
  });

  it.each<[string, string]>([
    ['other text', 'hello'],
    ['a part of a session', JSON.stringify(session).slice(0, -9)],
    ['other JSON', '[1]'],
    ['an object of the API', object('shop')],
  ])('with %s is rejected as one that is not a session', (_, text) => {
    expect(() => readSession(text)).toThrow(SessionError);
    expect(() => readSession(text)).toThrow(/^The file is not a saved session(, or its end is missing)?\.$/);
  });

  it('of more than 128 MiB is rejected before it is parsed', () => {
    expect(() => readSession(' '.repeat(MOST_SESSION_BYTES + 1))).toThrow(/^The file is larger than 128 MiB\.$/);
  });

  it('of a newer version is rejected with what to do', () => {
    expect(reading({ format: 2 })).toThrow(/^A newer version of Tabplane saved this session\. Update Tabplane/);
  });

  it.each([0, -1, 1.5, '2', null, undefined])('of the format %j is rejected as damaged', (format) => {
    expect(reading({ format })).toThrow(/^The session is damaged: its member “format” is missing or wrong\.$/);
  });

  const clockOf = (setting: object) => {
    const value = JSON.stringify({ rate: 1, time: 0, since: 0, ...setting });
    return { changes: [{ revision: 7, key: '/tabplane/settings/clock', value }] };
  };

  it('may have any clock that a cluster can have', () => {
    expect(reading(clockOf({ rate: 10_000, time: Date.UTC(9999, 0), moves: [{ from: 0, to: 5 }] }))).not.toThrow();
  });

  it.each<[string, object, RegExp]>([
    ['another dialect', { dialect: 'klingon' }, /“dialect” is missing or wrong/],
    ['no changes', { changes: undefined }, /“changes” is missing/],
    ['a private key', { entries: [{ ...stored, key: '/tabplane/certificate-authority' }] }, /“entries”/],
    ['a key with dots', { entries: [{ ...stored, key: '/registry/../tabplane/keys' }] }, /“entries”/],
    ['a key with a control character', { entries: [{ ...stored, key: `${key}\u0000` }] }, /“entries”/],
    ['a key that is an inherited member', { entries: [{ ...stored, key: 'constructor' }] }, /“entries”/],
    ['a value that is not an object', { changes: [{ revision: 7, key, value: '7' }] }, /“changes”/],
    [
      'an object that is nested too deeply',
      {
        changes: [{ revision: 7, key, value: object('shop').replace('{}', JSON.stringify(nested(500))) }],
      },
      /“changes”/,
    ],
    [
      'a clock without a time',
      { changes: [{ revision: 7, key: '/tabplane/settings/clock', value: '{"rate":1}' }] },
      /“changes”/,
    ],
    ['a clock that runs backward', clockOf({ rate: -1 }), /“changes”/],
    ['a clock that is too fast', clockOf({ rate: 10_001 }), /“changes”/],
    ['a clock after the last day', clockOf({ time: Date.UTC(10_000, 0) }), /“changes”/],
    ['a clock with other moves', clockOf({ moves: [{ from: 'now' }] }), /“changes”/],
    ['revisions that leave none to a continued cluster', { newest: Number.MAX_SAFE_INTEGER }, /“newest”/],
    [
      'an object with a value of a wrong type',
      { entries: [{ ...stored, value: object('shop').replace('"spec":{}', '"spec":[]') }] },
      /\/registry\/namespaces\/shop cannot be read: .*cannot unmarshal array into Go struct field Namespace\.spec/,
    ],
    ['an object with another name than its key', { entries: [{ ...stored, value: object('other') }] }, /“entries”/],
    [
      'an object with another namespace than its key',
      { entries: [{ ...stored, value: object('shop').replace('{"name"', '{"namespace":"a","name"') }] },
      /“entries”/,
    ],
    ['a request without a user', { traces: [{ metadata: { name: 'a' } }] }, /“traces”/],
    ['a write without a number', { writes: [{ revision: 'x', time: '2023-11-21T00:00:00Z', name: 'a' }] }, /“writes”/],
    [
      'a cause without a revision',
      {
        writes: [
          {
            ...{
              revision: '7',
              time: '2023-11-21T00:00:00Z',
              effect: 'updated',
              resource: 'pods',
              name: 'a',
              user: 'b',
            },
            cause: { component: 'job-controller', reasons: [{ type: 'change', resource: 'jobs', name: 'a' }] },
          },
        ],
      },
      /“writes”/,
    ],
    ...[
      ['a user in a wrong group', { user: { username: 'a', groups: [1] } }],
      ['a header that is not text', { request: { ...TRACE.request, headers: { accept: ['json'] } } }],
      [
        'a plugin without a decision',
        { admission: [{ plugin: 'a', phase: 'mutate', matched: true, milliseconds: 1 }] },
      ],
      ['a change of another kind', { admission: [{ ...STEP, patch: [{ op: 'move', path: '/a' }] }] }],
      ['a rule without a role', { authorization: { decision: 'no', reason: '', nearest: [{ why: 'a' }] } }],
      ['a stage without a duration', { stages: [{ name: 'authentication' }] }],
      ['a revision that is not text', { response: { ...TRACE.response, revisions: [7] } }],
    ].map(([what, changed]): [string, object, RegExp] => [
      `a request that has ${String(what)}`,
      { traces: [{ ...TRACE, ...(changed as object) }] },
      /“traces” is missing or wrong/,
    ]),
    ['a write with another effect', { writes: [{ ...WRITE, effect: 'moved' }] }, /“writes”/],
    [
      'a retry without a number',
      { writes: [{ ...WRITE, cause: { component: 'a', reasons: [{ type: 'retry' }] } }] },
      /“writes”/,
    ],
    ['an object twice', { entries: [stored, stored] }, /out of order/],
    ['an object that is too new', { entries: [{ ...stored, revision: 6 }] }, /out of order/],
    ['a change that is too old', { changes: [{ revision: 5, key, value: null }] }, /out of order/],
    ['a change after the end', { changes: [{ revision: 9, key, value: null }] }, /out of order/],
    [
      'changes in the wrong order',
      { changes: [7, 6].map((revision) => ({ revision, key, value: object('shop') })) },
      /out of order/,
    ],
    [
      'two changes of an object in one revision',
      { changes: [7, 7].map((revision) => ({ revision, key, value: object('shop') })) },
      /out of order/,
    ],
    ['a deletion of nothing', { changes: [{ revision: 7, key: `${key}s`, value: null }] }, /out of order/],
    ['too many revisions', { newest: 6 + MOST_REVISIONS }, /between 0 and 9000 revisions/],
  ])('with a session that has %s is rejected', (_, changed, message) => {
    expect(reading(changed)).toThrow(message);
    expect(reading(changed)).toThrow(SessionError);
  });
});

/**
 * Returns a copy of a value in which the member that the numbers lead to is replaced, also inside of texts that are JSON.
 */
function replaced(value: unknown, path: readonly number[], replacement: unknown): unknown {
  const [first, ...rest] = path;
  if (typeof value === 'string' && value.startsWith('{'))
    return JSON.stringify(replaced(JSON.parse(value), path, replacement));
  if (typeof value !== 'object' || value === null || first === undefined) return replacement;
  const keys = Object.keys(value);
  const key = keys[first % Math.max(keys.length, 1)];
  if (key === undefined) return replacement;
  const member = replaced(value[key as never], rest, replacement);
  return Array.isArray(value) ? value.with(Number(key), member) : { ...value, [key]: member };
}

describe('a session of which any part is replaced', () => {
  const PARTS = [null, -1, 0, 1e300, '', 'a', '/registry/pods/a/b', '{}', 'null', [], {}, [[]], { metadata: {} }];
  const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
  const CUSTOM = {
    '/apis/apiextensions.k8s.io/v1/customresourcedefinitions': widgetDefinition(),
    [WIDGETS]: { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'round' }, spec: { size: 1 } },
  };
  const PATHS = ['/api/v1/namespaces', `${NAMESPACE}/services`, `${DEBUG}/moments`, `${DEBUG}/requesttraces`];

  it('is refused with a sentence, or is played without an error of the server', async () => {
    const session: unknown = JSON.parse((await savedSession('', CUSTOM)).text);
    const check = async (path: readonly number[], part: unknown): Promise<void> => {
      const text = JSON.stringify(replaced(session, path, part));
      try {
        readSession(text);
      } catch (error) {
        expect(error).toBeInstanceOf(SessionError);
        return;
      }
      const { fetch } = await played(text);
      for (const each of PATHS) expect((await fetch(new Request(`http://cluster${each}`))).status).toBeLessThan(500);
    };
    const paths = fc.array(fc.nat({ max: 200 }), { minLength: 1, maxLength: 8 });
    await fc.assert(fc.asyncProperty(paths, fc.constantFrom(...PARTS), check), { numRuns: 400 });
  });
});
