/** Reports whether two lists have the same items in the same order. Items are compared by identity; an absent list is empty. */
export const hasSameItems = <T>(one: readonly T[] = [], other: readonly T[] = []): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);
