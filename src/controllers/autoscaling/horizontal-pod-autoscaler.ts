import { timeText } from '../../api/environment.ts';
import type { Scale } from '../../api/kinds/autoscaling-v1.generated.ts';
import type {
  HorizontalPodAutoscaler,
  HorizontalPodAutoscalerStatus,
  MetricStatus,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { Pod } from '../../api/kinds/core-v1.generated.ts';
import { parseApiVersion } from '../../api/object.ts';
import { ApiError } from '../../client/api-error.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { Informer } from '../../client/informer.ts';
import type { ControllerContext } from '../controller.ts';
import type { ScaleClient } from '../scaling/scale-client.ts';
import { type AutoscalerReport, withCondition } from './autoscaler-conditions.ts';
import { type AutoscalerSelectors, SelectorProblem } from './autoscaler-selectors.ts';
import type { CustomMetricsClient } from './custom-metrics-client.ts';
import { MetricFailure, type MetricProposal, proposeForMetric } from './metric-proposals.ts';
import type { ResourceMetricsClient } from './metrics-client.ts';
import { limitReplicas } from './replica-limits.ts';
import { newHistory, type ScalingHistory, withRecommendation, withScaling } from './scaling-history.ts';
import { MetricError } from './usage.ts';

export interface AutoscalerContext extends Pick<ControllerContext, 'client' | 'clock' | 'events' | 'flags'> {
  readonly pods: Informer<Pod>;
  readonly scales: ScaleClient;
  readonly resources: ResourceMetricsClient;
  readonly custom: CustomMetricsClient;
  /** By UID of the autoscaler. */
  readonly histories: Map<string, ScalingHistory>;
  readonly selectors: AutoscalerSelectors;
}

/** One sync of an autoscaler and its target. */
export class AutoscalerSync {
  readonly #autoscaler: HorizontalPodAutoscaler;
  readonly #context: AutoscalerContext;
  readonly #now: number;
  #status: HorizontalPodAutoscalerStatus;

  constructor(autoscaler: HorizontalPodAutoscaler, context: AutoscalerContext) {
    this.#autoscaler = autoscaler;
    this.#context = context;
    this.#now = context.clock.now();
    this.#status = { desiredReplicas: 0, ...autoscaler.status };
  }

  /** Scales the target if its metrics require it, and returns the autoscaler's status. */
  async run(): Promise<HorizontalPodAutoscalerStatus> {
    try {
      const { resource, scale } = await this.#readScale();
      await this.#follow(resource, scale);
    } catch (error) {
      if (!(error instanceof SyncFailure)) throw error;
    }
    return this.#status;
  }

  async #readScale(): Promise<{ resource: DiscoveredResource; scale: Scale }> {
    const { apiVersion = '', kind, name } = this.#autoscaler.spec?.scaleTargetRef ?? { kind: '', name: '' };
    const { scales } = this.#context;
    try {
      if (apiVersion.split('/').length > 2) throw new MetricError(`unexpected GroupVersion string: ${apiVersion}`);
      const resource = await scales.resourceOf({ apiVersion, kind }, { isAnyVersion: true });
      if (!resource) throw new MetricError(noMatches(kind, parseApiVersion(apiVersion).group));
      const scale = await scales.get(resource, this.#autoscaler.metadata.namespace ?? '', name);
      const message = "the HPA controller was able to get the target's current scale";
      this.#report({ type: 'AbleToScale', status: 'True', reason: 'SucceededGetScale', message });
      return { resource, scale };
    } catch (error) {
      if (!(error instanceof ApiError || error instanceof MetricError)) throw error;
      this.#record('Warning', 'FailedGetScale', error.message);
      const message = `the HPA controller was unable to get the target's current scale: ${error.message}`;
      this.#report({ type: 'AbleToScale', status: 'False', reason: 'FailedGetScale', message });
      throw new SyncFailure();
    }
  }

  async #follow(resource: DiscoveredResource, scale: Scale): Promise<void> {
    const { minReplicas: minimum = 1, maxReplicas: maximum = 0 } = this.#autoscaler.spec ?? {};
    const current = scale.spec?.replicas ?? 0;
    this.#changeHistory((history) => history, current);
    if (current === 0 && minimum !== 0) {
      const message = 'scaling is disabled since the replica count of the target is zero';
      this.#report({ type: 'ScalingActive', status: 'False', reason: 'ScalingDisabled', message });
      this.#setReplicas(current, current);
    } else if (current > maximum) {
      await this.#rescale(resource, scale, maximum, 'Current number of replicas above Spec.MaxReplicas');
    } else if (current < minimum) {
      await this.#rescale(resource, scale, minimum, 'Current number of replicas below Spec.MinReplicas');
    } else {
      await this.#followMetrics(resource, scale, { current, minimum, maximum });
    }
  }

  async #followMetrics(
    resource: DiscoveredResource,
    scale: Scale,
    range: { readonly current: number; readonly minimum: number; readonly maximum: number },
  ): Promise<void> {
    const { current } = range;
    const { best, statuses } = await this.#readMetrics(scale);
    const desired = Math.max(0, best.replicas);
    const reason = desired > current ? `${best.name} above target` : 'All metrics below target';
    const history = this.#changeHistory((held) => held, current);
    const limited = limitReplicas({
      ...range,
      desired,
      behavior: this.#autoscaler.spec?.behavior,
      history,
      now: this.#now,
      stabilization: this.#context.flags['horizontal-pod-autoscaler-downscale-stabilization'] / 1000,
    });
    this.#changeHistory((held) => withRecommendation(held, desired, this.#now), current);
    for (const report of limited.reports) this.#report(report);
    if (limited.replicas === current) this.#setReplicas(current, current, statuses);
    else await this.#rescale(resource, scale, limited.replicas, desired === current ? '' : reason, statuses);
  }

  /** Returns the largest proposal. Metrics that fail only prevent scaling down. */
  async #readMetrics(scale: Scale): Promise<{ best: MetricProposal; statuses: MetricStatus[] }> {
    const { metadata, spec } = this.#autoscaler;
    const current = scale.spec?.replicas ?? 0;
    const { namespace = '' } = metadata;
    const { selector, pods } = this.#podsOf(scale);
    const context = {
      ...this.#context,
      namespace,
      selector,
      pods,
      current,
      actual: scale.status?.replicas ?? 0,
      now: this.#now,
      resourceOf: (kind: { apiVersion: string; kind: string }) => this.#describedResource(kind),
    };
    let best: MetricProposal | undefined;
    const statuses: MetricStatus[] = [];
    const failures: MetricFailure[] = [];
    for (const metric of spec?.metrics ?? []) {
      try {
        const proposal = await proposeForMetric(metric, context);
        statuses.push(proposal.status);
        if (!best || best.replicas === 0 || proposal.replicas > best.replicas) best = proposal;
      } catch (error) {
        if (!(error instanceof MetricFailure)) throw error;
        this.#record('Warning', error.reason, error.message);
        failures.push(error);
        // The statuses keep the order of the metrics, with an empty one for a metric that fails.
        statuses.push({ type: '' });
      }
    }
    const [failure] = failures;
    if (failure && (!best || best.replicas < current)) throw this.#failMetrics(failure, failures.length, current);
    if (!best) throw new SyncFailure();
    const message = `the HPA was able to successfully calculate a replica count from ${best.name}`;
    this.#report({ type: 'ScalingActive', status: 'True', reason: 'ValidMetricFound', message });
    return { best, statuses };
  }

  /** Returns the pods that the target selects, unless another autoscaler also scales them. */
  #podsOf({ spec, status }: Scale): { readonly selector: string; readonly pods: readonly Pod[] } {
    const { pods, selectors } = this.#context;
    try {
      return { selector: status?.selector ?? '', pods: selectors.podsOf(this.#autoscaler, status?.selector, pods) };
    } catch (error) {
      if (!(error instanceof SelectorProblem)) throw error;
      const { event, reason, condition, message } = error;
      this.#record('Warning', event, message);
      this.#report({ type: 'ScalingActive', status: 'False', reason, message: condition });
      this.#setCurrent(spec?.replicas ?? 0);
      this.#record('Warning', 'FailedComputeMetricsReplicas', message);
      throw new SyncFailure();
    }
  }

  async #describedResource(kind: { apiVersion: string; kind: string }): Promise<DiscoveredResource> {
    const resource = await this.#context.scales.resourceOf(kind, { isAnyVersion: true });
    if (!resource) throw new MetricError(noMatches(kind.kind, parseApiVersion(kind.apiVersion).group));
    return resource;
  }

  #failMetrics({ reason, message, summary }: MetricFailure, count: number, current: number): SyncFailure {
    const text = `the HPA was unable to compute the replica count: ${message}`;
    this.#report({ type: 'ScalingActive', status: 'False', reason, message: text });
    this.#setCurrent(current);
    const total = this.#autoscaler.spec?.metrics?.length ?? 0;
    const first = `invalid metrics (${count} invalid out of ${total}), first error is: ${summary}`;
    this.#record('Warning', 'FailedComputeMetricsReplicas', first);
    return new SyncFailure();
  }

  async #rescale(
    resource: DiscoveredResource,
    scale: Scale,
    desired: number,
    reason: string,
    statuses: MetricStatus[] = [],
  ): Promise<void> {
    const { client, scales } = this.#context;
    const current = scale.spec?.replicas ?? 0;
    try {
      await scales.update(resource, { ...scale, spec: { ...scale.spec, replicas: desired } }, client);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#record('Warning', 'FailedRescale', `New size: ${desired}; reason: ${reason}; error: ${error.message}`);
      const message = `the HPA controller was unable to update the target scale: ${error.message}`;
      this.#report({ type: 'AbleToScale', status: 'False', reason: 'FailedUpdateScale', message });
      this.#setCurrent(current);
      return;
    }
    const message = `the HPA controller was able to update the target scale to ${desired}`;
    this.#report({ type: 'AbleToScale', status: 'True', reason: 'SucceededRescale', message });
    this.#record('Normal', 'SuccessfulRescale', `New size: ${desired}; reason: ${reason}`);
    // Only policies of a behavior read this history.
    if (this.#autoscaler.spec?.behavior)
      this.#changeHistory((held) => withScaling(held, current, desired, this.#now), current);
    this.#setReplicas(current, desired, statuses);
    this.#status = { ...this.#status, lastScaleTime: timeText(this.#now) };
  }

  #changeHistory(change: (history: ScalingHistory) => ScalingHistory, current: number): ScalingHistory {
    const { histories } = this.#context;
    const { uid = '' } = this.#autoscaler.metadata;
    const changed = change(histories.get(uid) ?? newHistory(current, this.#now));
    histories.set(uid, changed);
    return changed;
  }

  #setCurrent(current: number): void {
    this.#status = { ...this.#status, currentReplicas: current || undefined };
  }

  #setReplicas(current: number, desired: number, statuses: MetricStatus[] = []): void {
    const currentMetrics = statuses.length > 0 ? statuses : undefined;
    this.#setCurrent(current);
    this.#status = { ...this.#status, desiredReplicas: desired, currentMetrics };
  }

  #report(report: AutoscalerReport): void {
    const conditions = withCondition(this.#status.conditions ?? [], report, timeText(this.#now));
    this.#status = { ...this.#status, conditions };
  }

  #record(type: 'Normal' | 'Warning', reason: string, message: string): void {
    this.#context.events.record(this.#autoscaler, type, reason, message);
  }
}

/** Ends a sync. The status says why. */
class SyncFailure extends Error {}

const noMatches = (kind: string, group: string): string =>
  `no matches for kind ${JSON.stringify(kind)} in group ${JSON.stringify(group)}`;
