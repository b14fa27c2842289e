import { conditionOf } from './condition-of.ts';

interface Condition {
  readonly type: string;
}

/**
 * Returns the part of a strategic merge patch that replaces conditions. Fields that the new conditions lack are
 * removed.
 * @param order conditions of all types in their later order; by default new ones come last
 */
export function conditionPatch<T extends Condition>(
  current: readonly Condition[] | undefined,
  changed: readonly T[],
  order: readonly Condition[] = [...(current ?? []), ...changed],
) {
  const types: Condition[] = [];
  for (const { type } of order) addType(types, type);
  const conditions = changed.map((condition) => replacing(condition, conditionOf(current, condition.type)));
  return { '$setElementOrder/conditions': types, conditions };
}

function addType(order: Condition[], type: string): void {
  for (const known of order) if (known.type === type) return;
  order.push({ type });
}

/** Adds nulls for the fields to remove, such as an old reason, because patches merge elements of the same type. */
function replacing<T extends Condition>(condition: T, known: Condition | undefined): T {
  const patched = { ...condition };
  for (const name in known)
    if (Reflect.get(known, name) !== null && Reflect.get(condition, name) === undefined)
      Reflect.set(patched, name, null);
  return patched;
}
