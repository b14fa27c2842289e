import { DEBUG_GROUP, DEBUG_VERSION } from '../../../api/debug/access-explanation.ts';
import { type ApiObject, type GroupResource, isRecord } from '../../../api/object.ts';

/** The controllers and nodes that act on the objects of a cluster. */
export interface ClusterActivity {
  /** Whether each controller runs, by name; the server has no others. */
  readonly controllers: ReadonlyMap<string, boolean>;
  readonly nodes: number;
  readonly simulatedNodes: number;
}

/** The resource of controllers and whether they run. */
export const CONTROLLERS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'controllerstates' };

/** The controller that runs simulated nodes and their pods. */
export const NODE_SIMULATION = 'node-simulation';
export const GARBAGE_COLLECTOR = 'garbage-collector-controller';

/** The reason why objects wait, and the remedy. */
export interface SimulationNote {
  readonly text: string;
  readonly remedy: 'start controllers' | 'add nodes' | undefined;
}

interface Rule {
  /** The controllers of the kind, with the effect of each being stopped, which must be true whatever happened before. */
  readonly controllers: Readonly<Record<string, string>>;
  /** The effect of having no nodes; undefined for kinds that need none. */
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

const PENDING = 'new pods stay pending';

const replicated = (controllers: Rule['controllers']): Rule => ({
  controllers,
  withoutNodes: PENDING,
  isWaiting: lacksReplicas,
});

/** By `group/resource`. */
const RULES: Readonly<Record<string, Rule>> = {
  'apps/deployments': replicated({
    'deployment-controller': 'changes of deployments do not reach their replica sets',
    'replicaset-controller': 'deployments get no new pods',
  }),
  'apps/replicasets': replicated({ 'replicaset-controller': 'replica sets get no new pods' }),
  'apps/statefulsets': replicated({ 'statefulset-controller': 'stateful sets get no new pods' }),
  '/replicationcontrollers': replicated({
    'replicationcontroller-controller': 'replication controllers get no new pods',
  }),
  'apps/daemonsets': {
    controllers: { 'daemonset-controller': 'daemon sets get no new pods' },
    withoutNodes: 'daemon sets get no new pods',
  },
  'batch/jobs': {
    controllers: { 'job-controller': 'jobs get no new pods and do not complete' },
    withoutNodes: PENDING,
    isWaiting: (object) => partOf(object, 'status').completionTime === undefined,
  },
  'batch/cronjobs': { controllers: { 'cronjob-controller': 'no jobs are created on schedule' } },
  'autoscaling/horizontalpodautoscalers': {
    controllers: { 'horizontal-pod-autoscaler-controller': 'workloads are not scaled' },
  },
  '/pods': {
    controllers: { 'kube-scheduler': PENDING },
    withoutNodes: PENDING,
    isWaiting: (object) => ['', 'Pending'].includes(String(partOf(object, 'status').phase ?? '')),
  },
  '/services': {
    controllers: {
      'endpoints-controller': 'endpoints of services are not updated',
      'endpointslice-controller': 'endpoint slices of services are not updated',
    },
    isWaiting: (object) => isRecord(partOf(object, 'spec').selector),
  },
  '/persistentvolumeclaims': {
    controllers: { 'persistentvolume-binder-controller': 'new claims stay pending' },
    isWaiting: (object) => partOf(object, 'status').phase !== 'Bound',
  },
};

/** Returns why a kind, or one object of it, waits for a controller or node that does not run; otherwise undefined. */
export function simulationNote(
  { group, resource }: GroupResource,
  { controllers, nodes, simulatedNodes }: ClusterActivity,
  object?: ApiObject,
): SimulationNote | undefined {
  const rule = RULES[`${group}/${resource}`];
  if (!rule || (object && !(rule.isWaiting?.(object) ?? true))) return undefined;
  const missing = (name: string, consequence: string): SimulationNote =>
    controllers.has(name)
      ? { text: `${name} is stopped, so ${consequence}.`, remedy: 'start controllers' }
      : { text: `${name} is not part of this cluster, so ${consequence}.`, remedy: undefined };
  const idle = Object.entries(rule.controllers).find(([name]) => controllers.get(name) !== true);
  if (idle) return missing(...idle);
  if (rule.withoutNodes === undefined) return undefined;
  if (nodes === 0) return { text: `The cluster has no nodes, so ${rule.withoutNodes}.`, remedy: 'add nodes' };
  if (simulatedNodes === nodes && controllers.get(NODE_SIMULATION) !== true)
    return missing(NODE_SIMULATION, 'simulated nodes do nothing');
  return undefined;
}
