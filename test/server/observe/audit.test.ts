import { describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { readRequestInfo } from '../../../src/server/http/read-request-info.ts';
import type { AuditEvent } from '../../../src/server/observe/audit/audit-event.ts';
import { AuditPolicy } from '../../../src/server/observe/audit/audit-policy.ts';
import { createWholeServer } from '../whole-server.ts';

const POLICY = 'apiVersion: audit.k8s.io/v1\nkind: Policy\n';
const MAPS = '/api/v1/namespaces/default/configmaps';

describe('a policy', () => {
  const level = (rules: string, path: string, { method = 'GET', user = 'ann', groups = ['dev'] } = {}) => {
    const policy = new AuditPolicy(`${POLICY}rules:\n${rules}`, kubernetesDialect);
    const info = readRequestInfo(method, new URL(`http://cluster${path}`));
    return policy.scopeOf(info, { username: user, groups }).level;
  };

  test('logs at the level of the first matching rule, and nothing without a match', () => {
    const rules = '- {level: Metadata, users: [ann]}\n- {level: Request, verbs: [list]}';
    expect(level(rules, MAPS)).toBe('Metadata');
    expect(level(rules, MAPS, { user: 'ben' })).toBe('Request');
    expect(level(rules, `${MAPS}/a`, { user: 'ben' })).toBe('None');
  });

  test.each([
    ['{userGroups: [dev]', MAPS, true],
    ['{userGroups: [ops]', MAPS, false],
    ['{verbs: [get]', MAPS, false],
    ['{namespaces: [default]', MAPS, true],
    ['{namespaces: [""]', '/api/v1/nodes', true],
    ['{resources: [{group: ""}]', MAPS, true],
    ['{resources: [{group: apps}]', MAPS, false],
    ['{resources: [{group: "", resources: [pods]}]', '/api/v1/namespaces/default/pods/a/log', false],
    ['{resources: [{group: "", resources: [pods/log]}]', '/api/v1/namespaces/default/pods/a/log', true],
    ['{resources: [{group: "", resources: [pods/*]}]', '/api/v1/namespaces/default/pods/a/log', true],
    ['{resources: [{group: "", resources: ["*/log"]}]', '/api/v1/namespaces/default/pods/a/log', true],
    ['{resources: [{group: "", resources: ["*"], resourceNames: [b]}]', `${MAPS}/a`, false],
    ['{resources: [{group: ""}]', '/healthz', false],
    ['{nonResourceURLs: [/healthz*]', '/healthz/ping', true],
    ['{nonResourceURLs: ["*"]', MAPS, false],
  ])('%s} matches %s: %s', (rule, path, fits) => {
    expect(level(`- ${rule}, level: Metadata}`, path)).toBe(fits ? 'Metadata' : 'None');
  });

  test.each([
    ['kind: Policy', 'it must contain a Policy of audit.k8s.io/v1'],
    [POLICY, 'loaded illegal policy with 0 rules'],
    [
      `${POLICY}rules: [{level: Much}]`,
      'rules[0].level: Unsupported value: "Much": supported values: "Metadata", "None", "Request", "RequestResponse"',
    ],
    [`${POLICY}rules: [{level: None, omitStages: [Late]}]`, 'rules[0].omitStages: Invalid value: "Late"'],
    [
      `${POLICY}rules: [{level: None, namespaces: [a], nonResourceURLs: [/x]}]`,
      'rules[0].nonResourceURLs: rules cannot apply to both regular resources and non-resource URLs',
    ],
  ])('%j is rejected', (text, message) => {
    expect(() => new AuditPolicy(text, kubernetesDialect)).toThrow(`--audit-policy-file: ${message}`);
  });
});

describe('the audit log', () => {
  async function audited(rules: string, more = '') {
    const events: AuditEvent[] = [];
    const whole = await createWholeServer({
      flags: { 'audit-policy-file': `${POLICY}${more}rules:\n${rules}`, 'anonymous-auth': false },
      auditSink: (event) => void events.push(event),
    });
    return { ...whole, events, stages: () => events.map(({ stage }) => stage) };
  }

  test('records request and response, under the ID in the response', async () => {
    const { post, events } = await audited('- level: Metadata');
    const response = await post(MAPS, { metadata: { name: 'a' } }, { 'user-agent': 'me/1' });
    const common = {
      kind: 'Event',
      apiVersion: 'audit.k8s.io/v1',
      level: 'Metadata',
      auditID: response.headers.get('audit-id'),
      requestURI: MAPS,
      verb: 'create',
      user: { username: 'admin', groups: ['system:masters', 'system:authenticated'] },
      userAgent: 'me/1',
      objectRef: { resource: 'configmaps', namespace: 'default', name: 'a', apiVersion: 'v1' },
      requestReceivedTimestamp: expect.stringMatching(/^2023-11-21T00:00:.*000Z$/),
      stageTimestamp: expect.any(String),
    };
    expect(events).toEqual([
      { ...common, stage: 'RequestReceived' },
      {
        ...common,
        stage: 'ResponseComplete',
        responseStatus: { metadata: {}, code: 201 },
        annotations: {
          'authorization.k8s.io/decision': 'allow',
          'authorization.k8s.io/reason': expect.any(String),
        },
      },
    ]);
  });

  test('includes the bodies that the level requires', async () => {
    const { post, get, events } = await audited(
      '- {level: Request, verbs: [create], omitStages: [RequestReceived]}\n- {level: RequestResponse, omitManagedFields: true, omitStages: [RequestReceived]}',
    );
    await post(MAPS, { metadata: { name: 'a' }, data: { colour: 'blue' } });
    await get(`${MAPS}/a`);
    expect(events).toMatchObject([
      { requestObject: { data: { colour: 'blue' } } },
      { responseObject: { kind: 'ConfigMap', data: { colour: 'blue' } } },
    ]);
    expect(events[0]).not.toHaveProperty('responseObject');
    expect(events[1]).not.toHaveProperty('responseObject.metadata.managedFields');
  });

  test('records denials with their messages', async () => {
    const { send, get, events } = await audited('- level: Metadata', 'omitStages: [RequestReceived]\n');
    await get(`${MAPS}/absent`);
    await send('GET', MAPS, { user: { username: 'ann' } });
    expect(events).toMatchObject([
      {
        responseStatus: { status: 'Failure', reason: 'NotFound', message: 'configmaps "absent" not found', code: 404 },
      },
      {
        responseStatus: { reason: 'Forbidden', code: 403 },
        annotations: { 'authorization.k8s.io/decision': 'forbid' },
      },
    ]);
  });

  test('records failed authentication', async () => {
    const { server, events } = await audited('- level: Metadata');
    const headers = { authorization: 'Bearer nonsense' };
    await server.fetch(new Request(`http://cluster${MAPS}`, { headers }));
    expect(events).toMatchObject([
      {
        stage: 'ResponseStarted',
        user: { username: '' },
        responseStatus: { message: 'Authentication failed, attempted: bearer', code: 401 },
      },
    ]);
  });

  test('records the start and the end of a watch', async () => {
    const { get, stages } = await audited('- level: RequestResponse');
    const watch = await get(`${MAPS}?watch=1`);
    expect(stages()).toEqual(['RequestReceived', 'ResponseStarted']);
    await watch.body?.cancel();
    expect(stages()).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete']);
  });

  test('names both the caller and the impersonated user', async () => {
    const { get, events } = await audited('- level: Metadata');
    await get(MAPS, { 'impersonate-user': 'ann' });
    expect(events.at(-1)).toMatchObject({ user: { username: 'admin' }, impersonatedUser: { username: 'ann' } });
  });

  test('marks deprecated versions', async () => {
    const { get, events } = await audited('- level: Metadata');
    await get('/apis/flowcontrol.apiserver.k8s.io/v1beta2/flowschemas');
    expect(events.at(-1)?.annotations).toMatchObject({ 'k8s.io/deprecated': 'true', 'k8s.io/removed-release': '1.29' });
  });

  test('is empty for requests with the level None', async () => {
    const { get, events } = await audited('- {level: None, nonResourceURLs: [/healthz]}\n- level: Metadata');
    await get('/healthz');
    expect(events).toEqual([]);
  });
});

test('a request keeps the audit ID of its client', async () => {
  const { get } = await createWholeServer();
  expect((await get('/healthz', { 'audit-id': 'mine' })).headers.get('audit-id')).toBe('mine');
  expect((await get('/healthz')).headers.get('audit-id')).toMatch(/^[0-9a-f-]{36}$/);
});
