import type { Dialect } from '../../api/dialect.ts';
import { type Clock, timeText } from '../../api/environment.ts';
import { errorText } from '../../api/error-text.ts';
import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import { METRICS_GROUP } from '../../api/kubernetes-names.ts';
import { type LabelSelector, parseLabelSelector } from '../../api/selectors/label-selector.ts';
import { failureStatus } from '../../api/status.ts';
import type { Informer } from '../../client/informer.ts';
import { POD_NODE_INDEX } from '../../client/node-pods.ts';
import type { SimulatedNodes } from '../nodes/simulated-nodes.ts';
import { containerUsage, IDLE_NODE, sumOfUsage, type Usage, usageText } from './usage.ts';

export const METRICS_VERSION = 'v1beta1';
/** The host name for the metrics of simulated nodes. It exists only in this process. */
export const METRICS_HOST = 'metrics-server.simulation.tabplane.dev';

const WINDOW = '20s';

export interface MetricsServerOptions {
  readonly clock: Clock;
  readonly dialect: Dialect;
  readonly nodes: Informer<Node>;
  readonly pods: Informer<Pod>;
  readonly simulated: SimulatedNodes;
}

/** Serves the usage of simulated nodes and pods, as metrics-server does. */
export class MetricsServer {
  readonly #options: MetricsServerOptions;

  constructor(options: MetricsServerOptions) {
    this.#options = options;
  }

  answer(request: Request): Response {
    const { pathname, searchParams } = new URL(request.url);
    const root = `/apis/${this.#group}/${METRICS_VERSION}`;
    if (pathname === root) return Response.json(this.#discovery());
    if (!pathname.startsWith(`${root}/`)) return failure(404, 'NotFound', '404 page not found');
    const path = pathname
      .slice(root.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const [namespace, resource, name] = path[0] === 'namespaces' ? path.slice(1) : ['', ...path];
    try {
      const selector = parseLabelSelector(searchParams.get('labelSelector') ?? '');
      if (resource === 'nodes') return this.#answerNodes(name, selector);
      if (resource === 'pods') return this.#answerPods(namespace ?? '', name, selector);
    } catch (error) {
      return failure(400, 'BadRequest', errorText(error));
    }
    return failure(404, 'NotFound', 'the server could not find the requested resource');
  }

  get #group(): string {
    return this.#options.dialect.rename(METRICS_GROUP);
  }
  get #apiVersion(): string {
    return `${this.#group}/${METRICS_VERSION}`;
  }

  #discovery(): object {
    const resource = (name: string, kind: string, namespaced: boolean) => ({
      ...{ name, singularName: '', namespaced, kind, verbs: ['get', 'list'] },
    });
    const resources = [resource('nodes', 'NodeMetrics', false), resource('pods', 'PodMetrics', true)];
    return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion: this.#apiVersion, resources };
  }

  #answerNodes(name: string | undefined, selector: LabelSelector): Response {
    const { nodes, simulated } = this.#options;
    const served = nodes.list({ selector }).filter(({ metadata }) => simulated.get(metadata.name ?? ''));
    if (name === undefined)
      return this.#list(
        'NodeMetricsList',
        served.map((node) => this.#nodeMetrics(node)),
      );
    const node = served.find(({ metadata }) => metadata.name === name);
    return node ? Response.json(this.#nodeMetrics(node)) : notFound('nodes', this.#group, name);
  }

  #answerPods(namespace: string, name: string | undefined, selector: LabelSelector): Response {
    const { pods } = this.#options;
    const served = pods.list({ ...(namespace ? { namespace } : {}), selector }).filter((pod) => this.#isRunning(pod));
    if (name === undefined)
      return this.#list(
        'PodMetricsList',
        served.map((pod) => this.#podMetrics(pod)),
      );
    const pod = served.find(({ metadata }) => metadata.name === name);
    return pod ? Response.json(this.#podMetrics(pod)) : notFound('pods', this.#group, `${namespace}/${name}`);
  }

  #list(kind: string, items: readonly object[]): Response {
    return Response.json({ kind, apiVersion: this.#apiVersion, metadata: {}, items });
  }

  #isRunning({ spec, status }: Pod): boolean {
    return status?.phase === 'Running' && this.#options.simulated.get(spec?.nodeName ?? '') !== undefined;
  }

  #containers(pod: Pod): { readonly name: string; readonly usage: Usage }[] {
    const now = this.#options.clock.now();
    return (pod.spec?.containers ?? []).map((container) => ({
      name: container.name,
      usage: containerUsage(pod, container, now),
    }));
  }

  #nodeMetrics(node: Node): object {
    const onNode = this.#options.pods.byIndex(POD_NODE_INDEX, node.metadata.name ?? '');
    const running = onNode.filter((pod) => this.#isRunning(pod));
    const usages = running.flatMap((pod) => this.#containers(pod).map(({ usage }) => usage));
    return { ...this.#envelope('NodeMetrics', node.metadata), usage: usageText(sumOfUsage([IDLE_NODE, ...usages])) };
  }

  #podMetrics(pod: Pod): object {
    const containers = this.#containers(pod).map(({ name, usage }) => ({ name, usage: usageText(usage) }));
    return { ...this.#envelope('PodMetrics', pod.metadata), containers };
  }

  #envelope(kind: string, { name, namespace, labels }: ObjectMeta): object {
    const now = timeText(this.#options.clock.now());
    const metadata = {
      name,
      ...(namespace ? { namespace } : {}),
      creationTimestamp: now,
      ...(labels ? { labels } : {}),
    };
    return { kind, apiVersion: this.#apiVersion, metadata, timestamp: now, window: WINDOW };
  }
}

const failure = (code: number, reason: string, message: string): Response =>
  Response.json(failureStatus({ code, reason, message }), { status: code });

const notFound = (resource: string, group: string, name: string): Response =>
  failure(404, 'NotFound', `${resource}.${group} ${JSON.stringify(name)} not found`);
