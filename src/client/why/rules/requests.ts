import type { Cause } from '../../../api/debug/why.ts';
import type { Pod } from '../../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../../api/scheduling/has-ended.ts';
import { podRequests } from '../../../api/scheduling/pod-requests.ts';
import { amountText } from '../../objects/node-capacity.ts';
import { cause, objectEvidence } from '../cause.ts';
import { countText, have, listText } from '../words.ts';

/** The request of a pod, in the units of `podRequests`. */
interface Request {
  readonly pod: Pod;
  readonly amount: number;
}

/** Returns the pods that request a resource, the largest request first. Finished pods request nothing. */
export const largest = (pods: readonly Pod[], resource: string): readonly Request[] =>
  pods
    .filter((pod) => !hasEnded(pod))
    .map((pod) => ({ pod, amount: resource === 'pods' ? 1 : (podRequests(pod)[resource] ?? 0) }))
    .filter(({ amount }) => amount > 0)
    .sort((one, other) => other.amount - one.amount);

/** Returns the cause that pods use a resource up. */
export function requesters(requests: readonly Request[], resource: string): Cause {
  const [first] = requests;
  const names = requests.map(({ pod: { metadata }, amount }) =>
    resource === 'pods' ? `${metadata.name}` : `${metadata.name} (${amountText(resource, amount)})`,
  );
  const count = requests.length;
  const text =
    resource === 'pods'
      ? `${countText(count, 'pod')} ${have(count)} not finished: ${listText(names)}`
      : `${countText(count, 'pod')} ${count === 1 ? 'requests' : 'request'} ${resource}: ${listText(names)}`;
  return cause('requests', text, {
    evidence: first ? requests.slice(0, 3).map(({ pod }) => objectEvidence(pod, 'spec.containers')) : [],
  });
}
