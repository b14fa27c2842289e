import { describe, expect, test } from 'vitest';
import { createWholeServer } from '../whole-server.ts';

const ALICE = { username: 'alice', groups: ['system:authenticated'] };
const FLOWCONTROL = '/apis/flowcontrol.apiserver.k8s.io/v1beta3';

/** Returns a priority level that rejects requests beyond its seats. */
const rejectingLevel = (name: string, shares: number) => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
  kind: 'PriorityLevelConfiguration',
  metadata: { name },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: shares, limitResponse: { type: 'Reject' } } },
});

const schemaFor = (username: string, level: string) => ({
  apiVersion: 'flowcontrol.apiserver.k8s.io/v1beta3',
  kind: 'FlowSchema',
  metadata: { name: level },
  spec: {
    matchingPrecedence: 100,
    priorityLevelConfiguration: { name: level },
    rules: [
      {
        subjects: [{ kind: 'User', user: { name: username } }],
        resourceRules: [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }],
      },
    ],
  },
});

async function untilClassified(send: () => Promise<Response>, uid: string): Promise<void> {
  await expect.poll(async () => (await send()).headers.get('x-kubernetes-pf-prioritylevel-uid')).toBe(uid);
}

describe('API priority and fairness', () => {
  test('names the flow schema and the priority level of every classified request', async () => {
    const { get, send } = await createWholeServer();
    const uidOf = async (path: string) => (await (await get(FLOWCONTROL + path)).json()).metadata.uid;
    const response = await send('GET', '/api/v1/pods', { user: ALICE });
    expect(response.status).toBe(403);
    expect(response.headers.get('x-kubernetes-pf-flowschema-uid')).toBe(await uidOf('/flowschemas/global-default'));
    expect(response.headers.get('x-kubernetes-pf-prioritylevel-uid')).toBe(
      await uidOf('/prioritylevelconfigurations/global-default'),
    );
  });

  test('names neither for a request without a user', async () => {
    const { server } = await createWholeServer();
    const headers = { authorization: 'Bearer unknown' };
    const response = await server.fetch(new Request('http://cluster/api/v1/pods', { headers }));
    expect(response.status).toBe(401);
    expect(response.headers.has('x-kubernetes-pf-flowschema-uid')).toBe(false);
  });

  test('rejects and counts requests beyond the seats of a level', async () => {
    // The built-in levels have 245 shares and this level has 1, which is a single seat.
    const { get, post, send } = await createWholeServer({
      flags: { 'max-requests-inflight': 2, 'max-mutating-requests-inflight': 1 },
    });
    const level = await (
      await post(`${FLOWCONTROL}/prioritylevelconfigurations`, rejectingLevel('one-seat', 1))
    ).json();
    await post(`${FLOWCONTROL}/flowschemas`, schemaFor('alice', 'one-seat'));
    const ask = () => send('GET', '/api/v1/namespaces/default/pods/x', { user: ALICE });
    await untilClassified(ask, level.metadata.uid);

    const responses = await Promise.all([ask(), ask(), ask()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([403, 429, 429]);
    const rejected = responses.find(({ status }) => status === 429);
    expect(rejected?.headers.get('retry-after')).toBe('1');
    expect(rejected?.headers.get('x-kubernetes-pf-prioritylevel-uid')).toBe(level.metadata.uid);
    expect(await rejected?.text()).toBe('Too many requests, please try again later.\n');
    expect((await ask()).status).toBe(403);

    const metrics = await (await get('/metrics')).text();
    const labels = 'flow_schema="one-seat",priority_level="one-seat"';
    expect(metrics).toContain(`apiserver_flowcontrol_rejected_requests_total{${labels},reason="concurrency-limit"} 2`);
    expect(metrics).toContain('apiserver_flowcontrol_nominal_limit_seats{priority_level="one-seat"} 1');
  });

  test('holds no seat for a watch that has started', async () => {
    const { get, server } = await createWholeServer();
    const watches = await Promise.all(Array.from({ length: 5 }, () => get('/api/v1/pods?watch=1&resourceVersion=0')));
    const dump = await (await get('/debug/api_priority_and_fairness/dump_priority_levels')).text();
    expect(dump).toMatch(/^exempt, +0, +false, +false, +0, +1, +\d+, +0, +0, +0$/m);
    for (const watch of watches) await watch.body?.cancel();
    await server.close();
  });

  test('queues the requests of a level with queues and executes them all', async () => {
    const { send } = await createWholeServer({
      flags: { 'max-requests-inflight': 1, 'max-mutating-requests-inflight': 1 },
    });
    const responses = await Promise.all(
      Array.from({ length: 40 }, () => send('GET', '/api/v1/namespaces/default/pods/x', { user: ALICE })),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([403]));
  });

  test.each(['dump_priority_levels', 'dump_queues', 'dump_requests'])(
    'serves %s to administrators only',
    async (dump) => {
      const { get, send } = await createWholeServer();
      const path = `/debug/api_priority_and_fairness/${dump}`;
      expect(await (await get(path)).text()).toMatch(/^PriorityLevelName, /);
      expect((await send('GET', path, { user: ALICE })).status).toBe(403);
    },
  );
});

describe('states of priority levels', () => {
  const STATES = '/apis/debug.tabplane.dev/v1alpha1/prioritylevelstates';
  const stateOf = async (response: Response, name: string) =>
    (await response.json()).items.find(({ metadata }: { metadata: { name: string } }) => metadata.name === name)
      ?.status;

  test('show the seats, the queues and the totals of every level', async () => {
    const { get, send } = await createWholeServer();
    await send('GET', '/api/v1/pods', { user: ALICE });
    const { flowSchemas, queues, seats, waiting } = await stateOf(await get(STATES), 'global-default');
    // 20 of 245 shares of 600 seats, of which half may be lent.
    expect(seats).toMatchObject({ nominal: 49, minimum: 24, current: 49, inUse: 0 });
    expect(flowSchemas).toEqual([{ name: 'global-default', executed: 1, rejected: {} }]);
    expect(queues).toEqual(Array(128).fill(0));
    expect(waiting).toBe(0);
  });

  test('require permission to list them', async () => {
    const { send } = await createWholeServer();
    expect((await send('GET', STATES, { user: ALICE })).status).toBe(403);
  });

  test('are an empty list without priority and fairness', async () => {
    const { get } = await createWholeServer({ flags: { 'enable-priority-and-fairness': false } });
    expect((await (await get(STATES)).json()).items).toEqual([]);
  });
});

describe('without priority and fairness', () => {
  test('requests beyond the in-flight limits are rejected, except those of administrators', async () => {
    const { get, send } = await createWholeServer({
      flags: { 'enable-priority-and-fairness': false, 'max-requests-inflight': 2 },
    });
    const path = '/api/v1/namespaces/default/pods/x';
    const statuses = await Promise.all(Array.from({ length: 5 }, () => send('GET', path, { user: ALICE })));
    expect(statuses.map(({ status }) => status).sort()).toEqual([403, 403, 429, 429, 429]);
    const administrators = await Promise.all(Array.from({ length: 5 }, () => get(path)));
    expect(administrators.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect(administrators[0]?.headers.has('x-kubernetes-pf-flowschema-uid')).toBe(false);
    expect((await get('/debug/api_priority_and_fairness/dump_queues')).status).toBe(404);
  });
});
