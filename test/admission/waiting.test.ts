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

it('makes a write wait only for plugins that look something up for it', async () => {
  const harness = new AdmissionHarness('NodeRestriction');
  await harness.pluginsToWaitFor(statusUpdate); // The first write finds out that there are no webhooks and policies.
  expect(await harness.pluginsToWaitFor(statusUpdate)).toEqual(['NamespaceLifecycle']);
  expect(await harness.pluginsToWaitFor({ resource: 'replicasets.apps', kind: 'ReplicaSet', object: {} })).toEqual([
    'NamespaceLifecycle',
    'ResourceQuota',
  ]);
});

it('waits for webhooks as soon as there are some', async () => {
  const harness = new AdmissionHarness('NodeRestriction');
  await harness.pluginsToWaitFor(statusUpdate);
  harness.put(webhooks, { metadata: { name: 'hooks' }, webhooks: [] });
  expect(await harness.pluginsToWaitFor(statusUpdate)).toContain('MutatingAdmissionWebhook');
  expect(await harness.pluginsToWaitFor(statusUpdate)).toContain('MutatingAdmissionWebhook');
});
