import type { HorizontalPodAutoscaler } from '../../../api/kinds/autoscaling-v2.generated.ts';
import type { Job } from '../../../api/kinds/batch-v1.generated.ts';
import type { Node, Pod, ResourceQuota, Service } from '../../../api/kinds/core-v1.generated.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import type { Condition } from '../../../api/kinds/meta-v1.generated.ts';
import type { PodDisruptionBudget } from '../../../api/kinds/policy-v1.generated.ts';
import type { ApiObject } from '../../../api/object.ts';
import { resourceAmount } from '../../../api/scheduling/resource-amounts.ts';
import type { KindKey } from '../../objects/kind-key.ts';
import { nodeUse } from '../../objects/node-capacity.ts';
import { podCounts, type Workload } from '../../objects/workload.ts';
import { failedJob, failedPods } from '../rules/batch.ts';
import { containerRestarts } from '../rules/containers.ts';
import { RULES } from '../rules/index.ts';
import { autoscaler, budget, usedOf } from '../rules/limits.ts';
import { fullNode } from '../rules/nodes.ts';
import { endpoints, noSelector } from '../rules/services.ts';
import { countText, digitsText } from '../words.ts';
import { type Count, type CountFacts, countFacts } from './aspect.ts';

type Counts = Readonly<Record<string, CountFacts>>;

/** Returns the facts of the counts of pods that a workload's status has. */
function podCountFacts(key: KindKey, resource: string): Counts {
  const rules = RULES[key] ?? [];
  const counts = (label: string, otherwise: string, means: string): CountFacts =>
    countFacts<Workload>({
      read: (object) => podCount(resource, object, label),
      otherwise,
      means,
      rules: () => rules,
    });
  return {
    updated: counts('Updated', 'every pod has the newest template', 'its controller still replaces old pods'),
    ready: counts('Ready', 'every pod is ready', 'not every pod is ready'),
    available: counts('Available', 'every pod is ready for long enough', 'not every pod is available'),
  };
}

function podCount(resource: string, object: Workload, name: string): Count | undefined {
  const found = podCounts(resource, object).find(({ label }) => label === name);
  return found && { text: `${found.count} of ${found.of} ${name.toLowerCase()}`, isWell: found.count >= found.of };
}

const jobCount = (label: string, otherwise: string, means: string): CountFacts =>
  countFacts<Job>({
    read(job) {
      const count = podCount('jobs', job as ApiObject as Workload, label);
      const isComplete = (job.status?.conditions ?? []).some(
        ({ type, status }) => type === 'Complete' && status === 'True',
      );
      return count && { ...count, isWell: count.isWell || isComplete };
    },
    otherwise,
    means,
    rules: () => RULES['batch/Job'] ?? [],
  });

const jobs: Counts = {
  active: jobCount('Active', 'its pods run, or it has completed', 'its pods do not run'),
  ready: jobCount('Ready', 'its pods are ready, or it has completed', 'its pods are not ready'),
  succeeded: jobCount('Succeeded', 'all of its pods succeeded', 'not all of its pods have succeeded'),
  failed: countFacts<Job>({
    read: (job) => {
      const { failed = 0 } = job.status ?? {};
      return { text: `${failed} of ${job.spec?.backoffLimit ?? 6} failed pods`, isWell: failed === 0 };
    },
    otherwise: 'none of its pods failed',
    means: 'its failed pods no longer exist',
    rules: () => [failedJob, failedPods],
  }),
};

const isReady = ({ conditions }: NonNullable<EndpointSlice['endpoints']>[number]): boolean =>
  conditions?.ready !== false;

