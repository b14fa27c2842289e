import { isRecord } from '../../api/object.ts';
import type { StructuralSchema } from './structural.ts';
import { describesMembers, isEnvelope, memberOf, NOTHING } from './structural-pruning.ts';

/**
 * Reports whether `prune` and `fillDefaults` certainly do not change a value. Nearly all values have been pruned
 * before, and a check takes less time than a copy.
 */
export function fits(value: unknown, schema: StructuralSchema, isResource: boolean): boolean {
  if (Array.isArray(value)) {
    const { items = schema.preserveUnknown ? undefined : NOTHING } = schema;
    return !items || value.every((item) => fitsMember(item, items));
  }
  if (!isRecord(value)) return true;
  if (schema.preserveUnknown && !describesMembers(schema)) return true;
  for (const [name, { props }] of schema.properties) {
    if (props.default !== undefined && value[name] === undefined) return false;
  }
  for (const key in value) {
    const member = memberOf(schema, key);
    if (member === undefined) {
      if (!schema.preserveUnknown && !(isResource && isEnvelope(key))) return false;
    } else if (member !== true && !fitsMember(value[key], member)) return false;
  }
  return true;
}

const fitsMember = (value: unknown, schema: StructuralSchema): boolean =>
  value === null ? schema.nullable : fits(value, schema, schema.isEmbeddedResource);
