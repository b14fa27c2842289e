import type { Dialect } from '../../api/dialect.ts';
import { METRICS_GROUP } from '../../api/kubernetes-names.ts';
import { parseDuration } from '../../api/values/duration.ts';
import { parseQuantity, thousandths } from '../../api/values/quantity.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { clientProblem } from './client-problem.ts';
import { MetricError, type PodMetric, type PodMetrics } from './usage.ts';

const MINUTE = 60_000;

interface PodMetricsItem {
  readonly metadata: { readonly name: string };
  readonly timestamp: string;
  readonly window?: string;
  readonly containers: readonly { readonly name: string; readonly usage: Readonly<Record<string, string>> }[];
}

/** Reads the metrics of pods from the resource metrics API, which a metrics server serves. */
export class ResourceMetricsClient {
  readonly #client: ApiClient;
  readonly #group: string;

  constructor(client: ApiClient, dialect: Dialect) {
    this.#client = client;
    this.#group = dialect.rename(METRICS_GROUP);
  }

  /** Returns the usage of a resource by the pods that a selector matches: by one container, or by all. */
  async usage(resource: string, namespace: string, selector: string, container?: string): Promise<PodMetrics> {
    const items = await this.#list(namespace, selector);
    if (items.length === 0) throw new MetricError('no metrics returned from resource metrics API');
    const metrics = new Map<string, PodMetric>();
    for (const item of items) {
      const containers =
        container === undefined ? item.containers : item.containers.filter(({ name }) => name === container);
      if (container !== undefined && containers.length === 0) {
        const pod = `${namespace}/${item.metadata.name}`;
        const problem = `container ${container} not present in metrics for pod ${pod}`;
        throw new MetricError(`failed to get container metrics: ${problem}`);
      }
      const values = containers.map(({ usage }) => usage[resource]);
      if (values.length === 0 || values.includes(undefined)) continue;
      metrics.set(item.metadata.name, {
        value: values.reduce((sum, value) => sum + thousandths(parseQuantity(value ?? '0')), 0),
        at: Date.parse(item.timestamp),
        window: windowOf(item),
      });
    }
    return metrics;
  }

  async #list(namespace: string, labelSelector: string): Promise<readonly PodMetricsItem[]> {
    const address = { group: this.#group, version: 'v1beta1', resource: 'pods', namespace };
    try {
      return (await this.#client.list<PodMetricsItem>(address, { labelSelector })).items;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const problem = clientProblem(error, `pods.${this.#group}`);
      throw new MetricError(`unable to fetch metrics from resource metrics API: ${problem}`);
    }
  }
}

const windowOf = ({ window }: PodMetricsItem): number =>
  window === undefined ? MINUTE : (parseDuration(window) ?? MINUTE);
