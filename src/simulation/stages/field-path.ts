import { isRecord } from '../../api/object.ts';

/** One segment of a path: a member, `["a/b"]`, `[0]`, or `[type=Ready]` for the item whose member has that value. */
const STEP = /\.([^.[\]]+)|\[(?:"([^"]*)"|(\d+)|([^=\]]+)=([^\]]*))\]/y;

/** Returns the field at a path such as `.status.conditions[type=Ready].status`; undefined when it does not exist. */
export function fieldAt(object: object, path: string): unknown {
  let value: unknown = object;
  STEP.lastIndex = 0;
  while (STEP.lastIndex < path.length) {
    const match = STEP.exec(path);
    if (!match) return undefined;
    const [, member, quoted, index, key, wanted] = match;
    if (key !== undefined)
      value = Array.isArray(value) ? value.find((item) => isRecord(item) && String(item[key]) === wanted) : undefined;
    else if (index !== undefined) value = Array.isArray(value) ? value[Number(index)] : undefined;
    else {
      const name = member ?? quoted ?? '';
      value = isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
    }
  }
  return value;
}

/** Replaces `$(.path)` in all texts of a value with the fields of an object. */
export function fillIn(value: unknown, object: object): unknown {
  if (typeof value === 'string')
    return value.replace(/\$\((\.[^)]*)\)/g, (_, path: string) => String(fieldAt(object, path) ?? ''));
  if (Array.isArray(value)) return value.map((item) => fillIn(item, object));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, fillIn(member, object)]));
}
