import { expect, test } from 'vitest';
import { ruleMatches } from '../../src/admission/matching/rules.ts';

const ANY = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
const asked = (path: string, { group = '', namespace = 'x' } = {}) => {
  const [resource = '', subresource = ''] = path.split('/');
  return { operation: 'CREATE', resource: { group, version: 'v1', resource }, subresource, namespace } as const;
};

test.each([
  ['pods', 'pods', true],
  ['pods', 'pods/status', false],
  ['pods/*', 'pods', true],
  ['pods/*', 'pods/exec', true],
  ['*', 'pods', true],
  ['*', 'pods/status', false],
  ['*/status', 'pods/status', true],
  ['*/*', 'pods/status', true],
])('the resource %s is about %s: %s', (resource, path, matches) => {
  expect(ruleMatches({ ...ANY, resources: [resource] }, asked(path))).toBe(matches);
});

test('group, version and operation must be named, or all of them', () => {
  expect(ruleMatches({ ...ANY, apiGroups: ['apps'] }, asked('pods'))).toBe(false);
  expect(ruleMatches({ ...ANY, apiGroups: [''] }, asked('pods'))).toBe(true);
  expect(ruleMatches({ ...ANY, apiVersions: ['v2'] }, asked('pods'))).toBe(false);
  expect(ruleMatches({ ...ANY, operations: ['UPDATE', 'DELETE'] }, asked('pods'))).toBe(false);
});

test('a namespace belongs to the cluster, although it is asked about in itself', () => {
  expect(ruleMatches({ ...ANY, scope: 'Cluster' }, asked('namespaces'))).toBe(true);
  expect(ruleMatches({ ...ANY, scope: 'Namespaced' }, asked('namespaces'))).toBe(false);
  expect(ruleMatches({ ...ANY, scope: 'Namespaced' }, asked('pods'))).toBe(true);
  expect(ruleMatches({ ...ANY, scope: 'Cluster' }, asked('nodes', { namespace: '' }))).toBe(true);
});
