import { type GroupVersionKind, isRecord } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';

/** A schema of an OpenAPI v3 document. */
export interface Schema {
  readonly description?: string;
  readonly type?: string;
  readonly format?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly allOf?: readonly Schema[];
  readonly $ref?: string;
}

/** Schemas by name. */
export type Schemas = Readonly<Record<string, Schema>>;

/** Reads the schemas of a group version. @throws ApiError */
export async function schemasOf(
  client: Pick<ApiClient, 'request'>,
  group: string,
  version: string,
  signal?: AbortSignal,
): Promise<Schemas> {
  const path = group ? `/openapi/v3/apis/${group}/${version}` : `/openapi/v3/api/${version}`;
  const document: unknown = await (await client.request(path, signal ? { signal } : {})).json();
  const components = isRecord(document) && isRecord(document.components) ? document.components : {};
  return (components.schemas ?? {}) as Schemas;
}

/** The name, in the dialect of any server, of the extension that lists the kinds of a schema. */
const KIND_EXTENSION = /^x-\w+-group-version-kind$/;

/** Reports whether a schema is that of a kind. */
export function describesKind(schema: object, { group, version, kind }: GroupVersionKind): boolean {
  const kinds: unknown = Object.entries(schema).find(([name]) => KIND_EXTENSION.test(name))?.[1];
  return (
    Array.isArray(kinds) &&
    kinds.some((one) => isRecord(one) && one.group === group && one.version === version && one.kind === kind)
  );
}

/** Returns the schema of a kind; undefined when there is none. */
export const kindSchema = (schemas: Schemas, kind: GroupVersionKind): Schema | undefined =>
  Object.values(schemas).find((schema) => describesKind(schema, kind));

const refOf = ({ $ref, allOf }: Schema): string | undefined =>
  $ref ?? (allOf?.length === 1 ? allOf[0]?.$ref : undefined);

/** Returns the schema that a field has: that of its items, of its values, or the one it refers to. */
export function resolved(schemas: Schemas, schema: Schema): Schema {
  if (schema.items) return resolved(schemas, schema.items);
  if (schema.additionalProperties && isRecord(schema.additionalProperties))
    return resolved(schemas, schema.additionalProperties);
  const ref = refOf(schema);
  return ref ? (schemas[ref.slice(ref.lastIndexOf('/') + 1)] ?? schema) : schema;
}

/** Returns the type of a field as kubectl prints it: `[]Container`, `map[string]string`. */
export function typeText(schemas: Schemas, schema: Schema): string {
  if (schema.items) return `[]${typeText(schemas, schema.items)}`;
  if (isRecord(schema.additionalProperties)) return `map[string]${typeText(schemas, schema.additionalProperties)}`;
  const ref = refOf(schema);
  if (ref) {
    const name = ref.slice(ref.lastIndexOf('.') + 1);
    return /^(Micro)?Time$/.test(name) ? 'string' : name;
  }
  return schema.type === 'object' ? 'Object' : (schema.type ?? 'Object');
}

interface FoundField {
  readonly field: Schema;
  /** Whether the schema around the field requires it. */
  readonly isRequired: boolean;
  /** The first name of the path that does not exist; `field` is the schema around it. */
  readonly missing?: string;
}

/** Returns the schema of the field at a path below a schema. */
export function fieldAt(schemas: Schemas, root: Schema, path: readonly string[]): FoundField {
  let [field, isRequired] = [root, false];
  for (const name of path) {
    const parent = resolved(schemas, field);
    const next = parent.properties?.[name];
    if (!next) return { field, isRequired, missing: name };
    field = next;
    isRequired = parent.required?.includes(name) ?? false;
  }
  return { field, isRequired };
}

/** Returns the descriptions of a field and of the types behind it. */
export const descriptionsOf = (schemas: Schemas, field: Schema): readonly string[] =>
  [
    ...new Set(
      [field.description, ...itemDescriptions(schemas, field)].filter((text) => text !== undefined && text !== ''),
    ),
  ] as string[];

function itemDescriptions(schemas: Schemas, field: Schema): (string | undefined)[] {
  const inner =
    field.items ?? (isRecord(field.additionalProperties) ? (field.additionalProperties as Schema) : undefined);
  if (inner) return [inner.description, ...itemDescriptions(schemas, inner)];
  return refOf(field) ? [resolved(schemas, field).description] : [];
}
