import { expect, it } from 'vitest';
import { AdmissionChain } from '../../src/admission/admission-chain.ts';
import type { AdmissionAttributes, AdmissionOperation, AdmissionPlugin } from '../../src/admission/admission-plugin.ts';
import type { ApiObject } from '../../src/api/object.ts';
import { AdmissionHarness } from './admission-harness.ts';

const OPERATIONS: readonly AdmissionOperation[] = ['CREATE', 'UPDATE', 'DELETE', 'CONNECT'];
const OPTIONAL = [
  ...['AlwaysPullImages', 'DenyServiceExternalIPs', 'ExtendedResourceToleration', 'SecurityContextDeny'],
  ...['LimitPodHardAntiAffinityTopology', 'PersistentVolumeLabel', 'PodNodeSelector', 'PodTolerationRestriction'],
];
const REQUESTS = [
  ...['pods', 'pods/status', 'pods/ephemeralcontainers', 'pods/binding', 'nodes', 'nodes/status', 'namespaces'],
  ...['namespaces/status', 'services', 'services/status', 'events', 'persistentvolumes', 'persistentvolumes/status'],
  ...['persistentvolumeclaims', 'persistentvolumeclaims/status', 'podtemplates', 'replicationcontrollers', 'secrets'],
  ...['deployments.apps', 'deployments.apps/scale', 'replicasets.apps', 'statefulsets.apps', 'daemonsets.apps'],
  ...['jobs.batch', 'cronjobs.batch', 'ingresses.networking.k8s.io', 'ingresses.networking.k8s.io/status'],
  ...['certificatesigningrequests', 'certificatesigningrequests/approval', 'certificatesigningrequests/status'].map(
    (name) => name.replace('requests', 'requests.certificates.k8s.io'),
  ),
  ...['priorityclasses.scheduling.k8s.io', 'leases.coordination.k8s.io', 'pods.example.com'],
];

const textOf = ({ resource: { group, resource }, subresource }: AdmissionAttributes): string =>
  [group, resource, subresource].filter((part, index) => index < 2 || part).join('/');

/** Returns an object that throws when a plugin reads it. */
const unseen = (): ApiObject =>
  new Proxy(
    { apiVersion: 'v1', kind: 'Unseen', metadata: {} },
    {
      get: () => {
        throw new Error('the object was read');
      },
    },
  );

it('Plugins ignore requests for resources that they do not list', async () => {
  const harness = new AdmissionHarness('');
  const plugins = harness.plugins(...OPTIONAL).filter(({ resources }) => resources);
  const known = new Set(REQUESTS.map((resource) => textOf(harness.attributes({ resource }))));
  for (const plugin of plugins) {
    expect([...known], plugin.name).toEqual(expect.arrayContaining([...(plugin.resources ?? [])]));
    for (const resource of REQUESTS)
      for (const operation of OPERATIONS.filter((each) => plugin.handles.has(each))) {
        const attributes = {
          ...harness.attributes({ resource, operation, name: 'n' }),
          object: unseen(),
          oldObject: unseen(),
        };
        if (plugin.resources?.has(textOf(attributes))) continue;
        expect(await plugin.mutate?.(attributes), `${plugin.name} ${resource}`).toBeUndefined();
        expect(await plugin.validate?.(attributes), `${plugin.name} ${resource}`).toBeUndefined();
      }
  }
  expect(plugins.length).toBeGreaterThan(20);
});

it('Plugins decide in order; plugins for other resources are only counted', () => {
  const seen: string[] = [];
  const plugin = (name: string, ...resources: string[]): AdmissionPlugin => ({
    name,
    handles: new Set(['CREATE']),
    ...(resources.length > 0 ? { resources: new Set(resources) } : {}),
    validate: () => void seen.push(name),
  });
  const plugins = [plugin('a', '/pods'), plugin('b', '/pods/status'), plugin('c'), plugin('d', '/pods')];
  const chain = new AdmissionChain(plugins, (names, phase, operation) => () => {
    seen.push(`${phase} ${operation} without ${names.join()}`);
  });
  const harness = new AdmissionHarness('');
  const decided = (
    resource: string,
    operation: AdmissionOperation = 'CREATE',
    phase: 'mutate' | 'validate' = 'validate',
  ) => {
    const attributes = harness.attributes({ resource, operation });
    for (const { decide } of chain.decisionsFor(phase, attributes)) void decide(attributes);
    return seen.splice(0);
  };
  expect(decided('pods')).toEqual(['a', 'validate CREATE without b', 'c', 'd']);
  expect(decided('pods/status')).toEqual(['validate CREATE without a', 'b', 'c', 'validate CREATE without d']);
  expect(decided('secrets')).toEqual(['validate CREATE without a,b', 'c', 'validate CREATE without d']);
  expect(decided('pods.example.com')).toEqual(decided('secrets'));
  expect(decided('pods', 'UPDATE')).toEqual([]);
  expect(decided('pods', 'CREATE', 'mutate')).toEqual([]);
});

it('Plugins that can be idle all run while one of them is busy, and are only counted otherwise', () => {
  const seen: string[] = [];
  const busy = new Set(['webhooks']);
  const plugin = (name: string, mayIdle = false): AdmissionPlugin => ({
    name,
    handles: new Set(['CREATE']),
    ...(mayIdle ? { isIdle: () => !busy.has(name) } : {}),
    mutate: () => void seen.push(name),
  });
  const chain = new AdmissionChain(
    [plugin('namespaces'), plugin('webhooks', true), plugin('priority'), plugin('limits', true), plugin('quota', true)],
    (names) => () => void seen.push(`without ${names.join()}`),
  );
  const attributes = new AdmissionHarness('').attributes({ resource: 'pods', operation: 'CREATE' });
  const decided = () => {
    for (const { decide } of chain.decisionsFor('mutate', attributes)) void decide(attributes);
    return seen.splice(0);
  };
  expect(decided()).toEqual(['namespaces', 'webhooks', 'priority', 'limits', 'quota']);
  busy.clear();
  expect(decided()).toEqual(['namespaces', 'without webhooks', 'priority', 'without limits,quota']);
  busy.add('quota');
  expect(decided()).toEqual(['namespaces', 'webhooks', 'priority', 'limits', 'quota']);
});

it('Idle plugins ignore every request', async () => {
  const harness = new AdmissionHarness('');
  const idle = harness.plugins().filter(({ isIdle }) => isIdle);
  expect(idle.map(({ name }) => name)).toEqual([
    'LimitRanger',
    'MutatingAdmissionWebhook',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionWebhook',
    'ResourceQuota',
  ]);
  for (const plugin of idle) {
    const request = { ...harness.attributes({ resource: 'pods', operation: 'CREATE', name: 'n' }) };
    request.object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'n' }, spec: { containers: [] } } as ApiObject;
    await plugin.mutate?.(request);
    await plugin.validate?.(request);
    expect(plugin.isIdle?.(), plugin.name).toBe(true);
    const unread = { ...request, object: unseen() };
    expect(plugin.mutate?.(unread), plugin.name).toBeUndefined();
    expect(plugin.validate?.(unread), plugin.name).toBeUndefined();
  }
});
