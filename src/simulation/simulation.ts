import type { WriteCause } from '../api/debug/causes.ts';
import type { Node, Pod, Service } from '../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../api/memory/equal-json.ts';
import { aborted } from '../client/aborted.ts';
import type { ApiClient } from '../client/api-client.ts';
import { ApiError } from '../client/api-error.ts';
import { EventRecorder } from '../client/events/event-recorder.ts';
import { causedBy } from '../client/loop-client.ts';
import { POD_NODE_INDEX, podNodeIndex } from '../client/node-pods.ts';
import { readPodConfig } from './config/pod-config.ts';
import { PodConfigs } from './config/pod-configs.ts';
import { ServiceLinks } from './config/service-links.ts';
import { Kubelet, type KubeletOptions } from './kubelet/kubelet.ts';
import { PodNetwork } from './kubelet/pod-network.ts';
import { PodPorts } from './kubelet/pod-ports.ts';
import { MetricsServer } from './metrics/metrics-server.ts';
import { registerMetrics } from './metrics/register-metrics.ts';
import { FIELD_MANAGER, SIMULATED_ANNOTATION, SIMULATION_NAME } from './names.ts';
import { NodeSimulator } from './nodes/node-simulator.ts';
import { isSimulated, SimulatedNodes } from './nodes/simulated-nodes.ts';
import { PodSimulator } from './pods/pod-simulator.ts';
import type { SimulationContext } from './simulation-context.ts';
import type { Stage } from './stages/stage.ts';
import { StageTable } from './stages/stage-table.ts';
import { STAGES, storeStages } from './stages/store-stages.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** Simulates the nodes that are marked as simulated, and the pods on them. Does nothing without such nodes. */
export const simulation = {
  name: SIMULATION_NAME,
  alias: 'simulation',
  eventSource: 'kubelet',
  username: 'system:simulation',
  /** For the kubelets of many nodes, and the definition of stages. */
  groups: ['system:masters'],
  fieldManager: FIELD_MANAGER,
  run: runSimulation,
};

async function runSimulation(context: SimulationContext): Promise<void> {
  const { informers, signal } = context;
  const nodes = informers.for<Node>(NODES);
  const isRunning = nodes.run(signal);
  if (await whenSimulated(context)) await simulate(context);
  await isRunning;
}

/** Resolves to true when a simulated node exists, or to false when the signal is aborted first. */
async function whenSimulated({ informers, signal }: SimulationContext): Promise<boolean> {
  const nodes = informers.for<Node>(NODES);
  let end: () => void = () => undefined;
  const found = new Promise<void>((resolve) => {
    const check = (node: Node): void => {
      if (isSimulated(node)) resolve();
    };
    end = nodes.subscribe({ added: check, updated: check });
  });
  await Promise.race([found, aborted(signal)]);
  end();
  return !signal.aborted;
}

/** The cause of what the simulation writes before it follows objects. */
const STARTED: WriteCause = { component: SIMULATION_NAME, reasons: [], because: 'the simulation was started' };

