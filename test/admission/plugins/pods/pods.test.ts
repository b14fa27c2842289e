import { expect, test } from 'vitest';
import { parseServerFlags } from '../../../../src/server/flags/server-flags.ts';
import { AdmissionHarness, pod } from '../../admission-harness.ts';

test('DefaultTolerationSeconds adds tolerations with the seconds from the flags', async () => {
  const { 'default-not-ready-toleration-seconds': notReady, 'default-unreachable-toleration-seconds': unreachable } =
    parseServerFlags({ 'default-not-ready-toleration-seconds': '7', 'default-unreachable-toleration-seconds': '0' });
  const tolerationSeconds = { 'not-ready': notReady, unreachable };
  const harness = new AdmissionHarness('DefaultTolerationSeconds', 'kubernetes', {}, { tolerationSeconds });
  expect(await harness.admit({ object: pod() })).toMatchObject({
    spec: {
      tolerations: [
        { key: 'node.kubernetes.io/not-ready', tolerationSeconds: 7 },
        { key: 'node.kubernetes.io/unreachable', tolerationSeconds: 0 },
      ],
    },
  });
});

test('DefaultTolerationSeconds adds only tolerations that the pod lacks', async () => {
  const harness = new AdmissionHarness('DefaultTolerationSeconds');
  const own = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 5 };
  const { spec } = (await harness.admit({ object: pod({ tolerations: [own] }) })) as never as ReturnType<typeof pod>;
  expect(spec).toMatchObject({
    tolerations: [own, { ...own, key: 'node.kubernetes.io/unreachable', tolerationSeconds: 300 }],
  });
});

test("PodTolerationRestriction puts a pod's own tolerations before the default ones", async () => {
  const toleration = (key: string) => ({ key, operator: 'Exists', effect: 'NoSchedule' });
  const configuration = { default: [toleration('default')] };
  const harness = new AdmissionHarness('PodTolerationRestriction', 'kubernetes', configuration);
  expect(await harness.admit({ object: pod({ tolerations: [toleration('own')] }) })).toMatchObject({
    spec: { tolerations: [toleration('own'), toleration('default')] },
  });
});

test('Priority resolves the class, and denies unknown classes and other values', async () => {
  const harness = new AdmissionHarness('Priority').put('priorityclasses.scheduling.k8s.io', {
    metadata: { name: 'high' },
    value: 7,
    preemptionPolicy: 'Never',
  });
  expect(await harness.admit({ object: pod({ priorityClassName: 'high' }) })).toMatchObject({
    spec: { priority: 7, preemptionPolicy: 'Never' },
  });
  expect(await harness.admit({ object: pod() })).toMatchObject({
    spec: { priority: 0, preemptionPolicy: 'PreemptLowerPriority' },
  });
  expect(await harness.denial({ object: pod({ priorityClassName: 'nope' }) })).toBe(
    'pods "p" is forbidden: no PriorityClass with name nope was found',
  );
  expect(await harness.denial({ object: pod({ priorityClassName: 'high', priority: 8 }) })).toBe(
    'pods "p" is forbidden: the integer value of priority (8) must not be provided in pod spec; priority admission controller computed 7 from the given PriorityClass name',
  );
});

test('Priority allows only one default class', async () => {
  const harness = new AdmissionHarness('Priority');
  const candidate = {
    resource: 'priorityclasses.scheduling.k8s.io',
    object: { metadata: { name: 'b' }, value: 1, globalDefault: true },
  };
  expect(await harness.denial(candidate)).toBe('admitted');
  harness.put('priorityclasses.scheduling.k8s.io', { metadata: { name: 'a' }, value: 2, globalDefault: true });
  expect(await harness.denial(candidate)).toBe(
    'priorityclasses.scheduling.k8s.io "b" is forbidden: PriorityClass a is already marked as default. Only one default can exist',
  );
});

test('RuntimeClass merges tolerations and drops covered ones', async () => {
  const wide = { key: 'vm', operator: 'Exists' };
  const harness = new AdmissionHarness('RuntimeClass').put('runtimeclasses.node.k8s.io', {
    metadata: { name: 'vm' },
    scheduling: { tolerations: [wide] },
  });
  const narrow = { key: 'vm', operator: 'Equal', value: 'yes', effect: 'NoSchedule' };
  const admitted = await harness.admit({ object: pod({ runtimeClassName: 'vm', tolerations: [narrow] }) });
  expect(admitted).toHaveProperty('spec.tolerations', [wide]);
});

test('names that are not valid in a URL are reported with the messages of client-go', async () => {
  const classes = new AdmissionHarness('RuntimeClass');
  expect(await classes.denial({ object: pod({ runtimeClassName: '' }) })).toBe('resource name may not be empty');
  expect(await classes.denial({ object: pod({ runtimeClassName: 'a/b' }) })).toBe(
    'invalid resource name "a/b": [may not contain \'/\']',
  );
  const accounts = new AdmissionHarness('ServiceAccount');
  expect(await accounts.denial({ object: pod({ serviceAccountName: 'a/b' }) })).toBe(
    'pods "p" is forbidden: error looking up service account x/a/b: invalid resource name "a/b": [may not contain \'/\']',
  );
});

test('RuntimeClass adds nothing for an empty overhead', async () => {
  const harness = new AdmissionHarness('RuntimeClass').put('runtimeclasses.node.k8s.io', {
    metadata: { name: 'vm' },
    overhead: {},
  });
  const admitted = await harness.admit({ object: pod({ runtimeClassName: 'vm' }) });
  expect(admitted).not.toHaveProperty('spec.overhead');
});

