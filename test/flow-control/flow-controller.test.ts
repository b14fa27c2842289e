import { describe, expect, test } from 'vitest';
import type { FlowSchema, PriorityLevelConfiguration } from '../../src/api/kinds/flowcontrol-v1beta3.generated.ts';
import { FlowController } from '../../src/flow-control/flow-controller.ts';
import type { FlowRequest } from '../../src/flow-control/flow-request.ts';

const clock = { now: () => 0, after: () => () => {} };
const level: PriorityLevelConfiguration = {
  apiVersion: '',
  kind: '',
  metadata: { name: 'level', uid: 'level-uid' },
  spec: { type: 'Limited', limited: { nominalConcurrencyShares: 10, limitResponse: { type: 'Reject' } } },
};
const schema = (name: string, precedence: number, verbs: string[]): FlowSchema => ({
  apiVersion: '',
  kind: '',
  metadata: { name, uid: `${name}-uid` },
  spec: {
    matchingPrecedence: precedence,
    priorityLevelConfiguration: { name: 'level' },
    distinguisherMethod: { type: 'ByNamespace' },
    rules: [
      {
        subjects: [{ kind: 'Group', group: { name: '*' } }],
        resourceRules: [{ verbs, apiGroups: ['*'], resources: ['*'], namespaces: ['*'] }],
        nonResourceRules: [{ verbs: ['get'], nonResourceURLs: [`/${name}`] }],
      },
    ],
  },
});
const request = (info: Partial<FlowRequest['info']> = {}): FlowRequest => ({
  user: { username: 'ann' },
  info: {
    isResourceRequest: true,
    path: '',
    verb: 'get',
    group: '',
    resource: 'pods',
    subresource: '',
    namespace: 'a',
    ...info,
  },
});

describe('the classification of requests', () => {
  const flows = new FlowController({ clock, serverSeats: 100, waitLimit: 1000 });
  const found = (asked: FlowRequest) => flows.classify(asked)?.flowSchema.name;

  test('is the same for equal requests, and depends on verb, namespace and path', () => {
    flows.configure([schema('reads', 1, ['get']), schema('all', 2, ['*'])], [level]);
    for (const _round of [1, 2]) {
      expect(found(request())).toBe('reads');
      expect(found(request({ verb: 'update' }))).toBe('all');
      expect(flows.classify(request({ namespace: 'b' }))?.distinguisher).toBe('b');
      expect(found(request({ isResourceRequest: false, path: '/all', resource: '', namespace: '' }))).toBe('all');
      expect(found(request({ isResourceRequest: false, path: '/reads', resource: '', namespace: '' }))).toBe('reads');
    }
  });

  test('follows changed flow schemas', () => {
    flows.configure([schema('all', 2, ['*'])], [level]);
    expect(found(request())).toBe('all');
    flows.configure([], [level]);
    expect(found(request())).toBeUndefined();
  });
});
