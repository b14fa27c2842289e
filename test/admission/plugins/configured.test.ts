import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../admission-harness.ts';

test('EventRateLimit limits the events of each namespace, except dry runs', async () => {
  const limits = [{ type: 'Namespace', qps: 1, burst: 1 }];
  const harness = new AdmissionHarness('EventRateLimit', 'kubernetes', { limits });
  const event = { kind: 'Event', resource: 'events', object: { metadata: { name: 'e' }, involvedObject: {} } };
  expect(await harness.denial(event)).toBe('admitted');
  expect(await harness.denial(event)).toBe('Too many requests: limit reached on type Namespace for key x');
  expect(await harness.denial({ ...event, namespace: 'y' })).toBe('admitted');
  expect(await harness.denial({ ...event, dryRun: true })).toBe('admitted');
  expect(await harness.denial({ object: pod() })).toBe('admitted');
});

test.each<[string, object, string]>([
  ['no limits', { limits: [] }, 'limits must not be empty'],
  ['an unknown type', { limits: [{ type: 'Pod', qps: 1, burst: 1 }] }, 'type of a limit must be one of'],
  ['no burst', { limits: [{ type: 'Server', qps: 1, burst: 0 }] }, 'qps and burst must be positive'],
  ['less than no buckets', { limits: [{ type: 'User', qps: 1, burst: 1, cacheSize: -1 }] }, 'must not be negative'],
])('EventRateLimit rejects the configuration %s', async (_title, configuration, why) => {
  const harness = new AdmissionHarness('EventRateLimit', 'kubernetes', configuration);
  await expect(harness.admit({ object: pod() })).rejects.toThrow(why);
});

test('PodNodeSelector adds the default selector and denies conflicting and unlisted selectors', async () => {
  const podNodeSelectorPluginConfig = { clusterDefaultNodeSelector: 'tier=common', x: 'tier=common,disk=ssd' };
  const harness = new AdmissionHarness('PodNodeSelector', 'kubernetes', { podNodeSelectorPluginConfig });
  expect(await harness.admit({ object: pod() })).toMatchObject({ spec: { nodeSelector: { tier: 'common' } } });
  expect(await harness.denial({ object: pod({ nodeSelector: { tier: 'other' } }) })).toBe(
    'pods "p" is forbidden: pod node label selector conflicts with its namespace node label selector',
  );
  expect(await harness.denial({ object: pod({ nodeSelector: { more: 'x' } }) })).toBe(
    'pods "p" is forbidden: pod node label selector labels conflict with its namespace whitelist',
  );
});

test('PodTolerationRestriction adds the defaults and enforces the whitelist', async () => {
  const team = { key: 'team', operator: 'Exists' };
  const harness = new AdmissionHarness('PodTolerationRestriction', 'kubernetes', {
    default: [team],
    whitelist: [team],
  });
  expect(await harness.admit({ object: pod() })).toMatchObject({ spec: { tolerations: [team] } });
  expect(await harness.denial({ object: pod({ tolerations: [{ operator: 'Exists' }] }) })).toBe(
    'pod tolerations (possibly merged with namespace default tolerations) conflict with its cluster whitelist',
  );
});

test('LimitPodHardAntiAffinityTopology allows only the hostname topology', async () => {
  const harness = new AdmissionHarness('LimitPodHardAntiAffinityTopology');
  const apart = (topologyKey: string) => ({
    object: pod({
      affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey }] } },
    }),
  });
  expect(await harness.denial(apart('kubernetes.io/hostname'))).toBe('admitted');
  expect(await harness.denial(apart('zone'))).toBe(
    'pods "p" is forbidden: affinity.PodAntiAffinity.RequiredDuringScheduling has TopologyKey zone but only key kubernetes.io/hostname is allowed',
  );
});

test('DenyServiceExternalIPs denies only new addresses', async () => {
  const harness = new AdmissionHarness('DenyServiceExternalIPs');
  const service = (...externalIPs: string[]) => ({ metadata: { name: 's' }, spec: { externalIPs } });
  const update = { operation: 'UPDATE', resource: 'services', oldObject: service('1.1.1.1', '2.2.2.2') } as const;
  expect(await harness.denial({ ...update, object: service('1.1.1.1') })).toBe('admitted');
  expect(await harness.denial({ ...update, object: service('3.3.3.3') })).toBe(
    'services "s" is forbidden: Use of external IPs is denied by admission control',
  );
});

