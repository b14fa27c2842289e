import type { Pod, ResourceQuota } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { type Amounts, addAmounts, amountsOf } from '../../api/quota/quota-amounts.ts';
import { matchesScopes } from '../../api/quota/quota-scopes.ts';
import type { QuotaUsage } from '../../api/quota/quota-usage.ts';
import { quantityOf, quantityText } from '../../api/values/quantity.ts';

/** The objects of one resource in the namespace of a quota, and how they are counted. */
export interface CountedObjects {
  readonly usage: QuotaUsage;
  readonly objects: readonly ApiObject[];
  /** Whether scopes can match them, which is possible only for pods. */
  readonly arePods: boolean;
}

/** Returns the status of a quota; undefined when it is unchanged. `now` is in milliseconds. */
export function quotaStatus(
  { spec, status }: ResourceQuota,
  counted: readonly CountedObjects[],
  now: number,
): ResourceQuota['status'] {
  const hard = spec?.hard ?? {};
  const used = new Map<string, string>();
  // Amounts that no evaluator counts keep their values.
  for (const [name, amount] of amountsOf(status?.used)) if (name in hard) used.set(name, quantityText(amount));
  for (const [name, amount] of usageOf(spec, counted, now)) used.set(name, quantityText(amount));
  const next = { hard, used: Object.fromEntries(used) };
  const isSame = status?.hard && status.used && isEqual(status.hard, hard) && isEqual(status.used, next.used);
  return isSame ? undefined : next;
}

function usageOf(spec: ResourceQuota['spec'], counted: readonly CountedObjects[], now: number): Amounts {
  let total: Amounts = new Map();
  for (const { usage, objects, arePods } of counted) {
    const names = Object.keys(spec?.hard ?? {}).filter(usage.counts);
    let amounts: Amounts = new Map(names.map((name) => [name, quantityOf(0n)]));
    for (const object of objects) {
      if (!matchesScopes(spec, arePods ? (object as Pod) : undefined)) continue;
      const own = [...usage.usageOf(object, now)].filter(([name]) => names.includes(name));
      amounts = addAmounts(amounts, new Map(own));
    }
    total = addAmounts(total, amounts);
  }
  return total;
}

const isEqual = (first: object, second: object): boolean => textOf(first) === textOf(second);
const textOf = (list: object): string =>
  JSON.stringify(
    [...amountsOf(list as Record<string, unknown>)].map(([name, amount]) => [name, quantityText(amount)]).sort(),
  );
