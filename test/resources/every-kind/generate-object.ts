import type { ScalarSchema, Schema, StructSchema } from '../../../src/schema/schema.ts';
import type { ServedResource } from '../../../src/server/catalog/served-resource.ts';
import type { StoredObject } from './kind-client.ts';

/** A hint that omits a field. */
export const OMIT = Symbol('omit');

/** The requirements of validation beyond the schema. Definitions have names like `core.v1.Container`, fields like `name`. */
export interface Hints {
  /**
   * Returns the value of a field; undefined when any value of its type is valid. `outer` names the definitions around
   * it.
   */
  valueOf(definition: string, field: string, outer: readonly string[]): unknown;
  /**
   * Returns the fields of a definition of which at most one may be set. A list of such structs gets one item for each;
   * elsewhere the first is set.
   */
  alternativesOf(definition: string): readonly string[] | undefined;
}

const SCALARS: Readonly<Record<ScalarSchema['type'], unknown>> = {
  string: 'sample',
  boolean: true,
  int32: 1,
  int64: 1,
  number: 1,
  bytes: btoa('sample'),
  time: '2023-11-20T00:00:00Z',
  microtime: '2023-11-20T00:00:00.000000Z',
  quantity: '1',
  intOrString: 1,
};
const SET_BY_SERVERS = ['apiVersion', 'kind', 'metadata', 'status'];

/** Returns an object with every field of its schema set except the metadata and the status. */
export function generateObject(
  { group, version, kind, schema }: ServedResource,
  metadata: StoredObject['metadata'],
  hints: Hints,
): StoredObject {
  const apiVersion = group ? `${group}/${version}` : version;
  return { apiVersion, kind, metadata, ...new Generator(hints).struct(schema, [], SET_BY_SERVERS) };
}

/** Returns a status with every field of its schema set; empty for kinds without a status. */
export function generateStatus({ schema }: ServedResource, hints: Hints): object {
  const status = schema.fields.get('status');
  return status ? (new Generator(hints).value(status.schema, []) as object) : {};
}

class Generator {
  readonly #hints: Hints;

  constructor(hints: Hints) {
    this.#hints = hints;
  }

  value(schema: Schema, outer: readonly string[]): unknown {
    if (schema.kind === 'scalar') return schema.enum?.[0] ?? SCALARS[schema.type];
    if (schema.kind === 'list') return this.#items(schema.items, outer);
    if (schema.kind === 'map') return { sample: this.value(schema.values, outer) };
    if (schema.kind === 'any') return { sample: 'sample' };
    const [, ...others] = this.#alternatives(schema);
    return this.struct(schema, outer, others);
  }

  #alternatives({ name = '', fields }: StructSchema): readonly string[] {
    return (this.#hints.alternativesOf(name) ?? []).filter((field) => fields.has(field));
  }

  #items(items: Schema, outer: readonly string[]): unknown[] {
    const alternatives = items.kind === 'struct' ? this.#alternatives(items) : [];
    if (items.kind !== 'struct' || alternatives.length === 0) return [this.value(items, outer)];
    return alternatives.map((alternative) => {
      const others = alternatives.filter((field) => field !== alternative);
      const item = this.struct(items, outer, others);
      return 'name' in item ? { ...item, name: alternative.toLowerCase() } : item;
    });
  }

  /** Returns a struct. A recursive definition is generated once. */
  struct({ name = '', fields }: StructSchema, outer: readonly string[], omitted: readonly string[]) {
    const within = [...outer, name];
    const result: Record<string, unknown> = {};
    for (const [field, { schema }] of fields) {
      const hinted = this.#hints.valueOf(name, field, outer);
      if (omitted.includes(field) || hinted === OMIT || (hinted === undefined && isWithin(schema, within))) continue;
      result[field] = hinted ?? this.value(schema, within);
    }
    return result;
  }
}

function isWithin(schema: Schema, definitions: readonly string[]): boolean {
  if (schema.kind === 'struct') return schema.name !== undefined && definitions.includes(schema.name);
  if (schema.kind === 'list') return isWithin(schema.items, definitions);
  return schema.kind === 'map' && isWithin(schema.values, definitions);
}
