import { expect, test } from 'vitest';
import { ruleMatches } from '../../src/admission/matching/rules.ts';

const ANY = { operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] };
const request = (path: string, { group = '', namespace = 'x' } = {}) => {
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
])('a rule for the resource %s matches %s: %s', (resource, path, matches) => {
  expect(ruleMatches({ ...ANY, resources: [resource] }, request(path))).toBe(matches);
});

test('group, version and operation match by name or wildcard', () => {
  expect(ruleMatches({ ...ANY, apiGroups: ['apps'] }, request('pods'))).toBe(false);
  expect(ruleMatches({ ...ANY, apiGroups: [''] }, request('pods'))).toBe(true);
  expect(ruleMatches({ ...ANY, apiVersions: ['v2'] }, request('pods'))).toBe(false);
  expect(ruleMatches({ ...ANY, operations: ['UPDATE', 'DELETE'] }, request('pods'))).toBe(false);
});

test('a namespace is cluster-scoped, although requests for it have a namespace', () => {
  expect(ruleMatches({ ...ANY, scope: 'Cluster' }, request('namespaces'))).toBe(true);
  expect(ruleMatches({ ...ANY, scope: 'Namespaced' }, request('namespaces'))).toBe(false);
  expect(ruleMatches({ ...ANY, scope: 'Namespaced' }, request('pods'))).toBe(true);
  expect(ruleMatches({ ...ANY, scope: 'Cluster' }, request('nodes', { namespace: '' }))).toBe(true);
});
