import { expect, test } from 'vitest';
import { AdmissionHarness, pod } from '../../admission-harness.ts';

const range = (...limits: object[]) => ({ metadata: { name: 'l', namespace: 'x' }, spec: { limits } });
const needing = (resources: object) => pod({}, {}, { resources });

test('LimitRanger sets defaults and describes them in an annotation', async () => {
  const harness = new AdmissionHarness('LimitRanger').put(
    'limitranges',
    range({ type: 'Container', default: { cpu: '1' }, defaultRequest: { cpu: '500m', memory: '1Gi' } }),
  );
  expect(await harness.admit({ object: needing({ requests: { cpu: '100m' } }) })).toMatchObject({
    metadata: {
      annotations: {
        'kubernetes.io/limit-ranger':
          'LimitRanger plugin set: memory request for container c; cpu limit for container c',
      },
    },
    spec: { containers: [{ resources: { requests: { cpu: '100m', memory: '1Gi' }, limits: { cpu: '1' } } }] },
  });
});

test('LimitRanger enforces minimum, maximum and ratio', async () => {
  const harness = new AdmissionHarness('LimitRanger').put(
    'limitranges',
    range(
      { type: 'Container', min: { cpu: '100m' }, max: { memory: '512Mi' } },
      { type: 'Pod', maxLimitRequestRatio: { cpu: '2' } },
    ),
  );
  const good = { requests: { cpu: '100m', memory: '1Mi' }, limits: { cpu: '200m', memory: '512Mi' } };
  expect(await harness.denial({ object: needing(good) })).toBe('admitted');
  expect(await harness.denial({ object: needing({ ...good, requests: { cpu: '50m' } }) })).toBe(
    'pods "p" is forbidden: [minimum cpu usage per Container is 100m, but request is 50m, ' +
      'cpu max limit to request ratio per Pod is 2, but provided ratio is 4.000000]',
  );
  expect(await harness.denial({ object: needing({ ...good, limits: { cpu: '200m' } }) })).toBe(
    'pods "p" is forbidden: maximum memory usage per Container is 512Mi.  No limit is specified',
  );
});

test('LimitRanger admits a pod that exactly meets a ratio', async () => {
  const ratio = range({ type: 'Container', maxLimitRequestRatio: { cpu: '3' } });
  const harness = new AdmissionHarness('LimitRanger').put('limitranges', ratio);
  const at = (cpu: string) => ({ object: needing({ requests: { cpu: '3m' }, limits: { cpu } }) });
  expect(await harness.denial(at('9m'))).toBe('admitted');
  expect(await harness.denial(at('10m'))).toBe(
    'pods "p" is forbidden: cpu max limit to request ratio per Container is 3, but provided ratio is 3.333333',
  );
});

const quota = (name: string, hard: object, used?: object, scopes?: string[]) => ({
  metadata: { name, namespace: 'x' },
  spec: { hard, ...(scopes ? { scopes } : {}) },
  status: { hard, ...(used ? { used } : {}) },
});

test.each(['events', 'events.events.k8s.io', 'localsubjectaccessreviews.authorization.k8s.io'])(
  'ResourceQuota does not count %s',
  async (resource) => {
    const harness = new AdmissionHarness('ResourceQuota');
    harness.put('resourcequotas', quota('q', { [`count/${resource}`]: '0' }, { [`count/${resource}`]: '0' }));
    expect(await harness.denial({ resource, object: { metadata: { name: 'e' } } })).toBe('admitted');
  },
);

test('ResourceQuota rounds storage up to whole bytes', async () => {
  const names = { 'requests.storage': '10' };
  const harness = new AdmissionHarness('ResourceQuota').put(
    'resourcequotas',
    quota('q', names, { 'requests.storage': '0' }),
  );
  const claim = { metadata: { name: 'c' }, spec: { resources: { requests: { storage: '1500m' } } } };
  await harness.admit({ resource: 'persistentvolumeclaims', object: claim });
  expect(harness.updated).toMatchObject([{ status: { used: { 'requests.storage': '2' } } }]);
});

test('ResourceQuota charges admitted requests, except dry runs', async () => {
  const harness = new AdmissionHarness('ResourceQuota').put('resourcequotas', quota('q', { pods: '2' }, { pods: '1' }));
  await harness.admit({ object: pod(), dryRun: true });
  expect(harness.updated).toEqual([]);
  await harness.admit({ object: pod() });
  expect(harness.updated).toMatchObject([{ status: { used: { pods: '2' } } }]);
});

test.each<[string, object, object, string]>([
  [
    'a pod that exceeds the quota',
    quota('q', { pods: '1' }, { pods: '1' }),
    pod(),
    'exceeded quota: q, requested: pods=1, used: pods=1, limited: pods=1',
  ],
  [
    'a pod while the usage of a quota is unknown',
    quota('q', { pods: '1' }),
    pod(),
    'status unknown for quota: q, resources: pods',
  ],
  [
    'a pod without the limited resource',
    quota('q', { 'limits.cpu': '1' }, { 'limits.cpu': '0' }),
    pod(),
    'failed quota: q: must specify limits.cpu for: c',
  ],
])('ResourceQuota denies %s', async (_title, given, object, why) => {
  const harness = new AdmissionHarness('ResourceQuota').put('resourcequotas', given);
  expect(await harness.denial({ object })).toBe(`pods "p" is forbidden: ${why}`);
});

test('ResourceQuota with scopes applies only to matching pods', async () => {
  const harness = new AdmissionHarness('ResourceQuota').put(
    'resourcequotas',
    quota('q', { pods: '0' }, { pods: '0' }, ['Terminating']),
  );
  expect(await harness.denial({ object: pod() })).toBe('admitted');
  expect(await harness.denial({ object: pod({ activeDeadlineSeconds: 5 }) })).toContain('exceeded quota: q');
});

test('ResourceQuota counts objects under count/ and under their plain name', async () => {
  const harness = new AdmissionHarness('ResourceQuota').put(
    'resourcequotas',
    quota('q', { secrets: '0', 'count/deployments.apps': '0' }, { secrets: '0', 'count/deployments.apps': '0' }),
  );
  expect(await harness.denial({ resource: 'secrets', object: { metadata: { name: 's' } } })).toContain(
    'requested: secrets=1',
  );
  expect(await harness.denial({ resource: 'deployments.apps', object: { metadata: { name: 'd' } } })).toContain(
    'count/deployments.apps=1',
  );
  expect(await harness.denial({ resource: 'configmaps', object: {} })).toBe('admitted');
});

test('ResourceQuota counts custom resources named namespaces, but no namespaces', async () => {
  const hard = { 'count/namespaces.example.com': '0', 'count/namespaces': '0' };
  const harness = new AdmissionHarness('ResourceQuota').put('resourcequotas', quota('q', hard, hard));
  const object = { metadata: { name: 'n' } };
  expect(await harness.denial({ resource: 'namespaces.example.com', object })).toContain('exceeded quota: q');
  expect(await harness.denial({ resource: 'namespaces', object })).toBe('admitted');
});
