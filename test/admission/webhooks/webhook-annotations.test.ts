import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../admission-harness.ts';

test('the audit event records which mutating webhooks changed the object and which failures were ignored', async () => {
  const harness = new AdmissionHarness('MutatingAdmissionWebhook');
  harness.put('mutatingwebhookconfigurations.admissionregistration.k8s.io', {
    metadata: { name: 'w' },
    webhooks: [
      {
        name: 'h.example.com',
        clientConfig: { url: 'https://unreachable.example.com' },
        failurePolicy: 'Ignore',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
        rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }],
      },
    ],
  });
  expect(await harness.denial({ object: pod() })).toBe('admitted');
  expect(harness.annotations).toEqual({
    'mutation.webhook.admission.k8s.io/round_0_index_0':
      '{"configuration":"w","webhook":"h.example.com","mutated":false}',
    'failed-open.mutation.webhook.admission.k8s.io/round_0_index_0': 'h.example.com',
  });
});