/** Names of counts come from requests, and are not those of inherited members. */
const ownMember = <T>(members: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  members && Object.hasOwn(members, name) ? members[name] : undefined;

/** Reports whether conditions of an autoscaler say that something other than its metrics determines the replicas. */
const isLimited = (conditions: readonly Pick<Condition, 'type' | 'status'>[]): boolean =>
  conditions.some(({ type, status }) => (type === 'ScalingLimited' ? status === 'True' : status !== 'True'));

/** Returns what a disruption budget requires, as a clause. */
function requirement({ spec, status }: PodDisruptionBudget): string {
  const pods = countText(status?.expectedPods ?? 0, 'pod');
  return spec?.maxUnavailable === undefined
    ? `minAvailable requires ${spec?.minAvailable ?? 1} of its ${pods}`
    : `maxUnavailable allows ${spec.maxUnavailable} of its ${pods} to be unavailable`;
}

/** The counts of each built-in kind, by their names up to the first dot. */
export const COUNTS: Readonly<Record<KindKey, Counts>> = {
  'apps/Deployment': podCountFacts('apps/Deployment', 'deployments'),
  'apps/StatefulSet': podCountFacts('apps/StatefulSet', 'statefulsets'),
  'apps/DaemonSet': podCountFacts('apps/DaemonSet', 'daemonsets'),
  'apps/ReplicaSet': podCountFacts('apps/ReplicaSet', 'replicasets'),
  'core/ReplicationController': podCountFacts('core/ReplicationController', 'replicasets'),
  'batch/Job': jobs,
  'core/Pod': {
    restarts: countFacts<Pod>({
      read({ status }, _, of) {
        const all = [...(status?.initContainerStatuses ?? []), ...(status?.containerStatuses ?? [])];
        const named = of ? all.filter(({ name }) => name === of) : all;
        const count = named.reduce((sum, { restartCount }) => sum + restartCount, 0);
        return named.length > 0
          ? { text: `${digitsText(count, 'restart')}${of ? ` of ${of}` : ''}`, isWell: count === 0 }
          : undefined;
      },
      otherwise: 'its containers have not ended',
      means: 'its containers ended',
      rules: (of) => [containerRestarts(of)],
    }),
  },
  'core/Service': {
    endpoints: countFacts<Service>({
      async read(service, view) {
        const slices = await view.listAs<EndpointSlice>('discovery/EndpointSlice', service.metadata.namespace);
        const all = slices
          .filter(({ metadata }) => metadata.ownerReferences?.some(({ uid }) => uid === service.metadata.uid))
          .flatMap((slice) => slice.endpoints ?? []);
        const ready = all.filter(isReady).length;
        return {
          text: all.length > ready ? `${ready} of ${all.length} endpoints ready` : digitsText(ready, 'endpoint'),
          isWell: ready > 0 && ready === all.length,
        };
      },
      otherwise: 'every pod that its selector matches is ready',
      means: 'not every pod that its selector matches is ready',
      rules: () => [endpoints, noSelector],
    }),
  },
  'core/ResourceQuota': {
    used: countFacts<ResourceQuota>({
      read({ spec, status }, _, of) {
        const hard = ownMember(status?.hard, of) ?? ownMember(spec?.hard, of);
        if (hard === undefined) return undefined;
        const used = ownMember(status?.used, of) ?? 0;
        return { text: `${used} of ${hard} ${of} used`, isWell: resourceAmount(of, used) < resourceAmount(of, hard) };
      },
      otherwise: 'the namespace uses less than the quota allows',
      means: 'the namespace uses all that the quota allows',
      rules: (of) => [usedOf(of)],
    }),
  },
  'core/Node': {
    requested: countFacts<Node>({
      async read(node, view, of) {
        const pods = await view.listAs<Pod>('core/Pod');
        const own = pods.filter(({ spec }) => spec?.nodeName === node.metadata.name);
        const use = nodeUse(node, own).find(({ resource }) => resource === of);
        return use && { text: `${use.text} ${of} requested`, isWell: use.requested < use.allocatable };
      },
      otherwise: 'its pods request less than it has',
      means: 'its pods request all that it has',
      rules: (of) => [fullNode(of)],
    }),
  },
  'autoscaling/HorizontalPodAutoscaler': {
    replicas: countFacts<HorizontalPodAutoscaler>({
      read({ spec, status }) {
        const { currentReplicas = 0, desiredReplicas = 0, conditions = [] } = status ?? {};
        return {
          text: `${currentReplicas} of at most ${spec?.maxReplicas ?? 1} replicas`,
          isWell: conditions.length > 0 && !isLimited(conditions) && currentReplicas === desiredReplicas,
        };
      },
      otherwise: 'its metrics ask for as many replicas as there are',
      means: 'its target has not reached the desired number of replicas',
      rules: () => [autoscaler],
    }),
    desired: countFacts<HorizontalPodAutoscaler>({
      read({ status }) {
        const { desiredReplicas = 0, conditions = [] } = status ?? {};
        return {
          text: `${digitsText(desiredReplicas, 'replica')} desired`,
          isWell: conditions.length > 0 && !isLimited(conditions),
        };
      },
      otherwise: 'its metrics ask for this number of replicas',
      means: 'its metrics do not determine the number of replicas',
      rules: () => [autoscaler],
    }),
  },
  'policy/PodDisruptionBudget': {
    healthy: countFacts<PodDisruptionBudget>({
      read({ status }) {
        const { currentHealthy = 0, expectedPods = 0 } = status ?? {};
        return {
          text: `${currentHealthy} of ${expectedPods} healthy`,
          isWell: expectedPods > 0 && currentHealthy >= expectedPods,
        };
      },
      otherwise: 'every pod that its selector matches is ready',
      means: 'not every pod that its selector matches is ready',
      rules: () => [budget],
    }),
    required: countFacts<PodDisruptionBudget>({
      read({ status }) {
        const { currentHealthy = 0, desiredHealthy = 0 } = status ?? {};
        return { text: `${desiredHealthy} must be healthy`, isWell: currentHealthy >= desiredHealthy };
      },
      otherwise: requirement,
      means: requirement,
      rules: () => [],
    }),
    evictions: countFacts<PodDisruptionBudget>({
      read: ({ status }) => {
        const { disruptionsAllowed = 0 } = status ?? {};
        return {
          text: `${digitsText(disruptionsAllowed, 'eviction')} allowed`,
          isWell: disruptionsAllowed > 0,
        };
      },
      otherwise: 'more pods are healthy than must be',
      means: 'no more pods are healthy than must be',
      rules: () => [budget],
    }),
  },
};
