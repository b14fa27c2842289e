import type { Container, PodSpec } from '../../../api/kinds/core-v1.generated.ts';
import { addQuantities, compareQuantities, type Quantity, quantitySign } from '../../../api/values/quantity.ts';
import { amountOf } from '../quantities/resource-quantities.ts';

const COMPUTED = ['cpu', 'memory'] as const;

function sums(containers: readonly Container[], list: 'limits' | 'requests'): Map<string, Quantity> {
  const total = new Map<string, Quantity>();
  for (const { resources } of containers) {
    for (const name of COMPUTED) {
      const amount = amountOf(resources?.[list], name);
      if (!amount || quantitySign(amount) <= 0) continue;
      const before = total.get(name);
      total.set(name, before ? addQuantities(before, amount) : amount);
    }
  }
  return total;
}

/** Returns the QoS class: `Guaranteed`, `Burstable` or `BestEffort`. */
export function qualityOfService(spec: PodSpec): string {
  const containers = [...(spec.containers ?? []), ...(spec.initContainers ?? [])];
  const [requests, limits] = [sums(containers, 'requests'), sums(containers, 'limits')];
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const areLimited = containers.every(({ resources }) =>
    COMPUTED.every((name) => {
      const limit = amountOf(resources?.limits, name);
      return limit !== undefined && quantitySign(limit) > 0;
    }),
  );
  const areEqual = [...requests].every(([name, request]) => {
    const limit = limits.get(name);
    return limit !== undefined && compareQuantities(request, limit) === 0;
  });
  return areLimited && areEqual && requests.size === limits.size ? 'Guaranteed' : 'Burstable';
}
