import { type ApiObject, type GroupResource, isRecord } from '../../../api/object.ts';

/** What acts on the objects of a cluster. */
export interface ClusterActivity {
  /** Whether each controller runs, by name; the server has no others. */
  readonly controllers: ReadonlyMap<string, boolean>;
  readonly nodes: number;
  readonly simulatedNodes: number;
}

/** Plays simulated nodes and their pods. */
export const NODE_SIMULATION = 'node-simulation';
export const GARBAGE_COLLECTOR = 'garbage-collector-controller';

/** Tells why objects wait, and what would help. */
export interface SimulationNote {
  readonly text: string;
  readonly remedy: 'start controllers' | 'add nodes' | undefined;
}

interface Rule {
  /** The controllers that act on the kind. */
  readonly controllers: readonly string[];
  /** What does not happen without them. */
  readonly consequence: string;
  /** What does not happen without nodes; undefined for kinds that need none. */
  readonly withoutNodes?: string;
  /** Reports whether an object waits. Undefined when every object may. */
  readonly isWaiting?: (object: ApiObject) => boolean;
}

const partOf = (object: ApiObject, part: 'spec' | 'status'): Readonly<Record<string, unknown>> => {
  const value = (object as { readonly spec?: unknown; readonly status?: unknown })[part];
  return isRecord(value) ? value : {};
};

const lacksReplicas = (object: ApiObject): boolean =>
  Number(partOf(object, 'spec').replicas ?? 1) > Number(partOf(object, 'status').readyReplicas ?? 0);

const PENDING = 'pods stay pending';

const replicated = (consequence: string, ...controllers: string[]): Rule => ({
  controllers,
  consequence,
  withoutNodes: PENDING,
  isWaiting: lacksReplicas,
});

/** By `group/resource`. */
const RULES: Readonly<Record<string, Rule>> = {
  'apps/deployments': replicated('deployments have no pods', 'deployment-controller', 'replicaset-controller'),
  'apps/replicasets': replicated('replica sets have no pods', 'replicaset-controller'),
  'apps/statefulsets': replicated('stateful sets have no pods', 'statefulset-controller'),
  '/replicationcontrollers': replicated('replication controllers have no pods', 'replicationcontroller-controller'),
  'apps/daemonsets': {
    controllers: ['daemonset-controller'],
    consequence: 'daemon sets have no pods',
    withoutNodes: 'daemon sets have no pods',
  },
  'batch/jobs': {
    controllers: ['job-controller'],
    consequence: 'jobs do not start',
    withoutNodes: PENDING,
    isWaiting: (object) => partOf(object, 'status').completionTime === undefined,
  },
  'batch/cronjobs': { controllers: ['cronjob-controller'], consequence: 'no jobs are created on schedule' },
  'autoscaling/horizontalpodautoscalers': {
    controllers: ['horizontal-pod-autoscaler-controller'],
    consequence: 'workloads are not scaled',
  },
  '/pods': {
    controllers: ['kube-scheduler'],
    consequence: PENDING,
    withoutNodes: PENDING,
    isWaiting: (object) => ['', 'Pending'].includes(String(partOf(object, 'status').phase ?? '')),
  },
  '/services': {
    controllers: ['endpoints-controller', 'endpointslice-controller'],
    consequence: 'services have no endpoints',
    isWaiting: (object) => isRecord(partOf(object, 'spec').selector),
  },
  '/persistentvolumeclaims': {
    controllers: ['persistentvolume-binder-controller'],
    consequence: 'claims stay pending',
    isWaiting: (object) => partOf(object, 'status').phase !== 'Bound',
  },
};

/** Returns why a kind, or one object of it, waits for something that the cluster does not do; otherwise undefined. */
export function simulationNote(
  { group, resource }: GroupResource,
  { controllers, nodes, simulatedNodes }: ClusterActivity,
  object?: ApiObject,
): SimulationNote | undefined {
  const rule = RULES[`${group}/${resource}`];
  if (!rule || (object && !(rule.isWaiting?.(object) ?? true))) return undefined;
  const idle = rule.controllers.find((name) => controllers.get(name) !== true);
  if (idle !== undefined) {
    return controllers.has(idle)
      ? { text: `${idle} is stopped, so ${rule.consequence}.`, remedy: 'start controllers' }
      : { text: `${idle} is not part of this cluster, so ${rule.consequence}.`, remedy: undefined };
  }
  if (rule.withoutNodes === undefined) return undefined;
  if (nodes === 0) return { text: `The cluster has no nodes, so ${rule.withoutNodes}.`, remedy: 'add nodes' };
  if (simulatedNodes === nodes && controllers.get(NODE_SIMULATION) !== true)
    return { text: `${NODE_SIMULATION} is stopped, so simulated nodes do nothing.`, remedy: 'start controllers' };
  return undefined;
}
