import type { PodTemplateSpec } from '../../api/kinds/core-v1.generated.ts';
import type { Condition, LabelSelector, OwnerReference } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { labelSelectorFromObject } from '../../api/selectors/label-selector.ts';

/** An object that controls pods: a Deployment, ReplicaSet, StatefulSet, DaemonSet or Job. */
export interface Workload extends ApiObject {
  readonly spec?: {
    readonly replicas?: number;
    readonly completions?: number;
    readonly parallelism?: number;
    readonly paused?: boolean;
    readonly selector?: LabelSelector;
    readonly template?: PodTemplateSpec;
  };
  /** The numeric members differ between kinds. */
  readonly status?: Readonly<Record<string, unknown>> & { readonly conditions?: readonly Partial<Condition>[] };
}

type Owned = { readonly metadata: { readonly ownerReferences?: readonly OwnerReference[] | undefined } };

const controllerUid = ({ metadata }: Owned): string | undefined =>
  metadata.ownerReferences?.find(({ controller }) => controller)?.uid;

/** Returns the items that one of the owners controls. */
export const controlledBy = <T>(
  items: readonly T[],
  owners: readonly ApiObject[],
  objectOf: (item: T) => Owned,
): readonly T[] => {
  const uids = new Set(owners.map(({ metadata }) => metadata.uid));
  return items.filter((item) => uids.has(controllerUid(objectOf(item))));
};

/** Returns the label selector of the pods, as text; undefined when it selects nothing or is invalid. */
export function podSelector({ spec }: Workload): string | undefined {
  try {
    return labelSelectorFromObject(spec?.selector).toString() || undefined;
  } catch {
    return undefined; // The server rejects such selectors, except in custom resources that look like workloads.
  }
}

const countOf = ({ status }: Workload, member: string): number => Number(status?.[member] ?? 0);

/** A number of pods out of those wanted. */
export interface PodCount {
  readonly label: string;
  readonly count: number;
  readonly of: number;
}

/** Members of the status that count pods, by resource. */
const COUNTS: Readonly<Record<string, readonly (readonly [label: string, member: string])[]>> = {
  deployments: [
    ['Updated', 'updatedReplicas'],
    ['Ready', 'readyReplicas'],
    ['Available', 'availableReplicas'],
  ],
  statefulsets: [
    ['Updated', 'updatedReplicas'],
    ['Ready', 'readyReplicas'],
    ['Available', 'availableReplicas'],
  ],
  daemonsets: [
    ['Updated', 'updatedNumberScheduled'],
    ['Ready', 'numberReady'],
    ['Available', 'numberAvailable'],
  ],
  replicasets: [
    ['Ready', 'readyReplicas'],
    ['Available', 'availableReplicas'],
  ],
  jobs: [
    ['Active', 'active'],
    ['Ready', 'ready'],
    ['Succeeded', 'succeeded'],
  ],
};

/** Returns how many pods a workload wants. */
export function desiredPods(resource: string, workload: Workload): number {
  const { spec } = workload;
  if (resource === 'daemonsets') return countOf(workload, 'desiredNumberScheduled');
  if (resource === 'jobs') return spec?.completions ?? spec?.parallelism ?? 1;
  return spec?.replicas ?? 1;
}

/** Returns the pod counts of a workload's status. */
export const podCounts = (resource: string, workload: Workload): PodCount[] =>
  (COUNTS[resource] ?? []).map(([label, member]) => ({
    label,
    count: countOf(workload, member),
    of: desiredPods(resource, workload),
  }));

/** The stage of a rollout, in words. */
export interface Progress {
  readonly status: 'info' | 'success' | 'warning' | 'danger';
  readonly text: string;
}

const replicas = (count: number): string => (count === 1 ? '1 replica' : `${count} replicas`);

/** Returns the progress of a rollout, by the rules of `kubectl rollout status`; for a job, whether it has ended. */
export function progressOf(resource: string, workload: Workload): Progress {
  const { metadata, spec, status } = workload;
  if (resource === 'jobs') return jobProgress(workload);
  if (spec?.paused) return { status: 'warning', text: 'Paused. Changes of the template are not rolled out.' };
  if ((metadata.generation ?? 0) > countOf(workload, 'observedGeneration'))
    return { status: 'info', text: 'Waiting for the controller to observe the change.' };
  const late = status?.conditions?.find(({ reason }) => reason === 'ProgressDeadlineExceeded');
  if (late) return { status: 'danger', text: late.message ?? 'The rollout exceeded its progress deadline.' };
  const desired = desiredPods(resource, workload);
  const [updated, ready, available] = podCounts(resource, workload).map(({ count }) => count);
  if (resource === 'replicasets') {
    return (updated ?? 0) < desired
      ? { status: 'info', text: `${updated} of ${replicas(desired)} ready.` }
      : { status: 'success', text: 'All replicas are ready.' };
  }
  if ((updated ?? 0) < desired) return { status: 'info', text: `${updated} of ${replicas(desired)} updated.` };
  const old = resource === 'deployments' ? countOf(workload, 'replicas') - (updated ?? 0) : 0;
  if (old > 0) return { status: 'info', text: `Waiting for ${old} old ${old === 1 ? 'replica' : 'replicas'} to end.` };
  const arrived = (resource === 'statefulsets' ? ready : available) ?? 0;
  if (arrived < desired) {
    const word = resource === 'statefulsets' ? 'ready' : 'available';
    return { status: 'info', text: `${arrived} of ${replicas(desired)} ${word}.` };
  }
  return { status: 'success', text: 'Rolled out.' };
}

function jobProgress({ spec, status }: Workload): Progress {
  const ended = status?.conditions?.find(
    ({ type, status: value }) => value === 'True' && ['Complete', 'Failed', 'Suspended'].includes(type ?? ''),
  );
  if (ended?.type === 'Complete') return { status: 'success', text: 'Completed.' };
  if (ended?.type === 'Suspended') return { status: 'warning', text: 'Suspended.' };
  if (ended) return { status: 'danger', text: ended.message ?? 'Failed.' };
  const failed = Number(status?.failed ?? 0);
  const text = `${Number(status?.succeeded ?? 0)} of ${spec?.completions ?? spec?.parallelism ?? 1} pods succeeded`;
  return { status: 'info', text: failed > 0 ? `${text}, ${failed} failed.` : `${text}.` };
}