test('OwnerReferencesPermissionEnforcement requires permission to delete, and to finalize the owner', async () => {
  const harness = new AdmissionHarness('OwnerReferencesPermissionEnforcement');
  const owner = { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'u', blockOwnerDeletion: true };
  const owned = { operation: 'UPDATE', name: 'p', object: pod({}, { ownerReferences: [owner] }) } as const;
  expect(await harness.denial({ ...owned, oldObject: pod() })).toMatch(
    "cannot set an ownerRef on a resource you can't",
  );
  harness.permissions.add('delete p');
  expect(await harness.denial({ ...owned, oldObject: pod() })).toMatch('cannot set blockOwnerDeletion if an ownerRef');
  harness.permissions.add('update r');
  expect(await harness.denial({ ...owned, oldObject: pod() })).toBe('admitted');
});

test('OwnerReferencesPermissionEnforcement checks the permission in the scope of the owner', async () => {
  const harness = new AdmissionHarness('OwnerReferencesPermissionEnforcement');
  const owner = (kind: string) => ({ apiVersion: 'v1', kind, name: 'o', uid: kind, blockOwnerDeletion: true });
  const created = (kind: string) => ({ object: pod({}, { ownerReferences: [owner(kind)] }) });
  expect(await harness.denial(created('Unknown'))).toBe(
    'pods "p" is forbidden: cannot set blockOwnerDeletion in this case because cannot find RESTMapping for ' +
      'APIVersion v1 Kind Unknown: no matches for kind "Unknown" in version "v1"',
  );
  await harness.denial(created('Node'));
  expect(harness.permissionRequests.at(-1)).toMatchObject({
    verb: 'update',
    resource: 'nodes',
    subresource: 'finalizers',
    namespace: '',
  });
  await harness.denial(created('Secret'));
  expect(harness.permissionRequests.at(-1)).toMatchObject({ resource: 'secrets', namespace: 'x' });
  const update = { operation: 'UPDATE', resource: 'deployments.apps/scale', name: 'd' } as const;
  await harness.denial({ ...update, ...created('Secret'), oldObject: pod() });
  expect(harness.permissionRequests.at(-1)).toMatchObject({
    verb: 'delete',
    resource: 'deployments',
    subresource: 'scale',
  });
  harness.permissions.add('update *');
  expect(await harness.denial(created('Unknown'))).toBe('admitted');
});

test('PodNodeSelector omits a missing pod name from its denial, and validates selectors as labels', async () => {
  const harness = new AdmissionHarness('PodNodeSelector', 'kubernetes', {
    podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: 'a=b', x: 'c=d' },
  });
  expect(await harness.denial({ object: { metadata: { generateName: 'g-' }, spec: { containers: [] } } })).toBe(
    'pods is forbidden: pod node label selector labels conflict with its namespace whitelist',
  );
  const odd = (selector: string) =>
    new AdmissionHarness('PodNodeSelector', 'kubernetes', {
      podNodeSelectorPluginConfig: { clusterDefaultNodeSelector: selector },
    }).denial({ object: pod() });
  expect(await odd('=b')).toMatch(/^<nil>: Invalid value: "": name part must be non-empty; /);
  expect(await odd('a=b c')).toMatch(/^\[a\]: Invalid value: "b c": a valid label must be/);
});

test.each([
  ['{', 'unexpected end of JSON input'],
  ['{}', 'json: cannot unmarshal object into Go value of type []v1.Toleration'],
  ['["a"]', 'json: cannot unmarshal string into Go value of type v1.Toleration'],
])('PodTolerationRestriction reports the invalid annotation %s with Go error messages', async (annotation, message) => {
  const annotations = { 'scheduler.alpha.kubernetes.io/defaultTolerations': annotation };
  const harness = new AdmissionHarness('PodTolerationRestriction');
  const [namespace] = await harness.reader.list('', 'namespaces');
  Object.assign(namespace?.metadata ?? {}, { annotations });
  expect(await harness.denial({ object: pod() })).toBe(message);
});

