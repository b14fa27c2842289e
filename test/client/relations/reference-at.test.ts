import { expect, test } from 'vitest';
import { dialectNamed } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { referenceAt } from '../../../src/client/relations/reference-at.ts';

const KUBERNETES = dialectNamed('kubernetes');

const metadata = { name: 'a', namespace: 'shop' };
const pod = (spec: object): ApiObject => ({ apiVersion: 'v1', kind: 'Pod', metadata, spec }) as ApiObject;

test.each([
  [
    'a config map',
    pod({ containers: [{ envFrom: [{ configMapRef: { name: null } }] }] }),
    'core/ConfigMap',
    [...['spec', 'containers', 0, 'envFrom', 0, 'configMapRef', 'name']],
  ],
  ['a service account', pod({ serviceAccountName: null }), 'core/ServiceAccount', ['spec', 'serviceAccountName']],
  [
    'a secret',
    pod({ volumes: [{ name: 'v', secret: { secretName: 'x' } }] }),
    'core/Secret',
    [...['spec', 'volumes', 0, 'secret', 'secretName']],
  ],
  [
    'a role',
    { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata, roleRef: { kind: 'Role' } },
    'rbac/Role',
    ['roleRef', 'name'],
  ],
])('a field that names %s refers to this kind in the namespace of its object', (_, object, kind, path) => {
  expect(referenceAt(object as ApiObject, path, KUBERNETES)).toEqual({ kind, namespace: 'shop' });
});

test('a field that names a cluster-scoped object refers to no namespace', () => {
  const claim = { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata, spec: {} } as ApiObject;
  expect(referenceAt(claim, ['spec', 'storageClassName'], KUBERNETES)).toEqual({
    kind: 'storage/StorageClass',
    namespace: undefined,
  });
});

test('a field that names no object has no target', () => {
  expect(referenceAt(pod({ hostname: 'a' }), ['spec', 'hostname'], KUBERNETES)).toBeUndefined();
});

test('an object that lacks what its links need has no targets', () => {
  const binding = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'RoleBinding', metadata } as ApiObject;
  expect(referenceAt(binding, ['subjects', 0, 'name'], KUBERNETES)).toBeUndefined();
});
