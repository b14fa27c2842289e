import { describe, expect, it } from 'vitest';
import type { RequestTrace } from '../../../../src/api/debug/request-trace.ts';
import { recordedRequests } from '../../../../src/ui/views/lab/use-recorded-requests.ts';

const trace = (revision: number, request: Partial<RequestTrace['request']>, code = 200): RequestTrace => ({
  apiVersion: 'debug.tabplane.dev/v1alpha1',
  kind: 'RequestTrace',
  metadata: {
    name: `trace-${revision}`,
    creationTimestamp: '2026-01-02T03:04:05Z',
    resourceVersion: String(revision),
  },
  auditID: `trace-${revision}`,
  request: {
    verb: 'create',
    method: 'POST',
    path: '/api/v1/pods',
    resource: 'pods',
    dryRun: false,
    body: '{}',
    ...request,
  },
  user: { username: 'ann' },
  authorization: { decision: 'allow', reason: '' },
  admission: [],
  requestReceivedTimestamp: '2026-01-01T00:00:00.000000Z',
  response: { code, warnings: [] },
  milliseconds: 1,
});

const lease = { group: 'coordination.cluster.io', resource: 'leases', name: 'node', path: '/leases/node' };
const renewal = { ...lease, verb: 'patch', method: 'PATCH' };
const namesOf = (traces: readonly RequestTrace[]) => recordedRequests(traces).map(({ name }) => name);

describe("the lab's list of recorded requests", () => {
  it('has no lease renewals, however many there are', () => {
    const renewals = Array.from({ length: 100 }, (_, index) => trace(index + 10, renewal));
    expect(namesOf([trace(1, {}), ...renewals, trace(200, { ...lease, verb: 'update', method: 'PUT' })])).toEqual([
      'trace-1',
    ]);
  });

  it('has created leases and rejected renewals', () => {
    expect(namesOf([trace(1, lease), trace(2, renewal, 409)])).toEqual(['trace-2', 'trace-1']);
  });

  it('has no requests that cannot be repeated', () => {
    expect(namesOf([trace(1, { verb: 'delete', method: 'DELETE' })])).toEqual([]);
  });

  it('has the thirty newest requests, with their namespace and time', () => {
    const names = namesOf(Array.from({ length: 40 }, (_, index) => trace(index + 1, {})));
    expect([names.length, names[0], names.at(-1)]).toEqual([30, 'trace-40', 'trace-11']);
    const [recorded] = recordedRequests([trace(1, { namespace: 'shop' })]);
    expect(recorded?.title).toMatch(/ in shop, 03:04:05$/);
  });
});
