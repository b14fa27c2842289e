import type { MetricSpec, MetricStatus, MetricTarget } from '../../api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import type { LabelSelector } from '../../api/kinds/meta-v1.generated.ts';
import type { GroupResource } from '../../api/object.ts';
import { isError } from '../../api/realms.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';
import { parseQuantity, quantityText, thousandths } from '../../api/values/quantity.ts';
import { selectorGoText } from '../disruption/budget-status.ts';
import type { ControllerFlags } from '../flags/controller-flags.ts';
import { isReady } from '../workloads/pods/pod-state.ts';
import type { CustomMetricsClient } from './custom-metrics-client.ts';
import type { ResourceMetricsClient } from './metrics-client.ts';
import { isMet, MetricError, type Proposal, replicasForAverage, replicasForUtilization } from './usage.ts';

export interface MetricContext {
  readonly namespace: string;
  /** The selector of the pods, as text. */
  readonly selector: string;
  readonly pods: readonly Pod[];
  /** The desired replicas of the target. */
  readonly current: number;
  /** The actual replicas of the target. */
  readonly actual: number;
  readonly now: number;
  readonly flags: ControllerFlags;
  readonly resources: Pick<ResourceMetricsClient, 'usage'>;
  readonly custom: Pick<CustomMetricsClient, 'ofPods' | 'ofObject' | 'external'>;
  readonly resourceOf: (kind: { apiVersion: string; kind: string }) => Promise<GroupResource>;
}

/** The proposal of one metric. */
export interface MetricProposal {
  readonly replicas: number;
  /** The name of the metric in events. */
  readonly name: string;
  readonly status: MetricStatus;
}

/** A metric cannot be used. `reason` is the condition's reason, `summary` the longer message. */
export class MetricFailure extends Error {
  readonly reason: string;
  readonly summary: string;

  constructor(reason: string, message: string, summary: string) {
    super(message);
    this.reason = reason;
    this.summary = summary;
  }
}

/** Proposes a number of replicas for a metric. @throws MetricFailure when it cannot be read or used */
export async function proposeForMetric(spec: MetricSpec, context: MetricContext): Promise<MetricProposal> {
  const { reason, subject, detail = '' } = failureOf(spec);
  try {
    return await proposalOf(spec, context);
  } catch (error) {
    if (!(error instanceof MetricError)) throw error;
    throw new MetricFailure(reason, error.message, `failed to get ${subject} metric value: ${detail}${error.message}`);
  }
}

interface Failure {
  readonly reason: string;
  readonly subject: string;
  /** The text before the problem in the longer message. */
  readonly detail?: string;
}

function failureOf({ type, resource, containerResource, object, external }: MetricSpec): Failure {
  switch (type) {
    case 'Resource':
      return { reason: 'FailedGetResourceMetric', subject: `${resource?.name} resource` };
    case 'ContainerResource':
      return { reason: 'FailedGetContainerResourceMetric', subject: `${containerResource?.container} container` };
    case 'Pods':
      return { reason: 'FailedGetPodsMetric', subject: 'pods' };
    case 'Object': {
      const detail =
        object?.target.averageValue === undefined ? '' : `failed to get ${object.metric.name} object metric: `;
      return { reason: 'FailedGetObjectMetric', subject: 'object', detail };
    }
    default: {
      const name = external?.metric.name;
      const isAverage = external?.target.averageValue !== undefined;
      const detail = isAverage ? `failed to get ${name} external metric: ` : `failed to get external metric ${name}: `;
      return { reason: 'FailedGetExternalMetric', subject: `${name} external`, detail };
    }
  }
}

async function proposalOf(spec: MetricSpec, context: MetricContext): Promise<MetricProposal> {
  if (spec.resource) return forResource(spec.resource, undefined, context);
  if (spec.containerResource) return forResource(spec.containerResource, spec.containerResource.container, context);
  if (spec.pods) return forPods(spec.pods, context);
  if (spec.object) return forObject(spec.object, context);
  if (spec.external) return forExternal(spec.external, context);
  throw new MetricError(`unknown metric source type ${JSON.stringify(spec.type)}`);
}

async function forResource(
  { name, target }: { readonly name: string; readonly target: MetricTarget },
  container: string | undefined,
  context: MetricContext,
): Promise<MetricProposal> {
  const { namespace, selector, resources } = context;
  const what = target.averageValue === undefined ? 'utilization' : 'usage';
  return within(`failed to get ${name} ${what}`, async () => {
    const metrics = await within(`unable to get metrics for resource ${name}`, () =>
      resources.usage(name, namespace, selector, container),
    );
    const input = { ...context, metrics, resource: name };
    const proposal =
      target.averageValue === undefined
        ? replicasForUtilization(input, target.averageUtilization ?? 0, container)
        : replicasForAverage(input, targetOf(target.averageValue));
    const kind = container === undefined ? 'resource' : 'container resource';
    return {
      replicas: proposal.replicas,
      name:
        target.averageValue === undefined ? `${name} ${kind} utilization (percentage of request)` : `${name} resource`,
      status: resourceStatus(name, container, proposal),
    };
  });
}

