import { expect, it } from 'vitest';
import { AdmissionHarness, pod } from './admission-harness.ts';

const node = { username: 'system:node:n1', groups: ['system:nodes'] };
const statusUpdate = {
  operation: 'UPDATE',
  resource: 'pods/status',
  name: 'p',
  user: node,
  object: pod({ nodeName: 'n1' }),
  oldObject: pod({ nodeName: 'n1' }),
} as const;
const webhooks = 'mutatingwebhookconfigurations.admissionregistration.k8s.io';

it('makes a write wait only for plugins that need a lookup', async () => {
  const harness = new AdmissionHarness('NodeRestriction');
  // The first write caches the namespace and the absence of webhooks and policies.
  expect(await harness.pluginsToWaitFor(statusUpdate)).toContain('NamespaceLifecycle');
  expect(await harness.pluginsToWaitFor(statusUpdate)).toEqual([]);
  const create = { resource: 'replicasets.apps', kind: 'ReplicaSet', object: {} };
  expect(await harness.pluginsToWaitFor(create)).toEqual(['ResourceQuota']);
  expect(await harness.pluginsToWaitFor(create)).toEqual([]);
});

it('looks up the namespace of a write again when a namespace has changed', async () => {
  const harness = new AdmissionHarness('NamespaceLifecycle');
  const create = { resource: 'secrets', kind: 'Secret', name: 's', object: {} };
  await harness.pluginsToWaitFor(create);
  expect(await harness.denial({ ...create, namespace: 'y' })).toBe('namespaces "y" not found');
  harness.put('namespaces', { metadata: { name: 'y' }, status: { phase: 'Terminating' } });
  expect(await harness.denial({ ...create, namespace: 'y' })).toContain('it is being terminated');
  expect(await harness.denial({ ...create, namespace: 'y' })).toContain('it is being terminated');
  expect(await harness.pluginsToWaitFor(create)).toContain('NamespaceLifecycle');
  expect(await harness.pluginsToWaitFor(create)).toEqual([]);
});

it('looks up quotas and limits once they exist', async () => {
  const harness = new AdmissionHarness('LimitRanger');
  const create = { object: pod({ serviceAccountName: 'default' }) };
  harness.put('serviceaccounts', { metadata: { name: 'default', namespace: 'x' } });
  await harness.pluginsToWaitFor(create);
  expect(await harness.pluginsToWaitFor(create)).not.toContain('LimitRanger');
  harness.put('limitranges', { metadata: { name: 'l', namespace: 'y' } });
  harness.put('resourcequotas', { metadata: { name: 'q', namespace: 'y' } });
  expect(await harness.pluginsToWaitFor(create)).toEqual(expect.arrayContaining(['LimitRanger', 'ResourceQuota']));
});

it('waits for webhooks once they exist', async () => {
  const harness = new AdmissionHarness('NodeRestriction');
  await harness.pluginsToWaitFor(statusUpdate);
  harness.put(webhooks, { metadata: { name: 'hooks' }, webhooks: [] });
  expect(await harness.pluginsToWaitFor(statusUpdate)).toContain('MutatingAdmissionWebhook');
  expect(await harness.pluginsToWaitFor(statusUpdate)).toContain('MutatingAdmissionWebhook');
});
