/** Reports whether two JSON values have the same text: equal members in the same order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other))
    return Array.isArray(one) && Array.isArray(other) && haveSameItems(one, other);
  return haveSameMembers(one as Record<string, unknown>, other as Record<string, unknown>);
}

const haveSameItems = (list: readonly unknown[], other: readonly unknown[]): boolean =>
  list.length === other.length && list.every((item, index) => isSameJson(item, other[index]));

function haveSameMembers(object: Record<string, unknown>, other: Record<string, unknown>): boolean {
  const names = Object.keys(other);
  let place = 0;
  for (const name in object) {
    if (names[place] !== name || !isSameJson(object[name], other[name])) return false;
    place += 1;
  }
  return place === names.length;
}
