import { BoundedMap } from '../memory/bounded-map.ts';
import { parseQuantity, scaledValue } from '../values/quantity.ts';

/** Amounts by resource name: `cpu` in thousandths, everything else in whole units. */
export type ResourceAmounts = Record<string, number>;

type Quantities = Readonly<Record<string, string | number>> | null | undefined;

const known = new BoundedMap<string, number>(4096);

/** Returns the amount of a quantity in the unit of its resource, rounded up. */
export function resourceAmount(resource: string, quantity: string | number): number {
  const text = String(quantity);
  const key = resource === 'cpu' ? `m${text}` : text;
  let amount = known.get(key);
  if (amount === undefined) {
    amount = Number(scaledValue(parseQuantity(text), resource === 'cpu' ? -3 : 0));
    // Cached: manifests use few distinct quantities, and parsing one takes longer than the rest of a sum.
    known.set(key, amount);
  }
  return amount;
}

/** Returns the amounts of a resource list. */
export function resourceAmounts(quantities: Quantities): ResourceAmounts {
  const amounts: ResourceAmounts = {};
  for (const resource in quantities) amounts[resource] = resourceAmount(resource, quantities[resource] ?? '0');
  return amounts;
}

/** Adds amounts to a sum in place. */
export function addAmounts(sum: ResourceAmounts, amounts: Readonly<ResourceAmounts>, sign: 1 | -1 = 1): void {
  for (const resource in amounts) sum[resource] = (sum[resource] ?? 0) + sign * (amounts[resource] ?? 0);
}

/** Raises every amount of a sum, in place, to at least the given one. */
export function raiseAmounts(sum: ResourceAmounts, amounts: Readonly<ResourceAmounts>): void {
  for (const resource in amounts) sum[resource] = Math.max(sum[resource] ?? 0, amounts[resource] ?? 0);
}
