import type { Cause } from '../../api/debug/why.ts';
import type { ApiObject } from '../../api/object.ts';
import { kindKeyOf } from '../objects/kind-key.ts';
import { podCounts, type Workload } from '../objects/workload.ts';
import type { View } from './view.ts';
import { asSentence } from './words.ts';

const WORKLOADS: Readonly<Record<string, string>> = {
  'apps/Deployment': 'deployments',
  'apps/ReplicaSet': 'replicasets',
  'apps/StatefulSet': 'statefulsets',
  'apps/DaemonSet': 'daemonsets',
  'core/ReplicationController': 'replicasets',
};

/**
 * Returns the state of an object with the most probable chain: `1 of 5 available: four pods are not ready, because …`.
 * `isPartial`: the caller may not list everything that was asked for.
 */
export function sentenceOf(
  object: ApiObject,
  { dialect }: View,
  state: string | undefined,
  causes: readonly Cause[],
  isPartial: boolean,
): string {
  const head = availableText(object, WORKLOADS[kindKeyOf(object, dialect)]) ?? state ?? nameText(object);
  const [first] = causes;
  if (first) return asSentence(`${head}: ${chainText(first)}`);
  return `${asSentence(head)} Nothing is wrong with it${isPartial ? ', as far as you may read' : ''}.`;
}

const nameText = ({ kind, metadata }: ApiObject): string => `${kind} ${metadata.name}`;

function availableText(object: ApiObject, resource: string | undefined): string | undefined {
  if (!resource || object.metadata.deletionTimestamp) return undefined;
  const counts = podCounts(resource, object as Workload);
  const [updated, available] = [counts[0], counts.at(-1)];
  const isRollingOut = updated?.label === 'Updated' && available?.count === available?.of && updated.count < updated.of;
  const shown = isRollingOut ? updated : available;
  return shown && `${shown.count} of ${shown.of} ${shown.label.toLowerCase()}`;
}

/** Returns a cause with the most probable chain of its causes, joined by "because". */
export const chainText = ({ text, because: [next] }: Cause): string =>
  next ? `${text}, because ${chainText(next)}` : text;
