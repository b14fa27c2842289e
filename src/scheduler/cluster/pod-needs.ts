import type { Container, Pod } from '../../api/kinds/core-v1.generated.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';
import { podRequests, scoredPodRequests } from '../../api/scheduling/pod-requests.ts';
import type { ResourceAmounts } from '../../api/scheduling/resource-amounts.ts';

/**
 * The resource requests of a pod. Pods with equal containers share one value, so that callers can cache results by it.
 */
export interface PodNeeds {
  readonly requests: Readonly<ResourceAmounts>;
  /** With defaults for containers that request nothing. */
  readonly scoredRequests: Readonly<ResourceAmounts>;
}

const known = new BoundedMap<string, PodNeeds>(1024);

export function podNeeds(pod: Pod): PodNeeds {
  const key = needsText(pod);
  let needs = known.get(key);
  if (!needs) {
    needs = { requests: podRequests(pod), scoredRequests: scoredPodRequests(pod) };
    known.set(key, needs);
  }
  return needs;
}

/** Returns a text of every field from which a pod's requests are computed. */
const needsText = ({ spec }: Pod): string =>
  JSON.stringify([(spec?.containers ?? []).map(partsOf), spec?.initContainers?.map(partsOf), spec?.overhead]);

const partsOf = ({ resources, restartPolicy }: Container) => [resources?.requests, restartPolicy];
