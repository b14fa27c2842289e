import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../admission-harness.ts';

test('AlwaysAdmit lets in, AlwaysDeny refuses', async () => {
  expect(await new AdmissionHarness('AlwaysAdmit').refusal({ object: pod() })).toBe('let in');
  expect(await new AdmissionHarness('AlwaysDeny').refusal({ object: pod() })).toBe(
    'pods "p" is forbidden: admission control is denying all modifications',
  );
});

test('AlwaysPullImages leaves ephemeral containers alone', async () => {
  const ephemeralContainers = [{ name: 'e', imagePullPolicy: 'Never' }];
  expect(await new AdmissionHarness('AlwaysPullImages').admit({ object: pod({ ephemeralContainers }) })).toMatchObject({
    spec: { containers: [{ imagePullPolicy: 'Always' }], ephemeralContainers },
  });
});

test('AlwaysPullImages leaves an update alone that brings no new image', async () => {
  const harness = new AdmissionHarness('AlwaysPullImages');
  const update = (image: string) =>
    ({ operation: 'UPDATE', object: pod({}, {}, { image }), oldObject: pod() }) as const;
  expect(await harness.admit(update('i'))).toEqual(pod());
  expect(await harness.admit(update('new'))).toMatchObject({ spec: { containers: [{ imagePullPolicy: 'Always' }] } });
});

test('NamespaceExists and NamespaceAutoProvision: a missing namespace', async () => {
  expect(await new AdmissionHarness('NamespaceExists').refusal({ object: pod() })).toBe('let in');
  const harness = new AdmissionHarness('NamespaceExists');
  Object.assign((await harness.reader.list('', 'namespaces'))[0]?.metadata ?? {}, { name: 'other' });
  expect(await harness.refusal({ object: pod() })).toBe('namespaces "x" not found');
  expect(await new AdmissionHarness('NamespaceAutoProvision').refusal({ object: pod() })).toBe('let in');
});

test('SecurityContextDeny names the field', async () => {
  const harness = new AdmissionHarness('SecurityContextDeny');
  expect(await harness.refusal({ object: pod({ securityContext: {} }) })).toBe('let in');
  expect(await harness.refusal({ object: pod({ securityContext: { runAsUser: 0 } }) })).toBe(
    'pods "p" is forbidden: pod.Spec.SecurityContext.RunAsUser is forbidden',
  );
  expect(await harness.refusal({ object: pod({}, {}, { securityContext: { seLinuxOptions: {} } }) })).toBe(
    'pods "p" is forbidden: SecurityContext.SELinuxOptions is forbidden',
  );
});

test('ExtendedResourceToleration tolerates each extended resource once', async () => {
  const harness = new AdmissionHarness('ExtendedResourceToleration');
  const asking = pod({}, {}, { resources: { requests: { cpu: '1', 'example.com/gpu': '1' } } });
  const tolerations = [{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }];
  expect(await harness.admit({ object: asking })).toMatchObject({ spec: { tolerations } });
  expect(await harness.admit({ object: pod() })).not.toHaveProperty('spec.tolerations');
});
