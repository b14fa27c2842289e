import type {
  HorizontalPodAutoscalerBehavior,
  HPAScalingPolicy,
  HPAScalingRules,
} from '../../api/kinds/autoscaling-v2.generated.ts';
import type { AutoscalerReport } from './autoscaler-conditions.ts';
import { type Sample, type ScalingHistory, sumSince } from './scaling-history.ts';

export interface LimitInput {
  readonly current: number;
  /** The number of replicas that the metrics require. */
  readonly desired: number;
  readonly minimum: number;
  readonly maximum: number;
  readonly behavior: HorizontalPodAutoscalerBehavior | undefined;
  readonly history: ScalingHistory;
  readonly now: number;
  /** Seconds for which the highest recommendation counts, unless the autoscaler sets a window. */
  readonly stabilization: number;
}

export interface Limited {
  readonly replicas: number;
  readonly reports: readonly AutoscalerReport[];
}

/** Limits a desired number of replicas by recent recommendations, the rate of change, and the autoscaler's range. */
export function limitReplicas(input: LimitInput): Limited {
  const stabilized = input.behavior ? stabilizeByBehavior(input, input.behavior) : stabilize(input);
  const wanted = { ...input, desired: stabilized };
  const limited = input.behavior ? limitByBehavior(wanted, input.behavior) : limit(wanted);
  return {
    replicas: limited.replicas,
    reports: [
      stabilizationReport(input, stabilized),
      { type: 'ScalingLimited', status: limited.replicas === stabilized ? 'False' : 'True', ...limited.why },
    ],
  };
}

function stabilizationReport({ behavior, desired, current }: LimitInput, stabilized: number): AutoscalerReport {
  const common = { type: 'AbleToScale', status: 'True' } as const;
  if (stabilized === desired) {
    return { ...common, reason: 'ReadyForNewScale', message: 'recommended size matches current size' };
  }
  if (behavior && desired >= current) {
    const message = 'recent recommendations were lower than current one, applying the lowest recent recommendation';
    return { ...common, reason: 'ScaleUpStabilized', message };
  }
  const message = 'recent recommendations were higher than current one, applying the highest recent recommendation';
  return { ...common, reason: 'ScaleDownStabilized', message };
}

const recommendationsSince = ({ history, now }: LimitInput, seconds: number): number[] =>
  history.recommendations.filter(({ at }) => at > now - seconds * 1000).map(({ replicas }) => replicas);

const stabilize = (input: LimitInput): number =>
  Math.max(input.desired, ...recommendationsSince(input, input.stabilization));

function stabilizeByBehavior(input: LimitInput, { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): number {
  const upWindow = scaleUp?.stabilizationWindowSeconds ?? 0;
  const downWindow = scaleDown?.stabilizationWindowSeconds ?? input.stabilization;
  const lowest = Math.min(input.desired, ...recommendationsSince(input, upWindow));
  const highest = Math.max(input.desired, ...recommendationsSince(input, downWindow));
  return Math.min(Math.max(input.current, lowest), highest);
}

interface Decision {
  readonly replicas: number;
  readonly why: { readonly reason: string; readonly message: string };
}

const because = (reason: string, message: string) => ({ reason, message });
const WITHIN_RANGE = because('DesiredWithinRange', 'the desired count is within the acceptable range');
const TOO_FEW = because('TooFewReplicas', 'the desired replica count is less than the minimum replica count');
const TOO_MANY = because('TooManyReplicas', 'the desired replica count is more than the maximum replica count');
const TOO_FAST_UP = because(
  'ScaleUpLimit',
  'the desired replica count is increasing faster than the maximum scale rate',
);
const TOO_FAST_DOWN = because(
  'ScaleDownLimit',
  'the desired replica count is decreasing faster than the maximum scale rate',
);

/** Without a behavior, one step at most doubles the replicas, or scales up to four. */
function limit({ current, desired, minimum, maximum }: LimitInput): Decision {
  const rate = Math.max(2 * current, 4);
  const highest = Math.min(maximum, rate);
  if (desired < minimum) return { replicas: minimum, why: TOO_FEW };
  if (desired > highest) return { replicas: highest, why: maximum > rate ? TOO_FAST_UP : TOO_MANY };
  return { replicas: desired, why: WITHIN_RANGE };
}

function limitByBehavior(input: LimitInput, { scaleUp, scaleDown }: HorizontalPodAutoscalerBehavior): Decision {
  const { current, desired, minimum, maximum } = input;
  if (desired > current) {
    const rate = Math.max(current, scaleUpLimit(input, scaleUp));
    const highest = Math.min(maximum, rate);
    if (desired > highest) return { replicas: highest, why: maximum > rate ? TOO_FAST_UP : TOO_MANY };
  } else if (desired < current) {
    const rate = Math.min(current, scaleDownLimit(input, scaleDown));
    const lowest = Math.max(minimum, rate);
    if (desired < lowest) return { replicas: lowest, why: minimum < rate ? TOO_FAST_DOWN : TOO_FEW };
  }
  return { replicas: desired, why: WITHIN_RANGE };
}

function scaleUpLimit(input: LimitInput, rules: HPAScalingRules | undefined): number {
  if (rules?.selectPolicy === 'Disabled') return input.current;
  const proposals = (rules?.policies ?? []).map((policy) => {
    const start = replicasAtStart(input, policy);
    return policy.type === 'Pods' ? start + policy.value : Math.ceil(start * (1 + policy.value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.min(...proposals) : Math.max(...proposals);
}

function scaleDownLimit(input: LimitInput, rules: HPAScalingRules | undefined): number {
  if (rules?.selectPolicy === 'Disabled') return input.current;
  const proposals = (rules?.policies ?? []).map((policy) => {
    const start = replicasAtStart(input, policy);
    return policy.type === 'Pods' ? start - policy.value : Math.trunc(start * (1 - policy.value / 100));
  });
  return rules?.selectPolicy === 'Min' ? Math.max(...proposals) : Math.min(...proposals);
}

/** Returns the number of replicas at the beginning of the period of a policy. */
function replicasAtStart({ current, history, now }: LimitInput, { periodSeconds }: HPAScalingPolicy): number {
  const change = (samples: readonly Sample[]): number => sumSince(samples, periodSeconds, now);
  return current - change(history.additions) + change(history.removals);
}