async function simulate(context: SimulationContext): Promise<void> {
  const { informers, signal, kubelets, clock, client, dialect } = context;
  // Only once in the life of a cluster, because users may delete the registration.
  const starting = { ...context, client: causedBy(client, STARTED) };
  if (await storeStages(starting)) await registerMetrics(starting);
  const nodes = informers.for<Node>(NODES);
  const pods = informers.for<Pod>({ group: '', version: 'v1', resource: 'pods' });
  const services = informers.for<Service>({ group: '', version: 'v1', resource: 'services' });
  const stages = informers.for<Stage>(STAGES);
  pods.addIndexers(podNodeIndex);
  const runs = [pods.run(signal), services.run(signal), stages.run(signal)];
  await Promise.all([pods.whenSynced(signal), services.whenSynced(signal), stages.whenSynced(signal)]);
  const events = new EventRecorder({ ...context, component: 'kubelet' });
  const ports = new PodPorts(services, context.fetch, clock);
  const network = new PodNetwork({ clock, pods, services, nodes, ports });
  const links = new ServiceLinks(services);
  const forgetLinks = (): void => links.invalidate();
  const simulated = new SimulatedNodes();
  const stageTables = () => ({
    pods: new StageTable(stages.list(), 'pods'),
    nodes: new StageTable(stages.list(), 'nodes'),
  });
  const metrics = new MetricsServer({ ...context, nodes, pods, simulated });
  let tables = stageTables();
  const configs = new PodConfigs({
    clock,
    read: (pod, wanted) => readPodConfig(client, pod, { dialect, ...wanted }),
  });
  const podSimulator = new PodSimulator({
    ...context,
    events,
    configs,
    links,
    pods,
    nodes: simulated,
    stages: () => tables.pods,
    runHook: (pod, container, hook) => kubelet.runHook(pod, container, hook),
  });
  const nodeSimulator = new NodeSimulator({ ...context, events, nodes, simulated, stages: () => tables.nodes });
  const replan = (): void => {
    tables = stageTables();
    for (const pod of pods.list()) podSimulator.set(pod);
    for (const node of nodes.list()) nodeSimulator.set(node);
  };
  const setNode = (node: Node, previous?: Node): void => {
    if (!isSimulated(node) && !(previous && isSimulated(previous))) return;
    simulated.set(node);
    nodeSimulator.set(node);
    const isSame = previous && isEqualJson(placeOf(previous), placeOf(node));
    if (!isSame) for (const pod of pods.byIndex(POD_NODE_INDEX, node.metadata.name ?? '')) podSimulator.set(pod);
  };
  const removeNode = ({ metadata: { name = '' } }: Node): void => {
    simulated.delete(name);
    nodeSimulator.delete(name);
  };
  const exited: KubeletOptions['exited'] = (pod, id, code) => podSimulator.exit(pod, id, code);
  const touched: KubeletOptions['touched'] = (pod, container, written) => podSimulator.probe(pod, container, written);
  const kubelet = new Kubelet({
    ...{ clock, nodes, pods, simulated, metrics, ports, network, configs, signal, exited, touched },
  });
  const ends = [
    services.subscribe({ added: forgetLinks, updated: forgetLinks, deleted: forgetLinks }),
    stages.subscribe({ added: replan, updated: replan, deleted: replan }),
    nodes.subscribe({ added: setNode, updated: setNode, deleted: removeNode }),
    pods.subscribe({
      added: (pod) => podSimulator.set(pod),
      updated: (pod) => podSimulator.set(pod),
      deleted: (pod) => podSimulator.delete(pod),
    }),
    kubelets.attach(kubelet),
  ];
  await aborted(signal);
  for (const end of ends) end();
  await Promise.all([...runs, podSimulator.close(), nodeSimulator.close()]);
  await events.close();
}

/** Returns the parts of a node that affect the behavior of its pods. */
const placeOf = ({ metadata, spec }: Node) => [metadata.annotations, spec?.podCIDR];

/** Creates simulated nodes with numbered names. Existing nodes stay. */
export async function createSimulatedNodes(
  writer: ApiClient,
  count: number,
  { dialect }: Pick<SimulationContext, 'dialect'>,
): Promise<void> {
  const client = causedBy(writer, STARTED);
  const names = Array.from({ length: count }, (_, index) => `simulated-node-${index}`);
  const labels = (name: string) =>
    dialect.renameAll({ 'kubernetes.io/arch': 'amd64', 'kubernetes.io/os': 'linux', 'kubernetes.io/hostname': name });
  await Promise.all(
    names.map(async (name) => {
      const annotations = { [SIMULATED_ANNOTATION]: 'true' };
      try {
        await client.create(NODES, { metadata: { name, annotations, labels: labels(name) } });
      } catch (error) {
        if (!(error instanceof ApiError && error.reason === 'AlreadyExists')) throw error;
      }
    }),
  );
}
