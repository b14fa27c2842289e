import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { RbacObject } from '../../../src/api/debug/access-analysis.ts';
import { kubernetesDialect } from '../../../src/api/dialect.ts';
import { accessFixes } from '../../../src/authorization/analysis/access-fix.ts';
import type { AuthorizationAttributes } from '../../../src/authorization/authorizer.ts';
import { createAuthorizer } from '../../../src/authorization/index.ts';
import { FakeReader } from '../fake-reader.ts';
import { addBinding, addRole, pathRequest, request, user, userSubject } from '../fixtures.ts';

const GROUP = 'rbac.authorization.k8s.io';
const ann = user('ann', 'system:authenticated');

let reader: FakeReader;
beforeEach(() => {
  reader = new FakeReader();
});
const fixes = (attributes: AuthorizationAttributes) => accessFixes(attributes, { reader, dialect: kubernetesDialect });
const add = (object: RbacObject) => reader.put(`${object.kind.toLowerCase()}s.${GROUP}`, object as never);
const isAllowed = async (attributes: AuthorizationAttributes) => {
  const authorizer = createAuthorizer({ modes: ['RBAC'], reader, dialect: kubernetesDialect });
  return (await authorizer.authorize(attributes)).decision === 'allow';
};

test('the fix proposes a minimal role in the namespace and its binding', async () => {
  expect(await fixes(request(ann, { name: '' }))).toEqual([
    {
      summary: 'A new Role that allows exactly this request, bound in the namespace x',
      objects: [
        {
          apiVersion: `${GROUP}/v1`,
          kind: 'Role',
          metadata: { name: 'ann-get-configmaps', namespace: 'x' },
          rules: [{ verbs: ['get'], apiGroups: [''], resources: ['configmaps'] }],
        },
        {
          apiVersion: `${GROUP}/v1`,
          kind: 'RoleBinding',
          metadata: { name: 'ann-get-configmaps', namespace: 'x' },
          roleRef: { apiGroup: GROUP, kind: 'Role', name: 'ann-get-configmaps' },
          subjects: [{ apiGroup: GROUP, kind: 'User', name: 'ann' }],
        },
      ],
    },
  ]);
});

const READ = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
const EVERYTHING = { apiGroups: ['*'], resources: ['*'], verbs: ['*'] };

test('the second fix binds the role that adds the least access, regardless of its number of rules', async () => {
  addRole(reader, '', 'wide', { ...READ, resources: ['configmaps', 'secrets', 'pods'], verbs: ['get', 'list'] });
  addRole(reader, 'x', 'narrow', READ, { ...READ, verbs: ['list'] }, { ...READ, resources: ['secrets'] });
  addRole(reader, 'other', 'elsewhere', READ);
  const [, bound] = await fixes(request(ann));
  expect(bound?.summary).toBe('The existing Role narrow, bound in the namespace x: allows 3 other actions');
  expect(bound?.objects).toMatchObject([{ kind: 'RoleBinding', roleRef: { kind: 'Role', name: 'narrow' } }]);
});

test('existing access of the user does not count as added', async () => {
  addRole(reader, '', 'lists', { ...READ, verbs: ['list', 'watch'] });
  addBinding(reader, 'x', 'listers', 'ClusterRole/lists', userSubject('ann'));
  addRole(reader, '', 'viewer', { ...READ, verbs: ['get', 'list', 'watch'] });
  addRole(reader, '', 'other', { ...READ, verbs: ['get', 'update'] });
  const [, bound] = await fixes(request(ann, { name: '' }));
  expect(bound?.summary).toBe('The existing ClusterRole viewer, bound in the namespace x: grants no other access');
});

test('roles with wildcards are never proposed, and roles of components only if no other role allows the request', async () => {
  addRole(reader, '', 'cluster-admin', EVERYTHING, { nonResourceURLs: ['*'], verbs: ['*'] });
  expect(await fixes(request(ann))).toHaveLength(1);
  addRole(reader, '', 'system:controller:reader', READ);
  expect((await fixes(request(ann)))[1]?.objects).toMatchObject([{ roleRef: { name: 'system:controller:reader' } }]);
  addRole(reader, '', 'edit', { ...READ, verbs: ['create', 'delete', 'get', 'list', 'patch', 'update', 'watch'] });
  expect((await fixes(request(ann)))[1]?.objects).toMatchObject([{ roleRef: { name: 'edit' } }]);
});

