import type { Clock } from '../../api/environment.ts';
import type { Container, LifecycleHandler, Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { Informer } from '../../client/informer.ts';
import { POD_NODE_INDEX } from '../../client/node-pods.ts';
import { refersToConfig } from '../config/pod-config.ts';
import type { PodConfigs } from '../config/pod-configs.ts';
import { METRICS_HOST, type MetricsServer } from '../metrics/metrics-server.ts';
import { isDown, type SimulatedNodes } from '../nodes/simulated-nodes.ts';
import type { WrittenFiles } from '../shell/files.ts';
import { answerNode } from './node-endpoints.ts';
import type { PodNetwork } from './pod-network.ts';
import type { PodPorts } from './pod-ports.ts';
import { runHook } from './run-hook.ts';
import { serveLog } from './serve-log.ts';
import type { SimulatedHost } from './simulated-kubelets.ts';
import { type UpgradeTarget, upgradeTarget } from './upgrade-target.ts';
import { WrittenFilesOfPods } from './written-files-of-pods.ts';

export interface KubeletOptions {
  readonly clock: Clock;
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  readonly simulated: SimulatedNodes;
  readonly metrics: MetricsServer;
  readonly ports: PodPorts;
  readonly network: PodNetwork;
  readonly configs: PodConfigs;
  readonly signal: AbortSignal;
  /** Called when a client has ended a container's process. */
  readonly exited: (pod: Pod, containerId: string, exitCode: number) => void;
  /** Called when a client's process has ended, which may have written files. */
  readonly touched: (pod: Pod, container: Container, written: WrittenFiles) => void;
}

const POD_ADDRESS_INDEX = 'simulated-pod-address';

const addressOf = ({ status }: Pod): string | undefined =>
  status?.podIP && status.phase === 'Running' ? status.podIP : undefined;

/** Answers requests to simulated nodes, as their kubelets do, and to the ports of simulated pods. */
export class Kubelet implements SimulatedHost {
  readonly #options: KubeletOptions;
  readonly #files: WrittenFilesOfPods;

  constructor(options: KubeletOptions) {
    this.#options = options;
    this.#files = new WrittenFilesOfPods(options.pods);
    options.pods.addIndexers({ [POD_ADDRESS_INDEX]: addressOf });
  }

  answer(request: Request): Promise<Response> | undefined {
    const url = new URL(request.url);
    if (url.hostname === METRICS_HOST) return Promise.resolve(this.#options.metrics.answer(request));
    const node = this.#nodeAt(url.hostname);
    if (node) return isDown(node) ? Promise.reject(unreachable(url)) : this.#answerRequest(node, request, url);
    const pod = this.#podAt(url.hostname);
    return pod && answerAddress(request, url, pod, this.#options);
  }

  upgrade(request: Request): UpgradeTarget | Response | undefined {
    const url = new URL(request.url);
    const node = this.#nodeAt(url.hostname);
    if (!node) return undefined;
    if (isDown(node)) throw unreachable(url);
    const { clock, pods, ports, network, configs, signal, exited, touched } = this.#options;
    const { kind, namespace, name, container } = partsOf(url);
    if (!UPGRADES.includes(kind)) return this.#answerNode(node, url);
    return upgradeTarget(request, {
      ...{ kind, clock, signal, container, ports, network, recorded: ports.logs, exited, touched },
      pod: () => pods.get(`${namespace}/${name}`),
      writtenFiles: (pod, running) => this.#files.of(pod, running, clock.now()),
      readConfig: (pod) => configs.read(pod, { withIdentity: true }),
    });
  }

  /** Runs a hook of a container. */
  async runHook(pod: Pod, container: Container, hook: LifecycleHandler): Promise<void> {
    const { clock, network, configs, signal } = this.#options;
    if (refersToConfig(pod)) await configs.read(pod);
    const written = this.#files.of(pod, container, clock.now());
    await runHook(pod, container, hook, { clock, network, written, signal });
  }

  #nodeAt(hostname: string): Node | undefined {
    const { simulated, nodes } = this.#options;
    const named = simulated.get(hostname)?.node;
    if (named || simulated.isEmpty || !/^[\d.]+$/.test(hostname)) return named;
    return nodes
      .list()
      .find(
        ({ metadata, status }) =>
          simulated.get(metadata.name ?? '') && status?.addresses?.some(({ address }) => address === hostname),
      );
  }

  #podAt(hostname: string): Pod | undefined {
    const { simulated, pods } = this.#options;
    return pods.byIndex(POD_ADDRESS_INDEX, hostname).find(({ spec }) => simulated.get(spec?.nodeName ?? ''));
  }

  async #answerRequest(node: Node, request: Request, url: URL): Promise<Response> {
    const { kind, namespace, name, container } = partsOf(url);
    if (kind !== 'containerLogs') return this.#answerNode(node, url);
    const { clock, pods, configs, ports, signal } = this.#options;
    const pod = pods.get(`${namespace}/${name}`);
    if (pod && refersToConfig(pod)) await configs.read(pod);
    const source = { clock, signal, container, recorded: ports.logs };
    return serveLog(request, { ...source, pod: () => pods.get(`${namespace}/${name}`) });
  }

  #answerNode(node: Node, url: URL): Response {
    const { clock, pods } = this.#options;
    const podsOn = () => pods.byIndex(POD_NODE_INDEX, node.metadata.name ?? '');
    const answer = answerNode(url, () => ({ node, pods: podsOn(), now: clock.now() }));
    return answer ?? new Response('404 page not found\n', { status: 404 });
  }
}

const UPGRADES = ['exec', 'attach', 'portForward'];

const unreachable = ({ host }: URL): TypeError => new TypeError(`dial tcp ${host}: i/o timeout`);

/** Splits the path of a kubelet request into segments. */
function partsOf({ pathname }: URL) {
  const [kind = '', namespace = '', name = '', container = ''] = pathname.split('/').slice(1).map(decodeURIComponent);
  return { kind, namespace, name, container };
}

/** Answers a request to the address of a pod. */
function answerAddress(
  request: Request,
  { port, protocol }: URL,
  pod: Pod,
  { ports, network }: Pick<KubeletOptions, 'ports' | 'network'>,
): Promise<Response> {
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  if (ports.isListening(pod, number)) return ports.answer(pod, number, request, network);
  return Promise.reject(new TypeError(`dial tcp ${pod.status?.podIP}:${number}: connect: connection refused`));
}
