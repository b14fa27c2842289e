import { goJson } from '../../api/encoding/go-json.ts';
import { timeText } from '../../api/environment.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { resourceAmount } from '../../api/scheduling/resource-amounts.ts';
import { containerUsage, IDLE_NODE, sumOfUsage, type Usage } from '../metrics/usage.ts';

/** A kubelet's view of its node. */
export interface NodeView {
  readonly node: Node;
  /** The pods on the node. */
  readonly pods: readonly Pod[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

type Endpoint = (view: NodeView) => Response;

const text = (lines: readonly string[]): Response =>
  new Response(lines.map((line) => `${line}\n`).join(''), {
    headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' },
  });

const json = (written: string): Response => new Response(written, { headers: { 'content-type': 'application/json' } });

/** Returns pods as Go's encoder writes them, which ends each value with a line break. */
const podList = (pods: readonly Pod[]): Response =>
  json(`${goJson({ kind: 'PodList', apiVersion: 'v1', metadata: {}, items: pods.length > 0 ? pods : null })}\n`);

/** The responses of a kubelet by path, which clients reach through the proxy of a node. */
const ENDPOINTS: Readonly<Record<string, Endpoint>> = {
  healthz: () => new Response('ok'),
  pods: ({ pods }) => podList(pods),
  runningpods: (view) => podList(runningPods(view)),
  'stats/summary': (view) => json(goJson(summaryOf(view), 1)),
  metrics: (view) => text(metricsOf(view)),
  'metrics/resource': (view) => text(resourceMetricsOf(view)),
  configz: ({ node }) => json(goJson({ kubeletconfig: configurationOf(node) })),
};

/** Answers a request for a path of a node; undefined for an unknown path. */
export function answerNode({ pathname }: URL, view: () => NodeView): Response | undefined {
  const path = pathname.replace(/^\/|\/$/g, '');
  return Object.hasOwn(ENDPOINTS, path) ? ENDPOINTS[path]?.(view()) : undefined;
}

const runningPods = ({ pods }: NodeView): Pod[] => pods.filter(({ status }) => status?.phase === 'Running');

interface ContainerUsage {
  readonly pod: Pod;
  readonly container: string;
  readonly usage: Usage;
}

const usagesOf = (view: NodeView): ContainerUsage[] =>
  runningPods(view).flatMap((pod) =>
    (pod.spec?.containers ?? []).map((container) => ({
      pod,
      container: container.name,
      usage: containerUsage(pod, container, view.now),
    })),
  );

const nodeUsage = (usages: readonly ContainerUsage[]): Usage =>
  sumOfUsage([IDLE_NODE, ...usages.map(({ usage }) => usage)]);

const statsOf = ({ cpu, memory }: Usage, time: string) => ({
  cpu: { time, usageNanoCores: cpu * 1_000_000, usageCoreNanoSeconds: cpu * 1_000_000_000 },
  memory: { time, usageBytes: memory, workingSetBytes: memory, rssBytes: memory, pageFaults: 0, majorPageFaults: 0 },
});

function summaryOf(view: NodeView): object {
  const { node } = view;
  const time = timeText(view.now);
  const usages = usagesOf(view);
  const pods = runningPods(view).map((pod) => {
    const own = usages.filter((each) => each.pod === pod);
    const { name, namespace, uid } = pod.metadata;
    const startTime = pod.status?.startTime;
    return {
      podRef: { name, namespace, uid },
      startTime,
      containers: own.map(({ container, usage }) => ({ name: container, startTime, ...statsOf(usage, time) })),
      ...statsOf(sumOfUsage(own.map(({ usage }) => usage)), time),
    };
  });
  const { memory = '0' } = node.status?.capacity ?? {};
  const total = statsOf(nodeUsage(usages), time);
  const availableBytes = resourceAmount('memory', memory) - total.memory.workingSetBytes;
  const startTime = node.metadata.creationTimestamp;
  return {
    node: { nodeName: node.metadata.name, startTime, ...total, memory: { ...total.memory, availableBytes } },
    pods,
  };
}

function metricsOf(view: NodeView): string[] {
  const running = runningPods(view);
  const containers = running
    .flatMap(({ status }) => status?.containerStatuses ?? [])
    .filter(({ state }) => state?.running);
  return [
    "# HELP kubelet_node_name [ALPHA] The node's name. The count is always 1.",
    '# TYPE kubelet_node_name gauge',
    `kubelet_node_name{node="${view.node.metadata.name}"} 1`,
    '# HELP kubelet_running_containers [ALPHA] Number of containers currently running',
    '# TYPE kubelet_running_containers gauge',
    `kubelet_running_containers{container_state="running"} ${containers.length}`,
    '# HELP kubelet_running_pods [ALPHA] Number of pods that have a running pod sandbox',
    '# TYPE kubelet_running_pods gauge',
    `kubelet_running_pods ${running.length}`,
  ];
}

function resourceMetricsOf(view: NodeView): string[] {
  const usages = usagesOf(view);
  const { cpu, memory } = nodeUsage(usages);
  const seconds = (usage: Usage): number => usage.cpu / 1000;
  const labels = ({ pod: { metadata }, container }: ContainerUsage): string =>
    `{container="${container}",namespace="${metadata.namespace}",pod="${metadata.name}"}`;
  return [
    '# HELP container_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the container in core-seconds',
    '# TYPE container_cpu_usage_seconds_total counter',
    ...usages.map((each) => `container_cpu_usage_seconds_total${labels(each)} ${seconds(each.usage)} ${view.now}`),
    '# HELP container_memory_working_set_bytes [STABLE] Current working set of the container in bytes',
    '# TYPE container_memory_working_set_bytes gauge',
    ...usages.map((each) => `container_memory_working_set_bytes${labels(each)} ${each.usage.memory} ${view.now}`),
    '# HELP node_cpu_usage_seconds_total [STABLE] Cumulative cpu time consumed by the node in core-seconds',
    '# TYPE node_cpu_usage_seconds_total counter',
    `node_cpu_usage_seconds_total ${cpu / 1000} ${view.now}`,
    '# HELP node_memory_working_set_bytes [STABLE] Current working set of the node in bytes',
    '# TYPE node_memory_working_set_bytes gauge',
    `node_memory_working_set_bytes ${memory} ${view.now}`,
  ];
}

const configurationOf = ({ spec, status }: Node): object => ({
  kind: 'KubeletConfiguration',
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  address: '0.0.0.0',
  port: 10250,
  ...(spec?.podCIDR ? { podCIDR: spec.podCIDR } : {}),
  maxPods: resourceAmount('pods', status?.capacity?.pods ?? '110'),
  nodeStatusUpdateFrequency: '10s',
  nodeStatusReportFrequency: '5m0s',
  nodeLeaseDurationSeconds: 40,
  serializeImagePulls: true,
  clusterDomain: 'cluster.local',
});
