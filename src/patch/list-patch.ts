import { isRecord, type Json } from '../api/object.ts';
import { goString, goText, goType } from '../schema/go-format.ts';
import { DIRECTIVE } from './directives.ts';
import type { KeyOf } from './element-order.ts';
import { LISTS_OF_LISTS, noMergeKey, StrategicPatchError, wrongType } from './strategic-patch-error.ts';

export function asList(value: Json): Json[] {
  if (!Array.isArray(value)) throw wrongType([], value);
  return value;
}

export function hasSameElements(merged: readonly Json[], live: readonly Json[]): boolean {
  if (merged.length !== live.length) return false;
  for (let index = 0; index < merged.length; index++) if (merged[index] !== live[index]) return false;
  return true;
}

export function checkAgainstOrder(patchList: readonly Json[], order: readonly Json[], mergeKey: string): void {
  if (patchList.length === 0 || order.length === 0) return;
  const remaining = patchList.filter((element) => !(mergeKey && isRecord(element) && DIRECTIVE in element));
  let found = 0;
  for (const element of order) {
    const expected = remaining[found];
    if (expected === undefined) return;
    const isSame = mergeKey ? keyOf(expected, mergeKey) === keyOf(element, mergeKey) : expected === element;
    if (isSame) found += 1;
  }
  if (found < remaining.length) {
    throw new StrategicPatchError(
      `The order in patch list:\n${goText([...patchList])}\n doesn't match $setElementOrder list:\n${goText([...order])}\n`,
    );
  }
}

export const keyOf = (element: Json, mergeKey: string): Json => {
  if (!isRecord(element)) throw wrongType({}, element);
  const value = element[mergeKey];
  if (value === undefined) throw noMergeKey(element, mergeKey);
  return value;
};

/** Reads keys of elements that have them. Lists without merge key have scalar elements, which are their own keys. */
export const keyReader =
  (mergeKey: string): KeyOf =>
  (element) =>
    mergeKey && isRecord(element) ? element[mergeKey] : element;

export function requireKeys(elements: readonly Json[], mergeKey: string): void {
  if (mergeKey) for (const element of elements) keyOf(element, mergeKey);
}

/** Throws when an element of the order that comes before the one with the key of `element` is not a map. */
export function requireMapsBefore(element: Json, order: readonly Json[], mergeKey: string): void {
  if (!mergeKey) return;
  const key = keyOf(element, mergeKey);
  for (const [index, candidate] of order.entries()) {
    if (!isRecord(candidate)) throw new StrategicPatchError(`value for key ${index} is not a map`);
    if (candidate[mergeKey] === key) return;
  }
}

/** Returns the common type of the elements of two lists, of which one has elements. */
export function elementType(live: readonly Json[], patch: readonly Json[]): string {
  const first = goType(live.length > 0 ? live[0] : patch[0]);
  if (first === '[]interface {}') throw new StrategicPatchError(LISTS_OF_LISTS);
  const isOther = (element: Json): boolean => goType(element) !== first;
  if (live.some(isOther) || patch.some(isOther)) {
    throw new StrategicPatchError(`list element types are not identical: ${goText([[...live], [...patch]])}`);
  }
  return first;
}

/** Applies the `$patch` elements of a list. Returns the remaining live elements and the elements to merge. */
export function applyElementDirectives(
  live: Json[],
  patch: Json[],
  mergeKey: string,
): { kept: Json[]; changes: Json[] } {
  const changes: Json[] = [];
  let kept = live;
  let replaces = false;
  for (const element of patch) {
    const directive = isRecord(element) ? element[DIRECTIVE] : undefined;
    if (directive === undefined) changes.push(element);
    else if (directive === 'replace') replaces = true;
    else if (directive === 'delete') {
      const key = keyOf(element, mergeKey);
      kept = kept.filter((candidate) => !(isRecord(candidate) && candidate[mergeKey] === key));
    } else {
      throw new StrategicPatchError(
        directive === 'merge'
          ? 'merging lists cannot yet be specified in the patch'
          : `unknown patch type: ${goString(directive)} in map: ${goText(element)}`,
      );
    }
  }
  return replaces ? { kept: changes, changes: [] } : { kept, changes };
}