test('PodTolerationRestriction treats a whitelisted toleration without operator as Equal', async () => {
  const harness = new AdmissionHarness('PodTolerationRestriction', 'kubernetes', {
    whitelist: [{ key: 'a', value: 'b' }],
  });
  const tolerating = (toleration: object) => harness.denial({ object: pod({ tolerations: [toleration] }) });
  expect(await tolerating({ key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute' })).toBe('admitted');
  expect(await tolerating({ key: 'a', value: 'b', effect: 'NoExecute' })).toMatch(
    'conflict with its cluster whitelist',
  );
});

test('PersistentVolumeLabel adds zone affinity to a provisioned volume', async () => {
  const harness = new AdmissionHarness('PersistentVolumeLabel');
  const labels = { 'topology.kubernetes.io/zone': 'b__a', 'topology.kubernetes.io/region': 'r' };
  const admit = (annotations: object) =>
    harness.admit({ resource: 'persistentvolumes', object: { metadata: { labels, annotations }, spec: {} } });
  expect(await admit({})).toMatchObject({ spec: {} });
  expect(await admit({ 'pv.kubernetes.io/provisioned-by': 'p' })).toHaveProperty(
    'spec.nodeAffinity.required.nodeSelectorTerms.0.matchExpressions.1',
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a', 'b'] },
  );
});

test.each(['kubernetes', 'cluster'] as const)('NodeRestriction in the %s dialect', async (dialect) => {
  const harness = new AdmissionHarness('NodeRestriction', dialect);
  const user = { username: 'system:node:n', groups: ['system:nodes'] };
  const node = (name: string, labels: object = {}) => ({
    resource: 'nodes',
    user,
    object: { metadata: { name, labels } },
  });
  expect(await harness.denial(node('n'))).toBe('admitted');
  expect(await harness.denial({ ...node('m'), user: { username: 'system:node:n' } })).toBe('admitted');
  expect(await harness.denial(node('m'))).toBe('nodes "m" is forbidden: node "n" is not allowed to modify node "m"');
  const reserved = dialect === 'cluster' ? 'node-restriction.cluster.io/a' : 'node-restriction.kubernetes.io/a';
  expect(await harness.denial(node('n', { [reserved]: 'b' }))).toMatch(`to set the following labels: ${reserved}`);
  const own = { operation: 'DELETE', resource: 'nodes', user, name: 'n' } as const;
  expect((await harness.denial(own)) === 'admitted').toBe(dialect === 'kubernetes');
  expect(await harness.denial({ user, object: pod() })).toMatch('can only create mirror pods');
});

const RULES = { defaults: { enforce: 'baseline', 'enforce-version': 'v1.24', warn: 'restricted' } };
const HOST_NETWORK = { object: pod({ hostNetwork: true }) };

test('PodSecurity enforces the configured level in namespaces without labels', async () => {
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', RULES);
  harness.put('namespaces', { metadata: { name: 'x' } });
  expect(await harness.denial(HOST_NETWORK)).toBe(
    'pods "p" is forbidden: violates PodSecurity "baseline:v1.24": host namespaces (hostNetwork=true)',
  );
  expect(await harness.denial({ object: pod() })).toBe('admitted');
  expect(harness.warnings.at(-1)).toMatch('would violate PodSecurity "restricted:latest": allowPrivilegeEscalation');
});

test('PodSecurity exempts namespaces, users and runtime classes', async () => {
  const exempting = (exemptions: object) => {
    const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { ...RULES, exemptions });
    return harness.put('namespaces', { metadata: { name: 'x' } });
  };
  expect(await exempting({ namespaces: ['x'] }).denial(HOST_NETWORK)).toBe('admitted');
  expect(await exempting({ usernames: ['ann'] }).denial(HOST_NETWORK)).toBe('admitted');
  const sandboxed = pod({ hostNetwork: true, runtimeClassName: 'sandbox' });
  expect(await exempting({ runtimeClasses: ['sandbox'] }).denial({ object: sandboxed })).toBe('admitted');
  expect(await exempting({ namespaces: ['y'], usernames: ['ben'] }).denial(HOST_NETWORK)).toMatch('is forbidden');
});

test('PodSecurity warns that the labels of an exempt namespace are ignored', async () => {
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { exemptions: { namespaces: ['x'] } });
  const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
  await harness.admit({
    resource: 'namespaces',
    kind: 'Namespace',
    name: 'x',
    object: { metadata: { name: 'x', labels } },
  });
  expect(harness.warnings).toEqual([
    'namespace "x" is exempt from Pod Security, and the policy (enforce=restricted:latest) will be ignored',
  ]);
});

test('PodSecurity does not warn when the labels of an exempt namespace are no stricter than the defaults', async () => {
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { exemptions: { namespaces: ['x'] } });
  const labels = {
    'pod-security.kubernetes.io/enforce': 'privileged',
    'pod-security.kubernetes.io/enforce-version': 'v1.20',
  };
  await harness.admit({ resource: 'namespaces', kind: 'Namespace', object: { metadata: { name: 'x', labels } } });
  expect(harness.warnings).toEqual([]);
});

