/** Freezes a JSON value and everything in it, and returns it. What is frozen already is frozen as a whole. */
export function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  // Every object that is stored passes here, so scalars cost no call and names no array.
  if (Array.isArray(value)) for (const item of value) freezeObject(item);
  else for (const name in value) freezeObject(value[name]);
  return Object.freeze(value);
}

function freezeObject(value: unknown): void {
  if (typeof value === 'object' && value !== null) deepFreeze(value);
}
