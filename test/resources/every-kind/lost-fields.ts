const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Returns the paths of sent values that are not stored. Stored objects and lists may contain more. */
export function lostFields(sent: unknown, stored: unknown, path = ''): string[] {
  if (Array.isArray(sent) && Array.isArray(stored))
    return sent.flatMap((item, index) =>
      stored.some((other) => lostFields(item, other).length === 0)
        ? []
        : lostFields(item, stored[index], `${path}[${index}]`),
    );
  if (isObject(sent) && isObject(stored))
    return Object.entries(sent).flatMap(([name, value]) => lostFields(value, stored[name], `${path}.${name}`));
  return sent === stored ? [] : [`${path}: ${JSON.stringify(sent)} became ${JSON.stringify(stored)}`];
}
