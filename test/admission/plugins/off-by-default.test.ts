import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../admission-harness.ts';

test('AlwaysAdmit admits, AlwaysDeny denies', async () => {
  expect(await new AdmissionHarness('AlwaysAdmit').denial({ object: pod() })).toBe('admitted');
  expect(await new AdmissionHarness('AlwaysDeny').denial({ object: pod() })).toBe(
    'pods "p" is forbidden: admission control is denying all modifications',
  );
});

test('AlwaysPullImages changes ephemeral containers only when the pod gets a new image', async () => {
  const harness = new AdmissionHarness('AlwaysPullImages');
  const ephemeralContainers = [{ name: 'e', image: 'e', imagePullPolicy: 'Never' }];
  const debugged = pod({ ephemeralContainers });
  const adding = { operation: 'UPDATE', resource: 'pods/ephemeralcontainers', oldObject: pod() } as const;
  expect(await harness.admit({ ...adding, object: debugged })).toEqual(debugged);
  const changing = { operation: 'UPDATE', oldObject: debugged } as const;
  expect(await harness.admit({ ...changing, object: pod({ ephemeralContainers }, {}, { image: 'e' }) })).toMatchObject({
    spec: { ephemeralContainers },
  });
  expect(await harness.admit({ ...changing, object: pod({ ephemeralContainers }, {}, { image: 'n' }) })).toMatchObject({
    spec: { containers: [{ imagePullPolicy: 'Always' }], ephemeralContainers: [{ imagePullPolicy: 'Always' }] },
  });
});

test('AlwaysPullImages denies a policy restored by a webhook, with a server error', async () => {
  const harness = new AdmissionHarness('AlwaysPullImages');
  const refused = (path: string, policy: string) =>
    `pods "p" is forbidden: spec.${path}.imagePullPolicy: Unsupported value: "${policy}": supported values: "Always"`;
  const never = pod({}, {}, { imagePullPolicy: 'Never' });
  await expect(harness.validate({ object: never })).rejects.toMatchObject({
    status: { code: 500, message: refused('containers[0]', 'Never') },
  });
  const initContainers = [{ name: 'i', image: 'i', imagePullPolicy: 'IfNotPresent' }];
  await expect(harness.validate({ object: pod({ initContainers }, {}, { imagePullPolicy: 'Never' }) })).rejects.toThrow(
    `[${refused('initContainers[0]', 'IfNotPresent')}, ${refused('containers[0]', 'Never')}]`,
  );
  await harness.validate({ operation: 'UPDATE', object: never, oldObject: never });
});

test('AlwaysPullImages ignores updates without new images', async () => {
  const harness = new AdmissionHarness('AlwaysPullImages');
  const update = (image: string) =>
    ({ operation: 'UPDATE', object: pod({}, {}, { image }), oldObject: pod() }) as const;
  expect(await harness.admit(update('i'))).toEqual(pod());
  expect(await harness.admit(update('new'))).toMatchObject({ spec: { containers: [{ imagePullPolicy: 'Always' }] } });
});

test('NamespaceExists and NamespaceAutoProvision handle a missing namespace', async () => {
  expect(await new AdmissionHarness('NamespaceExists').denial({ object: pod() })).toBe('admitted');
  const harness = new AdmissionHarness('NamespaceExists');
  Object.assign((await harness.reader.list('', 'namespaces'))[0]?.metadata ?? {}, { name: 'other' });
  expect(await harness.denial({ object: pod() })).toBe('namespaces "x" not found');
  expect(await new AdmissionHarness('NamespaceAutoProvision').denial({ object: pod() })).toBe('admitted');
});

test('NamespaceAutoProvision reports an invalid name both as the name and as the label', async () => {
  const harness = new AdmissionHarness('NamespaceAutoProvision');
  const long = 'a'.repeat(64);
  const wrong = `Invalid value: "${long}": must be no more than 63 characters`;
  expect(await harness.denial({ object: pod(), namespace: long })).toBe(
    `pods "p" is forbidden: Namespace "${long}" is invalid: [metadata.name: ${wrong}, metadata.labels: ${wrong}]`,
  );
});

test('SecurityContextDeny names the forbidden field', async () => {
  const harness = new AdmissionHarness('SecurityContextDeny');
  expect(await harness.denial({ object: pod({ securityContext: {} }) })).toBe('admitted');
  expect(await harness.denial({ object: pod({ securityContext: { runAsUser: 0 } }) })).toBe(
    'pods "p" is forbidden: pod.Spec.SecurityContext.RunAsUser is forbidden',
  );
  expect(await harness.denial({ object: pod({}, {}, { securityContext: { seLinuxOptions: {} } }) })).toBe(
    'pods "p" is forbidden: SecurityContext.SELinuxOptions is forbidden',
  );
});

test('ExtendedResourceToleration replaces a matching toleration that has tolerationSeconds', async () => {
  const own = { key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' };
  const other = { key: 'example.com/gpu', operator: 'Equal', effect: 'NoSchedule' };
  const requests = { 'example.com/gpu': '1' };
  const asking = pod({ tolerations: [{ ...own, tolerationSeconds: 5 }, other] }, {}, { resources: { requests } });
  expect(await new AdmissionHarness('ExtendedResourceToleration').admit({ object: asking })).toMatchObject({
    spec: { tolerations: [own, other] },
  });
});

test('ExtendedResourceToleration tolerates each extended resource once', async () => {
  const harness = new AdmissionHarness('ExtendedResourceToleration');
  const asking = pod({}, {}, { resources: { requests: { cpu: '1', 'example.com/gpu': '1' } } });
  const tolerations = [{ key: 'example.com/gpu', operator: 'Exists', effect: 'NoSchedule' }];
  expect(await harness.admit({ object: asking })).toMatchObject({ spec: { tolerations } });
  expect(await harness.admit({ object: pod() })).not.toHaveProperty('spec.tolerations');
});