test('PodSecurity ignores pods with exempt runtime classes when the level of their namespace is raised', async () => {
  const exemptions = { runtimeClasses: ['sandbox'] };
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { exemptions });
  harness.put('pods', {
    metadata: { name: 'a', namespace: 'x' },
    spec: { hostPID: true, runtimeClassName: 'sandbox', containers: [] },
  });
  await harness.admit({
    operation: 'UPDATE',
    resource: 'namespaces',
    kind: 'Namespace',
    object: { metadata: { name: 'x', labels: { 'pod-security.kubernetes.io/enforce': 'baseline' } } },
    oldObject: { metadata: { name: 'x' } },
  });
  expect(harness.warnings).toEqual([]);
});

test.each([
  ['namespaces', 'x', 'namespace'],
  ['usernames', 'ann', 'user'],
  ['runtimeClasses', 'sandbox', 'runtimeClass'],
])('PodSecurity records in the audit event that a pod was exempt by its %s', async (member, value, told) => {
  const configuration = { ...RULES, exemptions: { [member]: [value] } };
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', configuration);
  await harness.admit({ object: pod({ hostNetwork: true, runtimeClassName: 'sandbox' }) });
  expect(harness.annotations).toEqual({ 'pod-security.kubernetes.io/exempt': told });
});

test('PodSecurity records the enforced level and the violations of the audited level in the audit event', async () => {
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { defaults: { audit: 'baseline' } });
  await harness.admit({ object: pod({ hostNetwork: true }) });
  expect(harness.annotations).toEqual({
    'pod-security.kubernetes.io/enforce-policy': 'privileged:latest',
    'pod-security.kubernetes.io/audit-violations':
      'would violate PodSecurity "baseline:latest": host namespaces (hostNetwork=true)',
  });
});

test('PodSecurity rejects an invalid configuration', () => {
  const harness = new AdmissionHarness('PodSecurity', 'kubernetes', { defaults: { enforce: 'strict' } });
  return expect(harness.denial({ object: pod() })).rejects.toThrow('must be one of privileged, baseline, restricted');
});

const CLAIM = {
  resource: 'persistentvolumeclaims',
  kind: 'PersistentVolumeClaim',
  object: {
    metadata: { name: 'v' },
    spec: { storageClassName: 'gold', resources: { requests: { storage: '1Gi' } } },
  },
};

test('ResourceQuota admits limited resources only if a quota covers them', async () => {
  const limited = { resource: 'persistentvolumeclaims', matchContains: ['gold.storageclass.storage.k8s.io/requests'] };
  const harness = new AdmissionHarness('ResourceQuota', 'kubernetes', { limitedResources: [limited] });
  expect(await harness.denial(CLAIM)).toBe(
    'persistentvolumeclaims "v" is forbidden: insufficient quota to consume: gold.storageclass.storage.k8s.io/requests.storage',
  );
  const amounts = (amount: string) => ({ 'gold.storageclass.storage.k8s.io/requests.storage': amount });
  harness.put('resourcequotas', {
    metadata: { name: 'q', namespace: 'x' },
    status: { hard: amounts('5Gi'), used: amounts('0') },
  });
  expect(await harness.denial(CLAIM)).toBe('admitted');
});

test('ResourceQuota admits pods in a limited scope only if a quota has that scope', async () => {
  const scope = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] };
  const limited = { resource: 'pods', matchScopes: [scope] };
  const harness = new AdmissionHarness('ResourceQuota', 'kubernetes', { limitedResources: [limited] });
  const important = { object: pod({ priorityClassName: 'high' }) };
  expect(await harness.denial({ object: pod() })).toBe('admitted');
  expect(await harness.denial(important)).toBe('insufficient quota to match these scopes: [{PriorityClass In [high]}]');
  harness.put('resourcequotas', {
    metadata: { name: 'q', namespace: 'x' },
    spec: { scopeSelector: { matchExpressions: [scope] } },
    status: { hard: { pods: '1' }, used: { pods: '0' } },
  });
  expect(await harness.denial(important)).toBe('admitted');
});
