/**
 * Returns a function that converts each frozen object once and remembers the result as long as the object lives. Others
 * may change, so they are converted each time.
 */
export function onceFrozen<T extends object, R>(convert: (object: T) => R): (object: T) => R {
  const converted = new WeakMap<T, { readonly result: R }>();
  return (object) => {
    const known = converted.get(object);
    if (known) return known.result;
    const result = convert(object);
    if (Object.isFrozen(object)) converted.set(object, { result });
    return result;
  };
}
