import { type ApiObject, type GroupResource, isRecord } from '../../../api/object.ts';

interface SimulationNote {
  readonly text: string;
  /** Reports whether an object waits for something that is not simulated. Undefined when every object may. */
  readonly isWaiting?: (object: ApiObject) => boolean;
}

const partOf = (object: ApiObject, part: 'spec' | 'status'): Readonly<Record<string, unknown>> => {
  const value = (object as { readonly spec?: unknown; readonly status?: unknown })[part];
  return isRecord(value) ? value : {};
};

const lacksReplicas = (object: ApiObject): boolean =>
  Number(partOf(object, 'spec').replicas ?? 1) > Number(partOf(object, 'status').readyReplicas ?? 0);

/** Notes about missing simulation, by `group/resource`. */
const NOTES: Readonly<Record<string, SimulationNote>> = {
  'apps/deployments': {
    text: 'No controller creates the replica sets and pods of a deployment yet, so none become ready.',
    isWaiting: lacksReplicas,
  },
  'apps/replicasets': {
    text: 'No controller creates the pods of a replica set yet, so none become ready.',
    isWaiting: lacksReplicas,
  },
  'apps/statefulsets': {
    text: 'No controller creates the pods of a stateful set yet, so none become ready.',
    isWaiting: lacksReplicas,
  },
  '/replicationcontrollers': {
    text: 'No controller creates the pods of a replication controller yet, so none become ready.',
    isWaiting: lacksReplicas,
  },
  'apps/daemonsets': { text: 'No nodes are simulated and no controller creates the pods of a daemon set yet.' },
  'batch/jobs': {
    text: 'No controller creates the pods of a job yet, so it does not start or complete.',
    isWaiting: (object) => partOf(object, 'status').completionTime === undefined,
  },
  'batch/cronjobs': { text: 'No controller creates the jobs of a cron job yet, so none are scheduled.' },
  'autoscaling/horizontalpodautoscalers': {
    text: 'No controller scales workloads yet, so replica counts stay as they are.',
  },
  '/pods': {
    text: 'The scheduler and nodes are not simulated yet, so pods stay pending and no container runs.',
    isWaiting: (object) => ['', 'Pending'].includes(String(partOf(object, 'status').phase ?? '')),
  },
  '/services': {
    text: 'No controller fills the endpoints of a service yet, even if pods match its selector.',
    isWaiting: (object) => isRecord(partOf(object, 'spec').selector),
  },
};

/** Returns the note for a kind, or for one object that waits for something not simulated; otherwise undefined. */
export function simulationNote({ group, resource }: GroupResource, object?: ApiObject): string | undefined {
  const note = NOTES[`${group}/${resource}`];
  return note && (object === undefined || (note.isWaiting?.(object) ?? true)) ? note.text : undefined;
}
