import { beforeEach, describe, expect, test } from 'vitest';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import type { RuleAuthorizer } from '../../../src/authorization/rules-review.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, pathRequest, request, user, userSubject } from '../fixtures.ts';

const ann = user('ann', 'dev');
const newAuthorizer = () => createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
let reader: FakeReader;
let authorizer: RuleAuthorizer;

beforeEach(() => {
  reader = new FakeReader();
  authorizer = newAuthorizer();
});

describe('a cached decision', () => {
  test('is returned synchronously, with its reason', async () => {
    addRole(reader, 'x', 'r', { apiGroups: [''], resources: ['pods'], verbs: ['get'] });
    addBinding(reader, 'x', 'rb', 'Role/r', userSubject('ann'));
    const first = await authorizer.authorize(request(ann, { resource: 'pods', name: 'a' }));
    expect(authorizer.authorize(request(ann, { resource: 'pods', name: 'b' }))).toEqual(first);
    expect(first.reason).toContain('RoleBinding "rb/x"');
  });

  test('is dropped when roles or bindings change', async () => {
    const asked = request(ann, { resource: 'pods' });
    expect((await authorizer.authorize(asked)).decision).toBe('no-opinion');
    addRole(reader, 'x', 'r', { apiGroups: [''], resources: ['pods'], verbs: ['get'] });
    expect((await authorizer.authorize(asked)).decision).toBe('no-opinion');
    addBinding(reader, 'x', 'rb', 'Role/r', userSubject('ann'));
    expect((await authorizer.authorize(asked)).decision).toBe('allow');
  });

  test('is explained when it is a denial', async () => {
    const asked = request(ann, { resource: 'pods' });
    await authorizer.authorize(asked);
    expect(await authorizer.authorize(asked, { explain: 'denials' })).toHaveProperty('considered');
    expect(await authorizer.authorize(asked)).not.toHaveProperty('considered');
  });
});

test('a decision is not cached when roles change while it is made', async () => {
  const asked = request(ann, { resource: 'pods' });
  const outdated = authorizer.authorize(asked);
  addRole(reader, 'x', 'r', { apiGroups: [''], resources: ['pods'], verbs: ['get'] });
  addBinding(reader, 'x', 'rb', 'Role/r', userSubject('ann'));
  await outdated;
  expect((await authorizer.authorize(asked)).decision).toBe('allow');
});

test('cached decisions equal new ones, including their reasons', async () => {
  addRole(reader, 'x', 'named', {
    apiGroups: [''],
    resources: ['pods'],
    verbs: ['get', 'delete'],
    resourceNames: ['a'],
  });
  addRole(reader, 'x', 'reader', { apiGroups: ['*'], resources: ['pods', 'pods/log'], verbs: ['get', 'list'] });
  addRole(reader, '', 'paths', { nonResourceURLs: ['/logs/*'], verbs: ['get'] });
  addBinding(reader, 'x', 'a-named', 'Role/named', userSubject('ann'));
  addBinding(reader, 'x', 'b-reader', 'Role/reader', userSubject('ann'));
  addBinding(reader, 'x', 'c-missing', 'Role/missing', userSubject('bob'));
  addBinding(reader, '', 'paths', 'ClusterRole/paths', userSubject('ann'));
  const asked = [ann, user('bob')].flatMap((who) => [
    pathRequest(who, '/logs/a'),
    pathRequest(who, '/other'),
    ...['get', 'list', 'delete'].flatMap((verb) =>
      ['x', 'y', ''].flatMap((namespace) =>
        ['a', 'b', ''].flatMap((name) =>
          ['', 'log'].map((subresource) => request(who, { verb, namespace, name, subresource, resource: 'pods' })),
        ),
      ),
    ),
  ]);
  for (const round of [1, 2])
    for (const one of asked)
      expect(await authorizer.authorize(one), `round ${round}: ${JSON.stringify(one)}`).toEqual(
        await newAuthorizer().authorize(one),
      );
});
