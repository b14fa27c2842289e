import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import type { RbacObject } from '../../src/api/access-analysis.ts';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { accessFixes } from '../../src/authorization/access-fix.ts';
import type { AuthorizationAttributes } from '../../src/authorization/authorizer.ts';
import { createAuthorizer } from '../../src/authorization/index.ts';
import { FakeReader } from './fake-reader.ts';
import { addRole, pathRequest, request, user } from './fixtures.ts';

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

test('the smallest role in the namespace, and its binding', async () => {
  expect(await fixes(request(ann, { name: '' }))).toEqual([
    {
      summary: 'A new Role and a RoleBinding that give this and nothing else.',
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

test('a role that exists can be bound instead, the one with the fewest rules', async () => {
  const rule = { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] };
  addRole(reader, '', 'wide', rule, { ...rule, resources: ['secrets'] });
  addRole(reader, 'x', 'narrow', rule);
  addRole(reader, 'other', 'elsewhere', rule);
  const [, bound] = await fixes(request(ann));
  expect(bound?.summary).toBe('A binding to the Role narrow, which exists and has this one rule.');
  expect(bound?.objects).toMatchObject([{ kind: 'RoleBinding', roleRef: { kind: 'Role', name: 'narrow' } }]);
});

test('names are in the rule, but not of what is to be created', async () => {
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

test('a name that is taken gets a number', async () => {
  addRole(reader, 'x', 'ann-get-configmaps');
  expect((await fixes(request(ann)))[0]?.objects[0]?.metadata.name).toBe('ann-get-configmaps-2');
});

test.each([
  [user('system:serviceaccount:ns:robot'), { kind: 'ServiceAccount', namespace: 'ns', name: 'robot' }],
  [user('', 'system:authenticated', 'dev'), { apiGroup: GROUP, kind: 'Group', name: 'dev' }],
  [user('', 'system:authenticated'), { apiGroup: GROUP, kind: 'Group', name: 'system:authenticated' }],
])('%j is bound as %j', async (who, subject) => {
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

test('every fix, once written, allows what was denied', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(resourceRequests, pathRequests), fc.boolean(), async (attributes, hasRole) => {
      const start = () => {
        reader = new FakeReader();
        if (hasRole) addRole(reader, '', 'all', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] });
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