function resourceStatus(name: string, container: string | undefined, proposal: Proposal): MetricStatus {
  const { average, utilization } = proposal;
  const current = {
    averageValue: textOf(average),
    ...(utilization === undefined ? {} : { averageUtilization: utilization }),
  };
  return container === undefined
    ? { type: 'Resource', resource: { name, current } }
    : { type: 'ContainerResource', containerResource: { name, container, current } };
}

async function forPods(
  { metric, target }: NonNullable<MetricSpec['pods']>,
  context: MetricContext,
): Promise<MetricProposal> {
  const { namespace, selector, custom } = context;
  const metricSelector = selectorText(metric.selector);
  const metrics = await within(`unable to get metric ${metric.name}`, () =>
    custom.ofPods(metric.name, namespace, selector, metricSelector),
  );
  const { replicas, average } = replicasForAverage({ ...context, metrics }, targetOf(target.averageValue));
  const status = { type: 'Pods', pods: { metric, current: { averageValue: textOf(average) } } };
  return { replicas, name: `pods metric ${metric.name}`, status };
}

async function forObject(
  { metric, target, describedObject }: NonNullable<MetricSpec['object']>,
  context: MetricContext,
): Promise<MetricProposal> {
  const { namespace, custom } = context;
  const { kind, name, apiVersion = 'v1' } = describedObject;
  const metricSelector = selectorText(metric.selector);
  const read = async (): Promise<number> => {
    const resource = await context.resourceOf({ apiVersion, kind });
    return custom.ofObject(metric.name, namespace, { resource, name }, metricSelector);
  };
  const value = await within(`unable to get metric ${metric.name}: ${kind} on ${namespace} ${name}`, read, '/');
  const { replicas, current } = forValue(value, target, context);
  // The status of an average does not name the object.
  const described = target.averageValue === undefined ? describedObject : { kind: '', name: '' };
  const status = { type: 'Object', object: { metric, describedObject: described, current } };
  const label =
    target.averageValue === undefined
      ? `${kind} metric ${metric.name}`
      : `external metric ${metric.name}(${selectorGoText(metric.selector)})`;
  return { replicas, name: label, status };
}

async function forExternal(
  { metric, target }: NonNullable<MetricSpec['external']>,
  context: MetricContext,
): Promise<MetricProposal> {
  const problem = `unable to get external metric ${context.namespace}/${metric.name}/${selectorGoText(metric.selector)}`;
  const metricSelector = selectorText(metric.selector);
  const value = await within(problem, () => context.custom.external(metric.name, context.namespace, metricSelector));
  const { replicas, current } = forValue(value, target, context);
  const status = { type: 'External', external: { metric, current } };
  return { replicas, name: `external metric ${metric.name}(${selectorGoText(metric.selector)})`, status };
}

/** Proposes replicas for a value of all pods: it is compared with a target, or divided among the replicas. */
function forValue(value: number, target: MetricTarget, { current, actual, pods, flags }: MetricContext) {
  if (target.averageValue !== undefined) {
    const average = targetOf(target.averageValue);
    const replicas = isMet(value / (average * actual), flags) ? actual : Math.ceil(value / average);
    return { replicas, current: { averageValue: textOf(Math.ceil(value / actual)) } };
  }
  const ratio = value / targetOf(target.value);
  const replicas =
    current === 0 ? Math.ceil(ratio) : isMet(ratio, flags) ? current : Math.ceil(ratio * readyPods(pods));
  return { replicas, current: { value: textOf(value) } };
}

function readyPods(pods: readonly Pod[]): number {
  if (pods.length === 0)
    throw new MetricError(
      'unable to calculate ready pods: no pods returned by selector while calculating replica count',
    );
  return pods.filter((pod) => pod.status?.phase === 'Running' && isReady(pod)).length;
}

/** Adds a context to the message of a metric error. */
async function within<T>(problem: string, read: () => Promise<T>, separator = ': '): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof MetricError ? new MetricError(`${problem}${separator}${error.message}`) : error;
  }
}

const targetOf = (value: string | number | undefined): number => thousandths(parseQuantity(String(value ?? '0')));

/** Go's result of a division by zero. */
const NOT_A_NUMBER = -(2n ** 63n);

const textOf = (value: number): string =>
  quantityText({
    unscaled: Number.isFinite(value) ? BigInt(value) : NOT_A_NUMBER,
    scale: -3,
    format: 'DecimalSI',
    text: '',
  });

/** @throws MetricError for an invalid selector, because the server accepts any selector of a metric */
function selectorText(selector: LabelSelector | undefined): string {
  try {
    return selector ? labelSelectorFromObject(selector).toString() : '';
  } catch (error) {
    throw isError(error) ? new MetricError(error.message) : error;
  }
}
