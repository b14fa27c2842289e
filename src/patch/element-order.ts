import type { Json } from '../api/object.ts';

/** Returns the merge key of a list element, or the element itself if elements have no key. */
export type KeyOf = (element: Json) => unknown;

interface Place {
  readonly element: Json;
  readonly key: unknown;
  /** Index in the list that determines the order; negative for elements that it does not contain. */
  readonly at: number;
}

/**
 * Orders elements as in the patch, and inserts server-only elements at their place in the live order. New elements come
 * first.
 * @param patchOrder elements whose order the patch determines
 * @param liveOrder elements in the order of the live list
 */
export function orderElements(
  merged: Json[],
  patchOrder: readonly Json[],
  liveOrder: readonly Json[],
  keyOf: KeyOf,
): Json[] {
  const keys = patchOrder.map(keyOf);
  if (merged.length === keys.length && merged.every((element, index) => keyOf(element) === keys[index])) return merged;
  const ordered: Place[] = [];
  const serverOnly: Place[] = [];
  for (const element of merged) {
    const key = keyOf(element);
    const at = keys.indexOf(key);
    (at < 0 ? serverOnly : ordered).push({ element, key, at });
  }
  sortByPlace(ordered);
  if (serverOnly.length === 0) return ordered.map(({ element }) => element);
  return inserted(serverOnly, ordered, liveOrder.map(keyOf));
}

function inserted(serverOnly: readonly Place[], ordered: readonly Place[], liveKeys: readonly unknown[]): Json[] {
  const waiting = serverOnly.map((place) => ({ ...place, at: liveKeys.indexOf(place.key) }));
  sortByPlace(waiting);
  const result: Json[] = [];
  let next = 0;
  for (const { element, key } of ordered) {
    const at = liveKeys.indexOf(key);
    for (let place = waiting[next]; place && isBefore(place.at, at); place = waiting[++next])
      result.push(place.element);
    result.push(element);
  }
  return [...result, ...waiting.slice(next).map(({ element }) => element)];
}

/** Sorts the places. Fast when they are already sorted, as most are. */
function sortByPlace(places: Place[]): void {
  for (let index = 1; index < places.length; index++) {
    if ((places[index - 1]?.at ?? 0) > (places[index]?.at ?? 0)) {
      places.sort((a, b) => a.at - b.at);
      return;
    }
  }
}

const isBefore = (left: number, right: number): boolean => left >= 0 && right >= 0 && left < right;
