import { sortUtf8 } from '../../api/encoding/utf8.ts';
import { isRecord } from '../../api/object.ts';
import type { StructuralSchema } from './structural.ts';

const ENVELOPE = new Set(['apiVersion', 'kind', 'metadata']);

/** Reports whether every resource has the member, regardless of its schema. */
export const isEnvelope = (key: string): boolean => ENVELOPE.has(key);

/** Removes members that are not in the schema, modifying the value. Returns the paths of the removed members. */
export function prune(value: unknown, schema: StructuralSchema, isResource: boolean): string[] {
  const removed: string[] = [];
  pruneValue(value, schema, isResource, '', removed);
  return removed;
}

function pruneValue(
  value: unknown,
  schema: StructuralSchema,
  isResource: boolean,
  path: string,
  removed: string[],
): void {
  if (Array.isArray(value)) {
    if (schema.items === undefined && schema.preserveUnknown) return;
    for (const [index, item] of value.entries()) {
      pruneValue(
        item,
        schema.items ?? NOTHING,
        schema.items?.isEmbeddedResource ?? false,
        `${path}[${index}]`,
        removed,
      );
    }
  } else if (isRecord(value)) pruneMembers(value, schema, isResource, path, removed);
}

function pruneMembers(
  value: Record<string, unknown>,
  schema: StructuralSchema,
  isResource: boolean,
  path: string,
  removed: string[],
): void {
  if (schema.preserveUnknown && !describesMembers(schema)) return;
  for (const key of sortUtf8(Object.keys(value))) {
    if (isResource && isEnvelope(key)) continue;
    const memberPath = path === '' ? key : `${path}.${key}`;
    const member = memberOf(schema, key);
    if (member === true) continue;
    if (member) pruneValue(value[key], member, member.isEmbeddedResource, memberPath, removed);
    else if (!schema.preserveUnknown) {
      delete value[key];
      removed.push(memberPath);
    }
  }
}

/** Returns the schema of a member; true when any value is allowed, undefined when the member is unknown. */
export function memberOf(schema: StructuralSchema, key: string): StructuralSchema | true | undefined {
  return schema.properties.get(key) ?? schema.additionalProperties;
}

/** Reports whether any member of a value has a schema. */
export const describesMembers = ({ properties, additionalProperties }: StructuralSchema): boolean =>
  properties.size > 0 || (additionalProperties !== undefined && additionalProperties !== true);

const embedding = new WeakMap<StructuralSchema, boolean>();

/** Reports whether values of a schema are resources, or may contain any. */
export function mayEmbedResources(schema: StructuralSchema): boolean {
  const known = embedding.get(schema);
  if (known !== undefined) return known;
  const { properties, items, additionalProperties } = schema;
  const parts = [...properties.values(), items, additionalProperties];
  const found =
    schema.isEmbeddedResource || parts.some((part) => part !== undefined && part !== true && mayEmbedResources(part));
  embedding.set(schema, found);
  return found;
}

/** A schema without any fields. */
export const NOTHING: StructuralSchema = {
  props: {},
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
  nullable: false,
  preserveUnknown: false,
  intOrString: false,
  isEmbeddedResource: false,
  listType: undefined,
  listMapKeys: [],
  mapType: undefined,
  validations: [],
};
