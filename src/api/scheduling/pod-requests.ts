import type { Container, Pod } from '../kinds/core-v1.generated.ts';
import { addAmounts, type ResourceAmounts, raiseAmounts, resourceAmounts } from './resource-amounts.ts';

/** Default requests in scores for a container without CPU (thousandths) or memory (bytes) requests. */
const UNREQUESTED: Readonly<ResourceAmounts> = { cpu: 100, memory: 200 * 1024 * 1024 };

type RequestsOf = (container: Container) => ResourceAmounts;

const requestsOf: RequestsOf = ({ resources }) => resourceAmounts(resources?.requests);
const scoredRequestsOf: RequestsOf = ({ resources }) => ({ ...UNREQUESTED, ...resourceAmounts(resources?.requests) });

/**
 * Returns the effective requests of a pod: the sum of its containers or a larger init container, plus the overhead of
 * its runtime.
 */
export const podRequests = (pod: Pod): ResourceAmounts => totalOf(pod, requestsOf);

/** Returns the requests of a pod with defaults for containers without requests, so that they also count in scores. */
export const scoredPodRequests = (pod: Pod): ResourceAmounts => totalOf(pod, scoredRequestsOf);

function totalOf({ spec }: Pod, amountsOf: RequestsOf): ResourceAmounts {
  const total: ResourceAmounts = {};
  for (const container of spec?.containers ?? []) addAmounts(total, amountsOf(container));
  raiseAmounts(total, initialRequests(spec?.initContainers ?? [], total, amountsOf));
  if (spec?.overhead) addAmounts(total, resourceAmounts(spec.overhead));
  return total;
}

/**
 * Returns the requests of a pod during initialization. Init containers with `restartPolicy: Always` are sidecars: they
 * keep running, so they also add to `total` and to every later init container.
 */
function initialRequests(containers: readonly Container[], total: ResourceAmounts, amountsOf: RequestsOf) {
  const highest: ResourceAmounts = {};
  const sidecars: ResourceAmounts = {};
  for (const container of containers) {
    const amounts = amountsOf(container);
    if (container.restartPolicy === 'Always') {
      addAmounts(total, amounts);
      addAmounts(sidecars, amounts);
      raiseAmounts(highest, sidecars);
      continue;
    }
    addAmounts(amounts, sidecars);
    raiseAmounts(highest, amounts);
  }
  return highest;
}
