/** Freezes a JSON value recursively and returns it. A frozen part is assumed to be frozen as a whole. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Optimized, because every stored object passes here: scalars need no call, and names no array.
  if (Array.isArray(value)) for (const item of value) freezeObject(item);
  else for (const name in value) freezeObject(value[name]);
  return Object.freeze(value);
}

function freezeObject(value: unknown): void {
  if (typeof value === 'object' && value !== null) deepFreeze(value);
}
