import { expect, test } from 'vitest';
import { AdmissionHarness } from '../admission-harness.ts';

const claim = (storage: string, given: object = {}) => ({
  metadata: { name: 'c' },
  spec: { resources: { requests: { storage } }, storageClassName: 'grows' },
  status: { phase: 'Bound' },
  ...given,
});

test('StorageObjectInUseProtection adds a finalizer once', async () => {
  const harness = new AdmissionHarness('StorageObjectInUseProtection');
  const given = { resource: 'persistentvolumeclaims', object: claim('1Gi') };
  const admitted = await harness.admit(given);
  expect(admitted.metadata.finalizers).toEqual(['kubernetes.io/pvc-protection']);
  expect((await harness.admit({ ...given, object: admitted })).metadata.finalizers).toHaveLength(1);
});

test('PersistentVolumeClaimResize allows bound claims of expandable classes to grow', async () => {
  const harness = new AdmissionHarness('PersistentVolumeClaimResize').put('storageclasses.storage.k8s.io', {
    metadata: { name: 'grows' },
    allowVolumeExpansion: true,
  });
  const grow = (oldObject: object) =>
    harness.denial({
      operation: 'UPDATE',
      resource: 'persistentvolumeclaims',
      object: {
        ...oldObject,
        spec: {
          ...claim('2Gi').spec,
          ...('spec' in oldObject
            ? { storageClassName: (oldObject.spec as { storageClassName: string }).storageClassName }
            : {}),
        },
      },
      oldObject,
    });
  expect(await grow(claim('1Gi'))).toBe('admitted');
  expect(await grow(claim('1Gi', { status: { phase: 'Pending' } }))).toContain(
    'Only bound persistent volume claims can be expanded',
  );
  expect(
    await grow(claim('1Gi', { spec: { resources: { requests: { storage: '1Gi' } }, storageClassName: 'fixed' } })),
  ).toContain('only dynamically provisioned pvc can be resized');
});

const marked = (kind: string, name: string, creationTimestamp: string) => ({
  kind,
  metadata: {
    name,
    creationTimestamp,
    annotations: {
      'ingressclass.kubernetes.io/is-default-class': 'true',
      'storageclass.kubernetes.io/is-default-class': 'true',
    },
  },
});

test('DefaultIngressClass and DefaultStorageClass use the newest of several defaults', async () => {
  const ingress = new AdmissionHarness('DefaultIngressClass');
  const given = { resource: 'ingresses.networking.k8s.io', object: { spec: {} } };
  expect(await ingress.admit(given)).not.toHaveProperty('spec.ingressClassName');
  ingress.put(
    'ingressclasses.networking.k8s.io',
    marked('IngressClass', 'old', '2020-01-01T00:00:00Z'),
    marked('IngressClass', 'new', '2021-01-01T00:00:00Z'),
  );
  expect(await ingress.admit(given)).toHaveProperty('spec.ingressClassName', 'new');
  expect(await ingress.admit({ ...given, object: { spec: { ingressClassName: '' } } })).toHaveProperty(
    'spec.ingressClassName',
    '',
  );
  const storage = new AdmissionHarness('DefaultStorageClass').put(
    'storageclasses.storage.k8s.io',
    marked('StorageClass', 's', ''),
  );
  expect(await storage.admit({ resource: 'persistentvolumeclaims', object: { spec: {} } })).toHaveProperty(
    'spec.storageClassName',
    's',
  );
});

test('several defaults are denied in the cluster dialect', async () => {
  const mark = { 'ingressclass.cluster.io/is-default-class': 'true' };
  const harness = new AdmissionHarness('DefaultIngressClass', 'cluster').put(
    'ingressclasses.networking.cluster.io',
    { kind: 'IngressClass', metadata: { name: 'a', annotations: mark } },
    { kind: 'IngressClass', metadata: { name: 'b', annotations: mark } },
  );
  expect(await harness.denial({ resource: 'ingresses.networking.cluster.io', name: 'i', object: { spec: {} } })).toBe(
    'ingresses.networking.cluster.io "i" is forbidden: 2 default IngressClasses were found, only 1 allowed',
  );
});
