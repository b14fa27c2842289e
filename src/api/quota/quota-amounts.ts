import type { Container, Pod, ResourceRequirements } from '../kinds/core-v1.generated.ts';
import { addQuantities, compareQuantities, parseQuantity, type Quantity } from '../values/quantity.ts';

/** Amounts by resource name: `cpu`, `memory`, `requests.storage`. */
export type Amounts = ReadonlyMap<string, Quantity>;

export const amountsOf = (list: Readonly<Record<string, unknown>> | null | undefined): Amounts =>
  new Map(Object.entries(list ?? {}).map(([name, amount]) => [name, parseQuantity(String(amount))]));

/** Adds amounts by resource name. */
export const addAmounts = (a: Amounts, b: Amounts): Amounts => merged(a, b, addQuantities);

const largerAmounts = (a: Amounts, b: Amounts): Amounts =>
  merged(a, b, (one, other) => (compareQuantities(one, other) >= 0 ? one : other));

function merged(a: Amounts, b: Amounts, join: (a: Quantity, b: Quantity) => Quantity): Amounts {
  const both = new Map(a);
  for (const [name, amount] of b) {
    const own = both.get(name);
    both.set(name, own ? join(own, amount) : amount);
  }
  return both;
}

export const containerAmounts = (
  container: Container,
  which: keyof Pick<ResourceRequirements, 'requests' | 'limits'>,
): Amounts => amountsOf(container.resources?.[which]);

/**
 * Returns the peak amounts of a pod: the sum of its containers, or a larger init container. Restartable init containers
 * (restartPolicy Always) count together with everything that starts after them.
 */
export function podAmounts({ spec }: Pod, which: 'requests' | 'limits'): Amounts {
  let total: Amounts = new Map();
  for (const container of spec?.containers ?? []) total = addAmounts(total, containerAmounts(container, which));
  let lasting: Amounts = new Map();
  let largest: Amounts = new Map();
  for (const container of spec?.initContainers ?? []) {
    const own = containerAmounts(container, which);
    if (container.restartPolicy === 'Always') {
      total = addAmounts(total, own);
      lasting = addAmounts(lasting, own);
      largest = largerAmounts(largest, lasting);
    } else {
      largest = largerAmounts(largest, addAmounts(own, lasting));
    }
  }
  return largerAmounts(total, largest);
}
