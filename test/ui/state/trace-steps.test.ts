import { describe, expect, it } from 'vitest';
import type { AdmissionStep, RequestTrace } from '../../../src/api/debug/request-trace.ts';
import {
  allowedBy,
  fieldChangesOf,
  reasonOf,
  requestText,
  shownNamespace,
  shownTraces,
  stepGroups,
  verdictOf,
} from '../../../src/ui/state/trace-steps.ts';

const step = (plugin: string, more: Partial<AdmissionStep> = {}): AdmissionStep => ({
  plugin,
  phase: 'mutate',
  matched: true,
  decision: 'allowed',
  milliseconds: 0,
  ...more,
});

const trace = (more: Partial<RequestTrace> = {}): RequestTrace => ({
  apiVersion: 'debug.tabplane.dev/v1alpha1',
  kind: 'RequestTrace',
  metadata: { name: 'id', creationTimestamp: '2026-01-02T03:04:05Z', resourceVersion: '1' },
  auditID: 'id',
  request: { verb: 'create', method: 'POST', path: '/api/v1/pods', resource: 'pods', namespace: 'x', dryRun: false },
  user: { username: 'ann' },
  authorization: { decision: 'allow', reason: '' },
  admission: [],
  requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
  response: { code: 201, warnings: [] },
  milliseconds: 1,
  ...more,
});

describe('the steps of admission', () => {
  it('group built-in plugins, and list webhooks and policies separately', () => {
    const steps = [
      step('A'),
      step('B', { patch: [{ op: 'add', path: '/a', value: 1 }] }),
      step('Webhooks', { patch: [] }),
      step('Webhooks', { name: 'hook' }),
      step('C', { decision: 'skipped' }),
      step('D', { decision: 'denied' }),
      step('E', { warnings: ['careful'] }),
    ];
    expect(stepGroups(steps)).toEqual([
      { position: 0, type: 'plugins', steps: [steps[0], steps[1]] },
      { position: 3, type: 'step', step: steps[3] },
      { position: 4, type: 'plugins', steps: [steps[4]] },
      { position: 5, type: 'step', step: steps[5] },
      { position: 6, type: 'step', step: steps[6] },
    ]);
  });

  it('keep a plugin without webhooks in this phase', () => {
    const steps = [step('Webhooks'), step('Webhooks', { phase: 'validate', name: 'hook' })];
    expect(stepGroups(steps).map(({ type }) => type)).toEqual(['plugins', 'step']);
  });

  it('show a reason once even if it is also a warning', () => {
    expect(reasonOf(step('A', { why: 'too many' }))).toBe('too many');
    expect(reasonOf(step('A', { why: 'too many', warnings: ['too many'] }))).toBeUndefined();
    expect(reasonOf(step('A', { why: 'too many', warnings: ['careful'] }))).toBe('too many');
  });

  it('name changed fields like the server', () => {
    expect(
      fieldChangesOf([
        { op: 'add', path: '/metadata/labels/a~1b~0c', value: 'v' },
        { op: 'replace', path: '/spec/containers/0/image', value: 'new', before: 'old' },
        { op: 'remove', path: '/status', before: {} },
        { op: 'add', path: '/metadata/creationTimestamp', value: null },
      ]),
    ).toEqual([
      { type: 'added', field: 'metadata.labels[a/b~c]', before: undefined, after: 'v' },
      { type: 'changed', field: 'spec.containers[0].image', before: 'old', after: 'new' },
      { type: 'removed', field: 'status', before: {}, after: undefined },
    ]);
  });
});

