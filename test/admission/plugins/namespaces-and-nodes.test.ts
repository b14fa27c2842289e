import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../admission-harness.ts';

test('NamespaceLifecycle admits creates in active namespaces', async () => {
  const harness = new AdmissionHarness('NamespaceLifecycle');
  expect(await harness.denial({ object: pod() })).toBe('admitted');
});

test('NamespaceLifecycle denies creates in terminating and missing namespaces', async () => {
  const harness = new AdmissionHarness('NamespaceLifecycle');
  expect(
    await harness.denial({ resource: 'namespaces', kind: 'Namespace', operation: 'DELETE', name: 'default' }),
  ).toBe('namespaces "default" is forbidden: this namespace may not be deleted');
  const terminating = new AdmissionHarness('NamespaceLifecycle');
  const [namespace] = await terminating.reader.list<{ metadata: object } & never>('', 'namespaces');
  Object.assign(namespace ?? {}, { status: { phase: 'Terminating' } });
  expect(await terminating.denial({ object: pod() })).toBe(
    'pods "p" is forbidden: unable to create new content in namespace x because it is being terminated',
  );
  Object.assign(namespace ?? {}, { metadata: { name: 'other' } });
  expect(await terminating.denial({ object: pod() })).toBe('namespaces "x" not found');
});

test('TaintNodesByCondition adds the taint once, and only to nodes', async () => {
  const harness = new AdmissionHarness('TaintNodesByCondition');
  const taint = { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' };
  expect(await harness.admit({ resource: 'nodes', object: {} })).toMatchObject({ spec: { taints: [taint] } });
  expect(await harness.admit({ resource: 'nodes', object: { spec: { taints: [taint] } } })).toMatchObject({
    spec: { taints: [taint] },
  });
  expect(await harness.admit({ object: pod() })).toEqual(pod());
});
