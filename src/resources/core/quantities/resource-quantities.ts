import {
  canonicalQuantity,
  canonicalResourceQuantity,
  NULL_QUANTITY,
  parseQuantity,
  type Quantity,
  roundUpQuantity,
} from '../../../api/values/quantity.ts';
import { copyAmount, isSentNull, sentAmount } from '../../../schema/sent-amounts.ts';

const THOUSANDTH = -3;

/** Amounts by resource name, as objects hold them. */
export type ResourceList = Record<string, string | number>;

/** Rounds every amount to thousandths. */
export function roundResourceList(list: ResourceList | undefined): void {
  for (const name in list) {
    const rounded = canonicalResourceQuantity(String(list[name]));
    // Only writes changes, because the list may be a frozen part of the live object, which is already rounded.
    if (rounded !== list[name]) list[name] = rounded;
  }
}

/** Returns the list with missing entries taken from the source. */
export function withAmountsOf(source: ResourceList | undefined, list: ResourceList = {}): ResourceList {
  for (const name of Object.keys(source ?? {})) {
    if (source && list[name] === undefined) copyAmount(name, source, list);
  }
  return list;
}

export const quantityFrom = (amount: string | number): Quantity => parseQuantity(String(amount).trim());

/** Returns the amount of a resource as the client wrote it; undefined when it is missing. */
export function amountOf(list: ResourceList | undefined, name: string): Quantity | undefined {
  const amount = list?.[name];
  if (list === undefined || amount === undefined) return undefined;
  if (isSentNull(list, name)) return NULL_QUANTITY;
  const sent = sentAmount(list, name);
  if (sent === undefined) return quantityFrom(amount);
  if (canonicalResourceQuantity(sent) === amount) return roundUpQuantity(parseQuantity(sent), THOUSANDTH);
  // The amounts of runtime classes are not rounded.
  return quantityFrom(canonicalQuantity(sent) === amount ? sent : amount);
}

/** Returns the entries sorted by name. The real server's order is random. */
export const sortedAmounts = (list: ResourceList | undefined): (readonly [string, Quantity])[] =>
  Object.keys(list ?? {})
    .sort()
    .flatMap((name) => {
      const amount = amountOf(list, name);
      return amount ? [[name, amount] as const] : [];
    });
