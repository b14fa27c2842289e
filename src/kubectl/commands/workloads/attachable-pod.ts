import { DEFAULT_CONTAINER_ANNOTATION } from '../../../api/kubernetes-names.ts';
import { isOfCoreKind } from '../../../api/object.ts';
import type { AnyObject, Invocation } from '../../command.ts';
import { failure } from '../../command-error.ts';
import { items, string } from '../../describe/fields.ts';
import { selectorText } from '../../describe/selector-text.ts';
import { listAll } from '../../objects/list-all.ts';
import { typeNamed } from '../../objects/resource-types.ts';
import { readObjects, targetsOf } from '../../objects/targets.ts';
import { podOrder } from './pod-order.ts';

/** A pod of an argument, and how many more pods its workload has. */
export interface AttachablePod {
  readonly pod: AnyObject;
  readonly others: number;
}

/**
 * Returns the pod of an argument `POD` or `TYPE/NAME`. Of a workload, it is the first by `podOrder`.
 * @param purpose what the command does with the pod, for messages
 */
export async function attachablePod(
  invocation: Invocation,
  argument: string,
  purpose: 'get the logs from' | 'attach to',
): Promise<AttachablePod> {
  const { client, environment, namespace } = invocation;
  const target = argument.includes('/') ? argument : `pods/${argument}`;
  const [found] = await readObjects(invocation, await targetsOf(invocation, [target]));
  if (!found) throw failure(`no object has the name ${JSON.stringify(argument)}`);
  const { object } = found;
  if (isOfCoreKind(object, 'Pod')) return { pod: object, others: 0 };
  const { selector } = (object.spec ?? {}) as { selector?: object };
  if (!selector) throw failure(`cannot ${purpose} ${groupVersionKind(object)}: selector is missing`);
  const labelSelector =
    'matchLabels' in selector || 'matchExpressions' in selector
      ? selectorText(selector)
      : selectorText({ matchLabels: selector });
  const pods = await typeNamed(environment, 'pods');
  const [pod, ...others] = (await listAll(client, pods, namespace, { labelSelector })).sort(
    podOrder(purpose === 'get the logs from' ? 'most first' : 'fewest first'),
  );
  if (!pod) throw failure('timed out waiting for the condition');
  return { pod, others: others.length };
}

const groupVersionKind = ({ apiVersion, kind }: AnyObject): string => `${apiVersion}, Kind=${kind}`;

/** Returns the container of a command without `--container`, and says which one was chosen among several. */
export function defaultContainer({ environment, flags, err }: Invocation, pod: AnyObject): string {
  const annotated = pod.metadata.annotations?.[environment.dialect().rename(DEFAULT_CONTAINER_ANNOTATION)];
  if (annotated) return annotated;
  const names = (field: string): string[] => items(pod, 'spec', field).map((each) => string(each, 'name'));
  const [first = '', ...others] = names('containers');
  const all = [first, ...others, ...names('initContainers').map((name) => `${name} (init)`)];
  if (all.length > 1 && !flags.is('quiet'))
    err(`Defaulted container ${JSON.stringify(first)} out of: ${all.join(', ')}\n`);
  return first;
}