test('RuntimeClass adds overhead and node selector, and denies unknown classes and other overhead', async () => {
  const harness = new AdmissionHarness('RuntimeClass').put('runtimeclasses.node.k8s.io', {
    metadata: { name: 'vm' },
    overhead: { podFixed: { cpu: '100m' } },
    scheduling: { nodeSelector: { vm: 'yes' } },
  });
  expect(await harness.admit({ object: pod({ runtimeClassName: 'vm' }) })).toMatchObject({
    spec: { overhead: { cpu: '100m' }, nodeSelector: { vm: 'yes' } },
  });
  expect(await harness.denial({ object: pod({ runtimeClassName: 'nope' }) })).toBe(
    'pods "p" is forbidden: pod rejected: RuntimeClass "nope" not found',
  );
  expect(await harness.denial({ object: pod({ overhead: { cpu: '1' } }) })).toContain('Pod Overhead set without');
  expect(await harness.denial({ object: pod({ runtimeClassName: 'vm', nodeSelector: { vm: 'no' } }) })).toBe(
    'pods "p" is forbidden: conflict: runtimeClass.scheduling.nodeSelector[vm] = yes; pod.spec.nodeSelector[vm] = no',
  );
});

test('ServiceAccount mounts the token and copies pull secrets', async () => {
  const harness = new AdmissionHarness('ServiceAccount').put('serviceaccounts', {
    metadata: { name: 'default', namespace: 'x' },
    imagePullSecrets: [{ name: 'pull' }],
  });
  const mount = {
    name: 'kube-api-access-bbbbb',
    readOnly: true,
    mountPath: '/var/run/secrets/kubernetes.io/serviceaccount',
  };
  expect(await harness.admit({ object: pod() })).toMatchObject({
    spec: {
      serviceAccountName: 'default',
      imagePullSecrets: [{ name: 'pull' }],
      containers: [{ volumeMounts: [mount] }],
      volumes: [{ name: mount.name, projected: { defaultMode: 420 } }],
    },
  });
  expect(await harness.admit({ object: pod({ automountServiceAccountToken: false }) })).not.toHaveProperty(
    'spec.volumes',
  );
});

test('ServiceAccount denies missing accounts, unlisted secrets and mirror pods that refer to other objects', async () => {
  const harness = new AdmissionHarness('ServiceAccount');
  expect(await harness.denial({ object: pod() })).toBe(
    'pods "p" is forbidden: error looking up service account x/default: serviceaccount "default" not found',
  );
  harness.put('serviceaccounts', {
    metadata: { name: 'default', namespace: 'x', annotations: { 'kubernetes.io/enforce-mountable-secrets': 'true' } },
  });
  expect(await harness.denial({ object: pod({ volumes: [{ name: 'v', secret: { secretName: 'other' } }] }) })).toBe(
    'pods "p" is forbidden: volume with secret.secretName="other" is not allowed because service account default does not reference that secret',
  );
  const mirror = { annotations: { 'kubernetes.io/config.mirror': 'm' } };
  expect(await harness.denial({ object: pod({}, mirror) })).toBe('admitted');
  expect(await harness.denial({ object: pod({ serviceAccountName: 'default' }, mirror) })).toContain(
    'a mirror pod may not reference service accounts',
  );
});

test('PodSecurity denies violations with the standard messages, and ignores label changes', async () => {
  const harness = new AdmissionHarness('PodSecurity');
  expect(await harness.denial({ object: pod({ hostPID: true }) })).toBe('admitted');
  const [namespace] = await harness.reader.list('', 'namespaces');
  Object.assign(namespace?.metadata ?? {}, { labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } });
  const bad = pod(
    { hostPID: true },
    {},
    { securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } } },
  );
  expect(await harness.denial({ object: bad })).toBe(
    'pods "p" is forbidden: violates PodSecurity "restricted:latest": host namespaces (hostPID=true), ' +
      'runAsNonRoot != true (pod or container "c" must set securityContext.runAsNonRoot=true), ' +
      'seccompProfile (pod or container "c" must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost")',
  );
  expect(await harness.denial({ operation: 'UPDATE', object: bad, oldObject: bad })).toBe('admitted');
  const template = { metadata: { name: 'd' }, spec: { template: bad } };
  expect(await harness.denial({ resource: 'deployments.apps', object: template })).toBe('admitted');
  expect(harness.warnings[0]).toMatch(/^would violate PodSecurity "restricted:latest": host namespaces/);
});

test('PodSecurity validates the labels of a namespace', async () => {
  const harness = new AdmissionHarness('PodSecurity');
  const labels = (level: string) => ({
    metadata: { name: 'x', labels: { 'pod-security.kubernetes.io/enforce': level } },
  });
  const given = { resource: 'namespaces', kind: 'Namespace' };
  expect(await harness.denial({ ...given, object: labels('strictest') })).toBe(
    'Namespace "x" is invalid: metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: "strictest": must be one of privileged, baseline, restricted',
  );
  harness.put(
    'pods',
    { ...pod({ hostIPC: true }), metadata: { name: 'a', namespace: 'x' } },
    { ...pod({ hostIPC: true }), metadata: { name: 'b', namespace: 'x' } },
  );
  await harness.admit({
    ...given,
    operation: 'UPDATE',
    object: labels('baseline'),
    oldObject: { metadata: { name: 'x' } },
  });
  expect(harness.warnings).toEqual([
    'existing pods in namespace "x" violate the new PodSecurity enforce level "baseline:latest"',
    'a (and 1 other pod): host namespaces',
  ]);
});
