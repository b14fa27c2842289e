import type { Json } from '../api/object.ts';

/** Reports whether two list elements are the same, by merge key or by value. */
export type SameElement = (left: Json, right: Json) => boolean;

const position = (order: readonly Json[], element: Json, isSame: SameElement): number =>
  order.findIndex((candidate) => isSame(candidate, element));

const sortBy = (elements: readonly Json[], order: readonly Json[], isSame: SameElement): Json[] =>
  elements.toSorted((a, b) => position(order, a, isSame) - position(order, b, isSame));

/**
 * Orders elements as the patch does, and inserts server-only elements where the live order has them. Elements that are
 * new come first.
 * @param patchOrder elements whose order the patch determines
 * @param liveOrder elements in the order of the live list
 */
export function orderElements(
  merged: readonly Json[],
  patchOrder: readonly Json[],
  liveOrder: readonly Json[],
  isSame: SameElement,
): Json[] {
  const isOrdered = (element: Json): boolean => position(patchOrder, element, isSame) >= 0;
  const ordered = sortBy(merged.filter(isOrdered), patchOrder, isSame);
  const serverOnly = sortBy(
    merged.filter((element) => !isOrdered(element)),
    liveOrder,
    isSame,
  );
  const result: Json[] = [];
  for (const element of ordered) {
    const at = position(liveOrder, element, isSame);
    while (serverOnly[0] !== undefined && isBefore(position(liveOrder, serverOnly[0], isSame), at)) {
      result.push(...serverOnly.splice(0, 1));
    }
    result.push(element);
  }
  return [...result, ...serverOnly];
}

const isBefore = (left: number, right: number): boolean => left >= 0 && right >= 0 && left < right;
