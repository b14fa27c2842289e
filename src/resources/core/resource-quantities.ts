import { canonicalResourceQuantity, parseQuantity, type Quantity } from '../../api/quantity.ts';

/** Amounts by resource name, as objects hold them. */
export type ResourceList = Record<string, string | number>;

/** Every amount of a list is kept in thousandths at the finest. */
export function roundResourceList(list: ResourceList | undefined): void {
  for (const [name, amount] of Object.entries(list ?? {})) {
    if (list) list[name] = canonicalResourceQuantity(String(amount ?? '0'));
  }
}

export const quantityFrom = (amount: string | number): Quantity => parseQuantity(String(amount).trim());

/** The amount of a resource; undefined when the list lacks it. */
export const amountOf = (list: ResourceList | undefined, name: string): Quantity | undefined => {
  const amount = list?.[name];
  return amount === undefined ? undefined : quantityFrom(amount);
};

/** The entries of a list in the order of their names; the real server's order is random. */
export const sortedAmounts = (list: ResourceList | undefined): (readonly [string, Quantity])[] =>
  Object.entries(list ?? {})
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, amount]) => [name, quantityFrom(amount)] as const);
