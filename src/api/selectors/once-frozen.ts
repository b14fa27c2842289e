/**
 * Returns a function that caches the conversion of each frozen object while the object lives. Other objects may change,
 * so that they are converted each time.
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
