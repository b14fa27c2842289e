import type { Json } from '../api/object.ts';

/** Reports whether two list elements are the same, by merge key or by value. */
export type SameElement = (left: Json, right: Json) => boolean;

const position = (order: readonly Json[], element: Json, isSame: SameElement): number =>
  order.findIndex((candidate) => isSame(candidate, element));

interface Place {
  readonly element: Json;
  readonly at: number;
}

const inOrder = (places: readonly Place[]): Place[] => places.toSorted((a, b) => a.at - b.at);

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
  const places = merged.map((element) => ({ element, at: position(patchOrder, element, isSame) }));
  const ordered = inOrder(places.filter(({ at }) => at >= 0));
  const serverOnly = inOrder(
    places.filter(({ at }) => at < 0).map(({ element }) => ({ element, at: position(liveOrder, element, isSame) })),
  );
  const result: Json[] = [];
  for (const { element } of ordered) {
    const at = serverOnly.length === 0 ? -1 : position(liveOrder, element, isSame);
    while (serverOnly[0] !== undefined && isBefore(serverOnly[0].at, at)) {
      result.push(...serverOnly.splice(0, 1).map((place) => place.element));
    }
    result.push(element);
  }
  return [...result, ...serverOnly.map(({ element }) => element)];
}

const isBefore = (left: number, right: number): boolean => left >= 0 && right >= 0 && left < right;
