interface Condition {
  readonly type: string;
}

/** The part of a strategic merge patch that sets conditions. New ones come last. */
export function conditionPatch<T extends Condition>(current: readonly Condition[] | undefined, changed: readonly T[]) {
  const types = [...(current ?? []), ...changed].map(({ type }) => type);
  return {
    '$setElementOrder/conditions': [...new Set(types)].map((type) => ({ type })),
    conditions: changed,
  };
}
