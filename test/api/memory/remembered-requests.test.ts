import { describe, expect, test } from 'vitest';
import { RememberedRequests, type RememberedTarget } from '../../../src/api/memory/remembered-requests.ts';

const target = (parts: Partial<RememberedTarget> = {}): RememberedTarget => ({
  verb: 'get',
  group: 'apps',
  resource: 'deployments',
  subresource: '',
  namespace: 'shop',
  ...parts,
});
const ann = { username: 'ann', groups: ['dev', 'ops'] };

describe('a remembered result', () => {
  test('is found for the same user and target', () => {
    const remembered = new RememberedRequests<string>();
    remembered.set(ann, target(), 'known');
    expect(remembered.get({ username: 'ann', groups: ['dev', 'ops'] }, target())).toBe('known');
  });

  test.each<[string, RememberedTarget, { username: string; groups?: string[] }]>([
    ['verb', target({ verb: 'list' }), ann],
    ['group', target({ group: '' }), ann],
    ['resource', target({ resource: 'replicasets' }), ann],
    ['subresource', target({ subresource: 'status' }), ann],
    ['namespace', target({ namespace: '' }), ann],
    ['user', target(), { username: 'bob', groups: ['dev', 'ops'] }],
    ['list of groups', target(), { username: 'ann', groups: ['dev'] }],
    ['spelling of the groups', target(), { username: 'ann', groups: ['dev,ops'] }],
  ])('is not found when the %s differs', (_part, other, user) => {
    const remembered = new RememberedRequests<string>();
    remembered.set(ann, target(), 'known');
    expect(remembered.get(user, other)).toBeUndefined();
  });

  test('is not kept for names with line feeds, which could imitate another request', () => {
    const remembered = new RememberedRequests<string>();
    const imitation = target({ resource: 'deployments\n', subresource: 'shop', namespace: '' });
    remembered.set(ann, imitation, 'imitated');
    expect(remembered.get(ann, imitation)).toBeUndefined();
    remembered.set(ann, target(), 'known');
    expect(
      remembered.get(ann, target({ resource: 'deployments\n\nshop', subresource: '', namespace: '' })),
    ).toBeUndefined();
  });

  test('is dropped before the cache exceeds its limit', () => {
    const remembered = new RememberedRequests<number>();
    for (let number = 0; number < 10_000; number++) remembered.set(ann, target({ namespace: `n${number}` }), number);
    expect(remembered.get(ann, target({ namespace: 'n0' }))).toBeUndefined();
    expect(remembered.get(ann, target({ namespace: 'n9999' }))).toBe(9999);
    remembered.set(ann, target({ namespace: 'n'.repeat(5000) }), 1);
    expect(remembered.get(ann, target({ namespace: 'n'.repeat(5000) }))).toBeUndefined();
  });
});
