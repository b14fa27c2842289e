import type {
  PodFailurePolicy,
  PodFailurePolicyOnExitCodesRequirement,
  PodFailurePolicyOnPodConditionsPattern,
  PodFailurePolicyRule,
} from '../../../api/kinds/batch-v1.generated.ts';
import type { ContainerStatus, Pod, PodCondition } from '../../../api/kinds/core-v1.generated.ts';

/** The decision of a failure policy about a failed pod. */
export interface FailureMatch {
  /** Undefined when no rule matches. */
  readonly action?: string;
  /** Whether the failure counts towards the backoff limit. */
  readonly isCounted: boolean;
  /** Why the Job fails. Undefined unless the action is FailJob. */
  readonly message?: string;
}

/** Returns the decision of the first matching rule. A failure without a matching rule is counted. */
export function matchFailurePolicy(policy: PodFailurePolicy | undefined, pod: Pod): FailureMatch {
  for (const [index, rule] of (policy?.rules ?? []).entries()) {
    const cause = causeOf(rule, pod);
    if (cause === undefined) continue;
    const { action } = rule;
    if (action === 'Ignore') return { action, isCounted: false };
    if (action === 'Count' || action === 'FailIndex') return { action, isCounted: true };
    if (action === 'FailJob') {
      return { action, isCounted: true, message: `${cause} matching ${action} rule at index ${index}` };
    }
  }
  return { isCounted: true };
}

function causeOf({ onExitCodes, onPodConditions }: PodFailurePolicyRule, pod: Pod): string | undefined {
  const podName = `${pod.metadata.namespace}/${pod.metadata.name}`;
  if (onExitCodes) {
    const container = matchingContainer(onExitCodes, pod);
    if (!container) return undefined;
    const exitCode = container.state?.terminated?.exitCode;
    return `Container ${container.name} for pod ${podName} failed with exit code ${exitCode}`;
  }
  const condition = matchingCondition(onPodConditions ?? [], pod.status?.conditions ?? []);
  return condition && `Pod ${podName} has condition ${condition.type}`;
}

function matchingContainer(
  { containerName, operator, values }: PodFailurePolicyOnExitCodesRequirement,
  { status }: Pod,
): ContainerStatus | undefined {
  const containers = [...(status?.containerStatuses ?? []), ...(status?.initContainerStatuses ?? [])];
  return containers.find(({ name, state }) => {
    const exitCode = state?.terminated?.exitCode ?? 0;
    if (exitCode === 0 || (containerName !== undefined && containerName !== name)) return false;
    return (values ?? []).includes(exitCode) === (operator === 'In');
  });
}

const matchingCondition = (
  patterns: readonly PodFailurePolicyOnPodConditionsPattern[],
  conditions: readonly PodCondition[],
): PodCondition | undefined =>
  conditions.find((condition) =>
    patterns.some(({ type, status }) => type === condition.type && status === condition.status),
  );