test('the rule contains the object name, except on create', async () => {
  const rules = async (given: Partial<AuthorizationAttributes>) => {
    const [fix] = await fixes(request(ann, given));
    return fix?.objects.flatMap((object) => ('rules' in object ? (object.rules ?? []) : []));
  };
  expect(await rules({ name: 'a' })).toMatchObject([{ resourceNames: ['a'] }]);
  expect(await rules({ name: 'a', verb: 'create' })).not.toMatchObject([{ resourceNames: ['a'] }]);
  expect(await rules({ name: 'a', verb: 'create', resource: 'pods', subresource: 'exec' })).toMatchObject([
    { resources: ['pods/exec'], resourceNames: ['a'] },
  ]);
});

test('a role whose name is taken gets a number', async () => {
  addRole(reader, 'x', 'ann-get-configmaps');
  expect((await fixes(request(ann)))[0]?.objects[0]?.metadata.name).toBe('ann-get-configmaps-2');
});

test.each([
  [user('system:serviceaccount:ns:robot'), { kind: 'ServiceAccount', namespace: 'ns', name: 'robot' }],
  [user('', 'system:authenticated', 'dev'), { apiGroup: GROUP, kind: 'Group', name: 'dev' }],
  [user('', 'system:authenticated'), { apiGroup: GROUP, kind: 'Group', name: 'system:authenticated' }],
])('the user %j becomes the subject %j', async (who, subject) => {
  expect((await fixes(request(who)))[0]?.objects[1]).toMatchObject({ subjects: [subject] });
});

const texts = (...values: string[]) => fc.constantFrom(...values);
const resourceRequests = fc
  .record({
    verb: texts('get', 'list', 'create', 'delete', 'deletecollection', 'impersonate'),
    namespace: texts('', 'x'),
    group: texts('', 'apps', 'example.com'),
    resource: texts('pods', 'deployments', 'nodes'),
    subresource: texts('', 'log', 'scale'),
    name: texts('', 'a', 'A.b:c'),
  })
  .map((given) => request(ann, given));
const pathRequests = texts('/', '/metrics', '/a/*').map((path) => pathRequest(ann, path));

/** Rules that allow the request and another action. */
const grantOf = ({ verb, group, resource, subresource, path, isResourceRequest }: AuthorizationAttributes) => [
  isResourceRequest
    ? { apiGroups: [group], resources: [subresource ? `${resource}/${subresource}` : resource], verbs: [verb, 'other'] }
    : { nonResourceURLs: [path], verbs: [verb] },
];

const rolesOf = (objects: readonly RbacObject[]) =>
  objects.flatMap((object) => ('rules' in object ? (object.rules ?? []) : []));

test('the first fix grants exactly the request: any other request stays denied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(resourceRequests, pathRequests), async (attributes) => {
      reader = new FakeReader();
      const [first] = await fixes(attributes);
      first?.objects.forEach(add);
      expect(JSON.stringify(rolesOf(first?.objects ?? []))).not.toContain(attributes.path === '/a/*' ? '"*"' : '*');
      expect(await isAllowed(attributes)).toBe(true);
      const others: Partial<AuthorizationAttributes>[] = attributes.isResourceRequest
        ? [
            { verb: 'update' },
            { group: 'other.example.com' },
            { resource: 'secrets' },
            { subresource: 'status' },
            ...(attributes.namespace ? [{ namespace: 'y' }, { namespace: '' }] : []),
            ...(attributes.name && attributes.verb !== 'create' ? [{ name: 'another' }, { name: '' }] : []),
          ]
        : [{ verb: 'post' }, { path: '/other' }];
      for (const change of [...others, { user: user('bob', 'system:authenticated') }])
        expect(await isAllowed({ ...attributes, ...change })).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('every fix, once created, allows the denied request', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(resourceRequests, pathRequests), fc.boolean(), async (attributes, hasRole) => {
      const start = () => {
        reader = new FakeReader();
        addRole(reader, '', 'all', EVERYTHING);
        if (hasRole) addRole(reader, '', 'some', ...grantOf(attributes));
      };
      start();
      for (const { objects } of await fixes(attributes)) {
        start();
        expect(await isAllowed(attributes)).toBe(false);
        objects.forEach(add);
        expect(await isAllowed(attributes)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});
