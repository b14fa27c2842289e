import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { APIGroup } from '../../api/kinds/meta-v1.generated.ts';
import { type GroupResource, groupResourceText } from '../../api/object.ts';
import { parseQuantity, thousandths } from '../../api/values/quantity.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { clientProblem } from './client-problem.ts';
import { MetricError, type PodMetrics } from './usage.ts';

const CUSTOM_GROUP = kubernetesName('custom.metrics.k8s.io');
const EXTERNAL_GROUP = kubernetesName('external.metrics.k8s.io');

interface MetricValue {
  readonly describedObject?: { readonly name: string };
  readonly timestamp: string;
  readonly windowSeconds?: number;
  readonly value: string;
}

/** Reads custom and external metrics from their APIs. */
export class CustomMetricsClient {
  readonly #client: ApiClient;
  readonly #customGroup: string;
  readonly #externalGroup: string;

  constructor(client: ApiClient, dialect: Dialect) {
    this.#client = client;
    this.#customGroup = dialect.rename(CUSTOM_GROUP);
    this.#externalGroup = dialect.rename(EXTERNAL_GROUP);
  }

  /** Returns a metric of the pods that a selector matches. */
  async ofPods(metric: string, namespace: string, labelSelector: string, metricSelector: string): Promise<PodMetrics> {
    const values = await this.#custom(`namespaces/${namespace}/pods/*/${metric}`, metric, {
      labelSelector,
      metricLabelSelector: metricSelector,
    });
    return new Map(
      values.map(({ describedObject, timestamp, windowSeconds = 60, value }) => [
        describedObject?.name ?? '',
        { value: readValue(value), at: Date.parse(timestamp), window: windowSeconds * 1000 },
      ]),
    );
  }

  /** Returns a metric of an object, in thousandths. */
  async ofObject(
    metric: string,
    namespace: string,
    object: { readonly resource: GroupResource; readonly name: string },
    metricSelector: string,
  ): Promise<number> {
    const resource = groupResourceText(object.resource);
    // The metrics of a namespace, always that of the autoscaler, have a separate path.
    const described = resource === 'namespaces' ? 'metrics' : `${resource}/${object.name}`;
    const path = `namespaces/${namespace}/${described}/${metric}`;
    const [first] = await this.#custom(path, metric, { metricLabelSelector: metricSelector });
    if (!first) throw new MetricError('unable to fetch metrics from custom metrics API: no metrics returned');
    return readValue(first.value);
  }

  /** Returns the sum of an external metric, in thousandths. */
  async external(metric: string, namespace: string, labelSelector: string): Promise<number> {
    const path = `/apis/${this.#externalGroup}/v1beta1/namespaces/${namespace}/${metric}`;
    const values = await this.#read('external', path, `${metric}.${this.#externalGroup}`, { labelSelector });
    if (values.length === 0) throw new MetricError('no metrics returned from external metrics API');
    return values.reduce((sum, { value }) => sum + readValue(value), 0);
  }

  async #custom(path: string, metric: string, query: Record<string, string>): Promise<readonly MetricValue[]> {
    const version = await this.#customVersion();
    const problem = `no custom metrics API (${this.#customGroup}) registered`;
    if (!version) throw new MetricError(`unable to fetch metrics from custom metrics API: ${problem}`);
    const values = await this.#read('custom', `/apis/${version}/${path}`, `${metric}.${this.#customGroup}`, query);
    if (values.length === 0) throw new MetricError('no metrics returned from custom metrics API');
    return values;
  }

  async #customVersion(): Promise<string | undefined> {
    try {
      const group = (await (await this.#client.request(`/apis/${this.#customGroup}`)).json()) as APIGroup;
      return group.preferredVersion?.groupVersion;
    } catch (error) {
      if (error instanceof ApiError && error.isNotFound) return undefined;
      throw error;
    }
  }

  async #read(
    api: string,
    path: string,
    resource: string,
    query: Record<string, string>,
  ): Promise<readonly MetricValue[]> {
    const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== ''));
    try {
      const response = await this.#client.request(parameters.size > 0 ? `${path}?${parameters}` : path);
      return ((await response.json()) as { items?: MetricValue[] | null }).items ?? [];
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      throw new MetricError(`unable to fetch metrics from ${api} metrics API: ${clientProblem(error, resource)}`);
    }
  }
}

const readValue = (text: string): number => thousandths(parseQuantity(text));
