import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Node, PodSpec } from '../../../src/api/kinds/core-v1.generated.ts';
import { app, openSteeredPods, type SteeredPods } from './steered-pods.ts';

const NODE = 'simulated-node-0';
const NODE_ADDRESS = { group: '', version: 'v1', resource: 'nodes', name: NODE };

let pods: SteeredPods;
beforeEach(async () => {
  pods = await openSteeredPods();
});
afterEach(() => pods.close());

/** Creates a pod with a node name. Returns its failure, or its phase. */
async function bound(spec: Partial<PodSpec>, name = 'pod'): Promise<string> {
  await pods.create({ nodeName: NODE, ...spec }, name);
  await pods.clock.advance(5000);
  const { phase, reason, message } = await pods.status(name);
  return phase === 'Failed' ? `${reason}: ${message}` : String(phase);
}

const withPort = (hostPort: number, hostIP?: string) => ({
  containers: [app({ ports: [{ containerPort: 80, hostPort, ...(hostIP ? { hostIP } : {}) }] })],
});
const withRequests = (requests: Record<string, string>) => ({ containers: [app({ resources: { requests } })] });

test('A node runs a pod that names it and fits, and rejects one whose host port is in use', async () => {
  expect(await bound(withPort(8080), 'first')).toBe('Running');
  expect(await bound(withPort(8080, '10.1.2.3'))).toBe(
    "NodePorts: Pod was rejected: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  );
  expect(await pods.events()).toEqual([
    "NodePorts: Predicate NodePorts failed: node(s) didn't have free ports for the requested pod ports",
  ]);
  expect(await pods.status()).toEqual({
    phase: 'Failed',
    reason: 'NodePorts',
    message: expect.any(String),
    startTime: expect.any(String),
    qosClass: 'BestEffort',
  });
});

test('A node rejects a pod for which it has too little of a resource', async () => {
  expect(await bound(withRequests({ cpu: '20' }), 'first')).toBe('Running');
  expect(await bound(withRequests({ cpu: '12500m' }))).toBe(
    "OutOfcpu: Pod was rejected: Node didn't have enough resource: cpu, requested: 12500, used: 20000, capacity: 32000",
  );
  expect(await bound(withRequests({ memory: '1Ti' }), 'large')).toMatch(/^OutOfmemory: /);
  expect(await bound(withRequests({ 'ephemeral-storage': '2Ti' }), 'wide')).toMatch(/^OutOfephemeral-storage: /);
  // The kubelet does not know this resource.
  const unknown = { requests: { 'example.com/gpu': '1' }, limits: { 'example.com/gpu': '1' } };
  expect(await bound({ containers: [app({ resources: unknown })] }, 'other')).toBe('Running');
});

test('A node rejects a pod that requests more of an extended resource than the node advertises', async () => {
  await pods.cluster.client.patch<Node>({ ...NODE_ADDRESS, subresource: 'status' }, 'merge', {
    status: { capacity: { 'example.com/gpu': '2' } },
  });
  await pods.clock.advance(1000);
  const gpus = (count: string) => {
    const amount = { 'example.com/gpu': count };
    return { containers: [app({ resources: { requests: amount, limits: amount } })] };
  };
  expect(await bound(gpus('1'), 'first')).toBe('Running');
  expect(await bound(gpus('2'))).toBe(
    "OutOfexample.com/gpu: Pod was rejected: Node didn't have enough resource: example.com/gpu, requested: 2, used: 1, capacity: 2",
  );
});

test('A node rejects pods beyond its maximum number', async () => {
  await pods.cluster.client.patch<Node>({ ...NODE_ADDRESS, subresource: 'status' }, 'strategic', {
    status: { allocatable: { pods: '1' } },
  });
  expect(await bound({}, 'first')).toBe('Running');
  expect(await bound({})).toBe(
    "OutOfpods: Pod was rejected: Node didn't have enough resource: pods, requested: 1, used: 1, capacity: 1",
  );
});

test('A node rejects a pod whose node selector it does not match, or that requires another operating system', async () => {
  expect(await bound({ nodeSelector: { disk: 'ssd' } })).toBe(
    "NodeAffinity: Pod was rejected: Predicate NodeAffinity failed: node(s) didn't match Pod's node affinity/selector",
  );
  expect(await bound({ os: { name: 'windows' } }, 'windows')).toBe(
    "PodOSNotSupported: Pod was rejected: Failed to admit pod as the OS field doesn't match node OS",
  );
});

test('A node rejects a pod that does not tolerate a taint with the effect NoExecute', async () => {
  const taints = [{ key: 'broken', effect: 'NoExecute' }];
  await pods.cluster.client.patch<Node>(NODE_ADDRESS, 'strategic', { spec: { taints } });
  // The finalizer keeps the pod, which the node life cycle controller deletes because of the taint.
  await pods.create({ nodeName: NODE, finalizers: ['example.com/keep'] });
  await pods.clock.advance(5000);
  const { phase, reason, message } = await pods.status();
  expect(`${phase}: ${reason}: ${message}`).toBe(
    "Failed: TaintToleration: Pod was rejected: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
  );
  expect(await pods.events()).toContain(
    "TaintToleration: Predicate TaintToleration failed: node(s) had taints that the pod didn't tolerate",
  );
  expect(await bound({ tolerations: [{ key: 'broken', operator: 'Exists' }] }, 'patient')).toBe('Running');
});

test('A node rejects a pod with unsafe sysctls, even one that the scheduler placed', async () => {
  const sysctls = [{ name: 'kernel/msgmax', value: '1' }];
  await pods.create({ securityContext: { sysctls } }, 'scheduled');
  await pods.clock.advance(5000);
  expect(await pods.status('scheduled')).toMatchObject({
    phase: 'Failed',
    reason: 'SysctlForbidden',
    message: 'Pod was rejected: forbidden sysctl: "kernel.msgmax" not allowlisted',
  });
  expect(await bound({ securityContext: { sysctls: [{ name: 'kernel.shm_rmid_forced', value: '1' }] } })).toBe(
    'Running',
  );
  const ofHost = { hostNetwork: true, securityContext: { sysctls: [{ name: 'net.ipv4.tcp_syncookies', value: '1' }] } };
  expect(await bound(ofHost, 'host')).toBe(
    'SysctlForbidden: Pod was rejected: forbidden sysctl: "net.ipv4.tcp_syncookies" not allowed with host net enabled',
  );
});

test('A pod waits for its sandbox when the node lacks its runtime handler', async () => {
  const { client } = pods.cluster;
  const classes = { group: 'node.k8s.io', version: 'v1', resource: 'runtimeclasses' };
  await client.create(classes, { metadata: { name: 'plain' }, handler: 'runc' });
  await client.create(classes, { metadata: { name: 'strange' }, handler: 'strange-handler' });
  await pods.create({ runtimeClassName: 'plain' }, 'plain');
  await pods.create({ runtimeClassName: 'strange' });
  await pods.clock.advance(5000);
  expect((await pods.status('plain')).phase).toBe('Running');
  expect((await pods.status()).phase).toBe('Pending');
  expect(await pods.events()).toContain(
    'FailedCreatePodSandBox: Failed to create pod sandbox: rpc error: code = Unknown desc = failed to get sandbox runtime: no runtime for "strange-handler" is configured',
  );
  const annotations = { 'simulation.tabplane.dev/runtime-handlers': 'runc,strange-handler' };
  await client.patch(NODE_ADDRESS, 'merge', { metadata: { annotations } });
  await pods.clock.advance(10_000);
  expect((await pods.status()).phase).toBe('Running');
});
