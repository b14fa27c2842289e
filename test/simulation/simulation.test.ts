import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Event, Node, Pod, PodSpec } from '../../src/api/kinds/core-v1.generated.ts';
import { openSimulatedCluster, type SimulatedCluster } from './simulated-cluster.ts';

const PODS = { group: '', version: 'v1', resource: 'pods', namespace: 'default' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };

describe('simulated nodes', () => {
  let cluster: SimulatedCluster;
  beforeAll(async () => {
    cluster = await openSimulatedCluster(2);
  });
  afterAll(() => cluster.close());

  const pod = (name: string) => cluster.client.get<Pod>({ ...PODS, name });
  async function createPod(name: string, image: string, spec: Partial<PodSpec> = {}, annotations = {}): Promise<void> {
    const object = { metadata: { name, annotations }, spec: { containers: [{ name: 'app', image }], ...spec } };
    await expect.poll(() => cluster.client.create(PODS, object)).toBeTruthy();
  }
  const stateOf = async (name: string) => {
    const { status } = await pod(name);
    const state = status?.containerStatuses?.[0]?.state;
    return state?.waiting?.reason ?? state?.terminated?.reason ?? (state?.running ? 'Running' : status?.phase);
  };
  const eventsOf = async (name: string) => {
    const { items } = await cluster.client.list<Event>({ ...PODS, resource: 'events' });
    return items.filter(({ involvedObject }) => involvedObject.name === name).map(({ reason }) => reason);
  };

  it('register, become ready and lose their taint', async () => {
    const node = () => cluster.client.get<Node>({ ...NODES, name: 'simulated-node-0' });
    const ready = async () => (await node()).status?.conditions?.find(({ type }) => type === 'Ready');
    await expect.poll(ready).toMatchObject({ status: 'True', reason: 'KubeletReady' });
    await expect.poll(async () => (await node()).spec?.taints).toBeUndefined();
    await expect.poll(async () => (await node()).spec?.podCIDR).toBeDefined();
    const { status, spec } = await node();
    expect(spec?.podCIDR).toMatch(/^10\.128\.\d+\.0\/24$/);
    expect(status?.nodeInfo?.kubeletVersion).toBe('v1.28.3');
  });

  it('run pods: with an address, ready, and with the events of a kubelet', async () => {
    await createPod('web', 'nginx:1.25');
    await expect.poll(() => stateOf('web')).toBe('Running');
    const { status, spec } = await pod('web');
    expect(status).toMatchObject({
      phase: 'Running',
      podIP: expect.stringMatching(/^10\.128\./),
      hostIP: expect.any(String),
    });
    const dated = { lastTransitionTime: expect.any(String), lastProbeTime: null };
    expect(status?.conditions).toEqual(
      ['Initialized', 'Ready', 'ContainersReady', 'PodScheduled'].map((type) => ({ type, status: 'True', ...dated })),
    );
    expect(spec?.nodeName).toMatch(/^simulated-node-[01]$/);
    await expect
      .poll(() => eventsOf('web'))
      .toEqual(expect.arrayContaining(['Scheduled', 'Pulling', 'Pulled', 'Created', 'Started']));
  });

  it('remove pods that are deleted', async () => {
    await createPod('short', 'nginx:1.25');
    await expect.poll(() => stateOf('short')).toBe('Running');
    await cluster.client.delete({ ...PODS, name: 'short' });
    await expect.poll(() => pod('short').catch(({ code }) => code)).toBe(404);
    await expect.poll(() => eventsOf('short')).toContain('Killing');
  });

  it('let containers with other restart policies end with the exit code of their command', async () => {
    const containers = [{ name: 'app', image: 'busybox', command: ['sh', '-c', 'exit 3'] }];
    await createPod('fails', 'busybox', { restartPolicy: 'Never', containers });
    await createPod('succeeds', 'busybox', { restartPolicy: 'Never' });
    await expect.poll(async () => (await pod('fails')).status?.phase).toBe('Failed');
    expect((await pod('fails')).status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(3);
    await expect.poll(async () => (await pod('succeeds')).status?.phase).toBe('Succeeded');
  });

  it('run init containers first, one after the other', async () => {
    const initContainers = ['first', 'second'].map((name) => ({ name, image: 'busybox' }));
    await createPod('with-init', 'nginx', { initContainers });
    await expect.poll(async () => (await pod('with-init')).status?.initContainerStatuses?.[0]?.ready).toBe(true);
    expect(await stateOf('with-init')).toBe('PodInitializing');
    await expect.poll(() => stateOf('with-init')).toBe('Running');
  });

  it('fail to pull missing images, and restart crashing containers', async () => {
    await createPod('lost', 'registry.example/app:missing');
    await createPod('crashing', 'registry.example/crash:1');
    await createPod('big', 'nginx', {}, { 'simulation.tabplane.dev/fault': 'out-of-memory' });
    await expect.poll(() => stateOf('lost')).toBe('ErrImagePull');
    await expect.poll(() => stateOf('crashing')).toBe('CrashLoopBackOff');
    const { status } = await pod('crashing');
    expect(status?.containerStatuses?.[0]).toMatchObject({
      restartCount: 1,
      lastState: { terminated: { exitCode: 1 } },
    });
    await expect.poll(() => stateOf('big')).toBe('CrashLoopBackOff');
    expect((await pod('big')).status?.containerStatuses?.[0]?.lastState?.terminated?.reason).toBe('OOMKilled');
  });

  it('start added ephemeral containers', async () => {
    await createPod('debugged', 'nginx:1.25');
    await expect.poll(() => stateOf('debugged')).toBe('Running');
    const ephemeralContainers = [
      { name: 'helper', image: 'busybox', stdin: true },
      { name: 'lost', image: 'missing' },
    ];
    const address = { ...PODS, name: 'debugged', subresource: 'ephemeralcontainers' };
    await cluster.client.patch(address, 'strategic', { spec: { ephemeralContainers } });
    const statuses = async () => (await pod('debugged')).status?.ephemeralContainerStatuses;
    await expect.poll(statuses).toMatchObject([
      { name: 'helper', ready: false, state: { running: { startedAt: expect.any(String) } } },
      { name: 'lost', state: { waiting: { reason: 'ErrImagePull' } } },
    ]);
    const { items } = await cluster.client.list<Event>({ ...PODS, resource: 'events' });
    expect(items.map(({ involvedObject }) => involvedObject.fieldPath)).toContain('spec.ephemeralContainers{helper}');
    const log = await cluster.request('/api/v1/namespaces/default/pods/debugged/log?container=helper');
    expect(await log.text()).toContain('starting busybox');
  });

  it('keep a pod not ready while its readiness probe fails', async () => {
    await createPod('unready', 'nginx', {}, { 'simulation.tabplane.dev/failing-probe': 'readiness' });
    await expect.poll(() => stateOf('unready')).toBe('Running');
    const ready = (await pod('unready')).status?.conditions?.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'False', message: 'containers with unready status: [app]' });
  });

  it('serve the logs of containers', async () => {
    const log = async (query: string) => {
      const response = await cluster.request(`/api/v1/namespaces/default/pods/${query}`);
      return { code: response.status, text: await response.text() };
    };
    expect((await log('web/log')).text).toMatch(
      /^\/docker-entrypoint.sh: Configuration complete; ready for start up\n/,
    );
    expect((await log('web/log?tailLines=1')).text).toMatch(/^[^\n]+\n$/);
    expect((await log('crashing/log?previous=true')).text).toMatch(/fatal: exiting with code 1\n$/);
    const lost = await log('lost/log');
    expect(lost.code).toBe(400);
    expect(lost.text).toContain('container \\"app\\" in pod \\"lost\\" is waiting to start: ');
    expect((await log('web/log?timestamps=true&limitBytes=11')).text).toMatch(/^\d{4}-\d\d-\d\dT$/);
  });

  it('have metrics of nodes and pods', async () => {
    await createPod('measured', 'nginx', {}, { 'simulation.tabplane.dev/cpu-usage': '250m' });
    await expect.poll(() => stateOf('measured')).toBe('Running');
    const metrics = async (path: string) => {
      const response = await cluster.request(`/apis/metrics.k8s.io/v1beta1/${path}`);
      return { code: response.status, body: await response.json() };
    };
    await expect.poll(async () => (await metrics('nodes')).code).toBe(200);
    expect((await metrics('nodes')).body.items.map(({ metadata }: Node) => metadata.name)).toEqual([
      'simulated-node-0',
      'simulated-node-1',
    ]);
    expect((await metrics('namespaces/default/pods/measured')).body).toMatchObject({
      kind: 'PodMetrics',
      metadata: { name: 'measured', namespace: 'default' },
      containers: [{ name: 'app', usage: { cpu: '250m', memory: expect.stringMatching(/^\d+Ki$/) } }],
    });
    expect((await metrics('namespaces/default/pods/nobody')).code).toBe(404);
  });

  it('ignore unmarked nodes and their pods', async () => {
    await cluster.client.create(NODES, { metadata: { name: 'own' } });
    await createPod('pinned', 'nginx', { nodeName: 'own' });
    await createPod('witness', 'nginx');
    await expect.poll(() => stateOf('witness')).toBe('Running');
    expect((await pod('pinned')).status?.phase).toBe('Pending');
    expect((await pod('pinned')).status?.startTime).toBeUndefined();
  });

  it('follow edited stages', async () => {
    const stages = { group: 'simulation.tabplane.dev', version: 'v1alpha1', resource: 'stages' };
    await cluster.client.create(stages, {
      apiVersion: 'simulation.tabplane.dev/v1alpha1',
      kind: 'Stage',
      metadata: { name: 'pod-reject' },
      spec: {
        resource: 'pods',
        selector: { states: ['Bound'], matchLabels: { reject: 'yes' } },
        priority: 10,
        next: {
          status: { phase: 'Failed', reason: 'Rejected', message: 'not $(.metadata.name)' },
          events: [{ type: 'Warning', reason: 'Rejected', message: 'no' }],
        },
      },
    });
    const spec = { containers: [{ name: 'app', image: 'nginx' }] };
    await expect
      .poll(async () =>
        (await cluster.client.list({ ...stages })).items.some(({ metadata }) => metadata.name === 'pod-reject'),
      )
      .toBe(true);
    await cluster.client.create(PODS, { metadata: { name: 'unwanted', labels: { reject: 'yes' } }, spec });
    await expect
      .poll(async () => (await pod('unwanted')).status)
      .toMatchObject({
        phase: 'Failed',
        reason: 'Rejected',
        message: 'not unwanted',
      });
  });
});
