interface Condition {
  readonly type: string;
}

/** The part of a strategic merge patch that sets conditions. New ones come last. */
export function conditionPatch<T extends Condition>(current: readonly Condition[] | undefined, changed: readonly T[]) {
  const order: Condition[] = [];
  for (const { type } of current ?? []) addType(order, type);
  for (const { type } of changed) addType(order, type);
  return { '$setElementOrder/conditions': order, conditions: changed };
}

function addType(order: Condition[], type: string): void {
  for (const known of order) if (known.type === type) return;
  order.push({ type });
}
