interface Condition {
  readonly type: string;
}

/** Returns the condition of a type. */
export function conditionOf<T extends Condition>(conditions: readonly T[] | undefined, type: string): T | undefined {
  if (conditions) for (const condition of conditions) if (condition.type === type) return condition;
  return undefined;
}
