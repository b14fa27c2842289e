type Members = Record<string, unknown>;

/**
 * Replaces the parts of a JSON value that are equal to those in the same place of a frozen one, so that both share them.
 * Returns `like` when the values are equal as a whole, and otherwise `value`, which it changes unless it is frozen.
 */
export const shareParts = <T>(value: T, like: unknown): T => share(value, like) as T;

function share(value: unknown, like: unknown): unknown {
  if (value === like || !isObject(value) || !isObject(like) || Object.isFrozen(value)) return value;
  if (Array.isArray(value) !== Array.isArray(like)) return value;
  const [names, others] = [Object.keys(value), Object.keys(like)];
  let isEqual = names.length === others.length;
  for (const [index, name] of names.entries()) {
    const member = value[name];
    const other = like[name];
    const shared = isObject(member) ? share(member, other) : member;
    if (shared !== member) value[name] = shared;
    // The text of an object shows the order of its members.
    isEqual &&= shared === other && others[index] === name;
  }
  return isEqual ? like : value;
}

const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;
