import {
  canonicalResourceQuantity,
  parseQuantity,
  type Quantity,
  roundUpQuantity,
} from '../../../api/values/quantity.ts';
import { copyAmount, sentAmount } from '../../../schema/sent-amounts.ts';

const THOUSANDTH = -3;

/** Amounts by resource name, as objects hold them. */
export type ResourceList = Record<string, string | number>;

/** Every amount of a list is kept in thousandths at the finest. */
export function roundResourceList(list: ResourceList | undefined): void {
  for (const [name, amount] of Object.entries(list ?? {})) {
    if (list) list[name] = canonicalResourceQuantity(String(amount ?? '0'));
  }
}

/** The list, with what it lacks of the other one. */
export function withAmountsOf(source: ResourceList | undefined, list: ResourceList = {}): ResourceList {
  for (const name of Object.keys(source ?? {})) {
    if (source && list[name] === undefined) copyAmount(name, source, list);
  }
  return list;
}

export const quantityFrom = (amount: string | number): Quantity => parseQuantity(String(amount).trim());

/** The amount of a resource, read as the client spelled it; undefined when the list lacks it. */
export function amountOf(list: ResourceList | undefined, name: string): Quantity | undefined {
  const amount = list?.[name];
  if (list === undefined || amount === undefined) return undefined;
  const sent = sentAmount(list, name);
  const isAsSent = sent !== undefined && canonicalResourceQuantity(sent) === amount;
  return isAsSent ? roundUpQuantity(parseQuantity(sent), THOUSANDTH) : quantityFrom(amount);
}

/** The entries of a list in the order of their names; the real server's order is random. */
export const sortedAmounts = (list: ResourceList | undefined): (readonly [string, Quantity])[] =>
  Object.keys(list ?? {})
    .sort()
    .flatMap((name) => {
      const amount = amountOf(list, name);
      return amount ? [[name, amount] as const] : [];
    });
