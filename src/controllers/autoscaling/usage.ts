import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { parseQuantity, thousandths } from '../../api/values/quantity.ts';
import { conditionOf } from '../../client/objects/condition-of.ts';
import type { ControllerFlags } from '../flags/controller-flags.ts';

type UsageFlags = Pick<
  ControllerFlags,
  | 'horizontal-pod-autoscaler-tolerance'
  | 'horizontal-pod-autoscaler-cpu-initialization-period'
  | 'horizontal-pod-autoscaler-initial-readiness-delay'
>;

/** A measured value of a pod. */
export interface PodMetric {
  /** In thousandths. */
  readonly value: number;
  /** When it was measured, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds over which it was measured. */
  readonly window: number;
}

export type PodMetrics = ReadonlyMap<string, PodMetric>;

/** A metric cannot be read or used. */
export class MetricError extends Error {}

interface Usage {
  /** The ratio of the usage to the target: 1 when they are equal. */
  readonly ratio: number;
  /** The average value in thousandths. */
  readonly average: number;
  /** The usage in percent of the requests. */
  readonly utilization?: number;
}

export interface Proposal extends Omit<Usage, 'ratio'> {
  readonly replicas: number;
}

/** Measures the usage of pods against the target. */
interface Measure {
  /** Called before the first measurement. */
  prepare?(): void;
  of(metrics: ReadonlyMap<string, number>): Usage;
  /** Returns the assumed usage of a pod without metrics, which prevents a step in its direction; undefined for none. */
  missing(pod: string, ratio: number): number | undefined;
}

export interface UsageInput {
  readonly pods: readonly Pod[];
  readonly metrics: PodMetrics;
  readonly current: number;
  /** The name of the resource; undefined for other metrics. */
  readonly resource?: string;
  readonly now: number;
  readonly flags: UsageFlags;
}

/** Proposes replicas so that pods use a percentage of their requests on average, for one container or for all. */
export function replicasForUtilization(input: UsageInput, target: number, container?: string): Proposal {
  let requests: ReadonlyMap<string, number> = new Map();
  return propose(input, {
    prepare: () => {
      requests = new Map(
        input.pods.map((pod) => [pod.metadata.name ?? '', requestOf(pod, input.resource ?? '', container)]),
      );
    },
    of(metrics) {
      const known = [...metrics].filter(([pod]) => requests.has(pod));
      const total = known.reduce((sum, [, value]) => sum + value, 0);
      const requested = known.reduce((sum, [pod]) => sum + (requests.get(pod) ?? 0), 0);
      if (requested === 0) throw new MetricError('no metrics returned matched known pods');
      const utilization = Math.trunc((total * 100) / requested);
      return { ratio: utilization / target, utilization, average: Math.trunc(total / known.length) };
    },
    missing: (pod, ratio) =>
      ratio < 1 ? Math.trunc(((requests.get(pod) ?? 0) * Math.max(100, target)) / 100) : ratio > 1 ? 0 : undefined,
  });
}

/** Proposes replicas so that the average of the pods' values, in thousandths, meets a target. */
export const replicasForAverage = (input: UsageInput, target: number): Proposal =>
  propose(input, {
    of(metrics) {
      const total = [...metrics.values()].reduce((sum, value) => sum + value, 0);
      const average = Math.trunc(total / metrics.size);
      return { ratio: average / target, average };
    },
    missing: (_, ratio) => (ratio < 1 ? target : ratio > 1 ? 0 : undefined),
  });

function propose(input: UsageInput, measure: Measure): Proposal {
  const { current, flags } = input;
  const { ready, unready, missing, ignored } = groupPods(input);
  // Metrics of pods that the selector does not find also count.
  const isLeftOut = (pod: string): boolean => unready.has(pod) || ignored.has(pod);
  const counting = [...input.metrics].filter(([pod]) => !isLeftOut(pod));
  const metrics = new Map(counting.map(([pod, { value }]) => [pod, value]));
  if (metrics.size === 0) {
    throw new MetricError('did not receive metrics for targeted pods (pods might be unready)');
  }
  measure.prepare?.();
  const { ratio, ...usage } = measure.of(metrics);
  const unchanged = { ...usage, replicas: current };
  const countsUnready = unready.size > 0 && ratio > 1;
  if (!countsUnready && missing.size === 0) {
    return isMet(ratio, flags) ? unchanged : { ...usage, replicas: Math.ceil(ratio * ready.size) };
  }
  for (const pod of missing) {
    const value = measure.missing(pod, ratio);
    if (value !== undefined) metrics.set(pod, value);
  }
  for (const pod of countsUnready ? unready : []) metrics.set(pod, 0);
  const corrected = measure.of(metrics).ratio;
  if (isMet(corrected, flags) || (ratio < 1 && corrected > 1) || (ratio > 1 && corrected < 1)) return unchanged;
  const replicas = Math.ceil(corrected * metrics.size);
  const isReversed = (corrected < 1 && replicas > current) || (corrected > 1 && replicas < current);
  return isReversed ? unchanged : { ...usage, replicas };
}

/** Reports whether a usage is close enough to the target. */
export const isMet = (ratio: number, flags: UsageFlags): boolean =>
  Math.abs(1 - ratio) <= flags['horizontal-pod-autoscaler-tolerance'];

function selected({ pods }: UsageInput): readonly Pod[] {
  if (pods.length === 0) throw new MetricError('no pods returned by selector while calculating replica count');
  return pods;
}

type Names = Set<string>;

function groupPods(input: UsageInput) {
  const [ready, unready, missing, ignored] = [0, 1, 2, 3].map(() => new Set<string>()) as [Names, Names, Names, Names];
  const groups = { ready, unready, missing, ignored };
  for (const pod of selected(input)) {
    const { name = '', deletionTimestamp } = pod.metadata;
    const { phase } = pod.status ?? {};
    const metric = input.metrics.get(name);
    if (deletionTimestamp || phase === 'Failed') groups.ignored.add(name);
    else if (phase === 'Pending') groups.unready.add(name);
    else if (!metric) groups.missing.add(name);
    else if (input.resource === 'cpu' && isInitializing(pod, metric, input)) groups.unready.add(name);
    else groups.ready.add(name);
  }
  return groups;
}

/** Reports whether a pod's CPU usage may result from its startup. */
function isInitializing({ status }: Pod, { at, window }: PodMetric, { now, flags }: UsageInput): boolean {
  const condition = conditionOf(status?.conditions, 'Ready');
  if (!condition || !status?.startTime) return true;
  const started = Date.parse(status.startTime);
  const changed = Date.parse(condition.lastTransitionTime ?? '');
  const isUnready = condition.status === 'False';
  if (started + flags['horizontal-pod-autoscaler-cpu-initialization-period'] > now)
    return isUnready || at < changed + window;
  return isUnready && started + flags['horizontal-pod-autoscaler-initial-readiness-delay'] > changed;
}

function requestOf({ metadata, spec }: Pod, resource: string, container: string | undefined): number {
  let total = 0;
  for (const { name, resources } of spec?.containers ?? []) {
    if (container !== undefined && container !== name) continue;
    const request = resources?.requests?.[resource];
    if (request === undefined) {
      throw new MetricError(`missing request for ${resource} in container ${name} of Pod ${metadata.name}`);
    }
    total += thousandths(parseQuantity(String(request)));
  }
  return total;
}
