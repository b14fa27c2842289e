import { beforeEach, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import type { UserInfo } from '../../../src/api/user-info.ts';
import { accessMatrix } from '../../../src/authorization/analysis/access-matrix.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { RbacIndex } from '../../../src/authorization/rbac/rbac-index.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, user, userSubject } from '../fixtures.ts';

const RESOURCES = [
  { group: '', resource: 'configmaps', namespaced: true, verbs: ['create', 'get'] },
  { group: '', resource: 'pods/log', namespaced: true, verbs: ['get'] },
  { group: '', resource: 'nodes', namespaced: false, verbs: ['get'] },
];
const ann = user('ann');

let reader: FakeReader;
beforeEach(() => {
  reader = new FakeReader();
});

/** Returns granted access as `resource verb[names]`, with the names of the bindings that grant it. */
async function granted(who: UserInfo = ann, namespace = 'x', modes = ['RBAC']) {
  const authorizer = createAuthorizer({ modes, reader, dialect: kubernetesDialect });
  const index = new RbacIndex(reader, kubernetesDialect);
  const matrix = await accessMatrix(index, authorizer, { user: who, namespace, resources: RESOURCES });
  const bindings = (sources: readonly number[]) => sources.map((at) => matrix.sources[at]?.binding.name).join();
  return {
    matrix,
    cells: matrix.rows.flatMap(({ resource, granted: verbs }) =>
      verbs.map(({ verb, names, sources }) => `${resource} ${verb}${names ? ` ${names}` : ''}: ${bindings(sources)}`),
    ),
    paths: matrix.paths.map(({ path, verbs, sources }) => `${path} ${verbs}: ${bindings(sources)}`),
  };
}

test('every verb lists the bindings that grant it', async () => {
  addRole(reader, 'x', 'reader', { apiGroups: [''], resources: ['configmaps', 'nodes'], verbs: ['get'] });
  addRole(reader, '', 'logs', { apiGroups: ['*'], resources: ['*/log', 'configmaps'], verbs: ['*'] });
  addBinding(reader, 'x', 'readers', 'Role/reader', userSubject('ann'));
  addBinding(reader, '', 'loggers', 'ClusterRole/logs', userSubject('ann'));
  expect((await granted()).cells).toEqual([
    'configmaps create: loggers',
    'configmaps get: loggers,readers',
    'pods/log get: loggers',
  ]);
  expect((await granted(ann, '')).cells).toEqual([
    'configmaps create: loggers',
    'configmaps get: loggers',
    'pods/log get: loggers',
  ]);
});

test('resource names limit a verb and exclude create', async () => {
  const rule = { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] };
  addRole(reader, 'x', 'r', { ...rule, resourceNames: ['b', 'a'] });
  addBinding(reader, 'x', 'named', 'Role/r', userSubject('ann'));
  expect((await granted()).cells).toEqual(['configmaps get a,b: named']);
});

test('paths come from cluster-wide bindings only', async () => {
  addRole(reader, '', 'paths', { nonResourceURLs: ['/metrics'], verbs: ['get'] });
  addBinding(reader, 'x', 'local', 'ClusterRole/paths', userSubject('ann'));
  expect((await granted()).paths).toEqual([]);
  addBinding(reader, '', 'everywhere', 'ClusterRole/paths', userSubject('ann'));
  expect((await granted()).paths).toEqual(['/metrics get: everywhere']);
});

test('access that no role grants has no source', async () => {
  const masters = await granted(user('root', 'system:masters'));
  expect(masters.matrix.reason).toMatch('system:masters');
  expect(masters.cells).toEqual(['configmaps create: ', 'configmaps get: ', 'pods/log get: ', 'nodes get: ']);
  expect((await granted(ann, 'x', ['AlwaysAllow'])).cells).toEqual(masters.cells);
});

test('an authorizer that cannot list its rules makes the matrix incomplete', async () => {
  const { matrix } = await granted(user('system:node:n1', 'system:nodes'), 'x', ['Node', 'RBAC']);
  expect(matrix).toMatchObject({
    incomplete: true,
    evaluationError: 'node authorizer does not support user rule resolution',
  });
});