describe('the verdict', () => {
  const refused = (code: number, more: Partial<RequestTrace> = {}) =>
    verdictOf(trace({ response: { code, warnings: [], message: 'no' }, ...more }));

  it('reports success and dry runs', () => {
    expect(verdictOf(trace()).title).toBe('Request succeeded');
    expect(verdictOf(trace({ request: { ...trace().request, dryRun: true } })).title).toBe('Request would succeed');
  });
  it('names the cause of a denial', () => {
    expect(refused(403, { admission: [step('P', { name: 'p/b', decision: 'denied' })] })).toEqual({
      status: 'danger',
      title: 'Denied by p/b',
      text: 'no',
    });
    expect(refused(500, { admission: [step('P', { decision: 'failed' })] }).title).toBe('Failed in P');
    expect(refused(403, { authorization: { decision: 'no-opinion', reason: '' } }).title).toBe(
      'Denied: no role allows it',
    );
    expect(refused(401).title).toBe('Unauthenticated: credentials are missing or invalid');
    expect(refused(422).title).toBe('Failed with 422');
  });
});

describe('the reason that allowed a request', () => {
  it("is the authorizer's reason, or membership in system:masters", () => {
    expect(allowedBy(trace({ authorization: { decision: 'allow', reason: 'RBAC: allowed' } }))).toBe('RBAC: allowed');
    const groups = ['system:masters'];
    expect(allowedBy(trace({ user: { username: 'admin', groups } }))).toBe('membership in system:masters');
    expect(allowedBy(trace())).toBe('the authorizer (no reason given)');
  });
});

describe('the list of requests', () => {
  it('names a namespace once', () => {
    const { request } = trace();
    expect(shownNamespace(request)).toBe('x');
    expect(shownNamespace({ ...request, resource: 'namespaces', name: 'x' })).toBeUndefined();
  });

  it("finds requests by a client's audit ID", () => {
    expect(shownTraces([trace(), trace({ auditID: 'mine' })], { filter: 'mine' })).toHaveLength(1);
  });

  it('formats requests', () => {
    const { request } = trace();
    expect(requestText(request)).toBe('create pods');
    expect(requestText({ ...request, subresource: 'status', name: 'web' })).toBe('create pods/status web');
    expect(requestText({ verb: 'post', method: 'POST', path: '/x', dryRun: false })).toBe('post /x');
  });

  it('shows matching requests of the namespace, newest first', () => {
    const named = (name: string, resourceVersion: string, username = 'ann') =>
      trace({ metadata: { ...trace().metadata, name, resourceVersion }, user: { username } });
    const all = [named('old', '9'), named('new', '10'), named('other', '11', 'bob')];
    const names = (selection: Parameters<typeof shownTraces>[1]) =>
      shownTraces(all, selection).map(({ metadata }) => metadata.name);
    expect(names({})).toEqual(['other', 'new', 'old']);
    expect(names({ filter: 'ANN' })).toEqual(['new', 'old']);
    expect(names({ namespaces: ['elsewhere'] })).toEqual([]);
  });

  it('shows lease renewals on demand, and always shows created or denied leases', () => {
    const lease = { group: 'coordination.k8s.io', version: 'v1', resource: 'leases', name: 'node-1' };
    const of = (verb: string, code = 200) =>
      trace({ request: { ...trace().request, ...lease, verb }, response: { code, warnings: [] } });
    const all = [of('patch'), of('update'), of('create', 201), of('patch', 403)];
    expect(shownTraces(all)).toHaveLength(2);
    expect(shownTraces(all, { withComponents: true })).toHaveLength(4);
  });

  it('shows requests of cluster components on demand, even when they impersonate users', () => {
    const controller = { username: 'system:serviceaccount:kube-system:job-controller' };
    const all = [trace(), trace({ user: controller }), trace({ impersonatedBy: controller })];
    expect(shownTraces(all)).toEqual([all[0]]);
    expect(shownTraces(all, { withComponents: true })).toHaveLength(3);
  });

  it('shows reads on demand, and always shows denied, marked and logging ones', () => {
    const request = { ...trace().request, verb: 'list', method: 'GET' };
    const all = [
      trace({ request }),
      trace({ request, response: { code: 403, warnings: [] } }),
      trace({ request: { ...request, headers: { 'tabplane-trace': 'true' } } }),
      trace({ request, console: ['hello'] }),
    ];
    expect(shownTraces(all)).toEqual(all.slice(1));
    expect(shownTraces(all, { withReads: true })).toHaveLength(4);
  });
});
