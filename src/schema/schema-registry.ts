import type { Dialect } from '../api/dialect.ts';
import { apiVersionOf, type GroupVersionKind } from '../api/object.ts';
import type { DefinedField, DefinedType, Definition } from './definition.ts';
import { definitions } from './definitions.ts';
import { emptyOf, type FieldDescription, isPointer } from './go-facts.ts';
import type { Alternatives, Field, ListSchema, ScalarSchema, Schema, StructSchema } from './schema.ts';

/** The schemas of all kinds, with the names of one dialect. */
export interface SchemaRegistry {
  /** Returns the schema of a kind; undefined for unknown kinds. */
  schemaOf(kind: GroupVersionKind): StructSchema | undefined;
  /** Returns the schema of a definition by its Kubernetes name (`core.v1.Container`). */
  definition(name: string): Schema | undefined;
  /** Adds or replaces the schema of a custom kind. */
  add(kind: GroupVersionKind, schema: StructSchema): void;
  remove(kind: GroupVersionKind): void;
}

const SCALAR_DEFINITIONS: Readonly<Record<string, ScalarSchema['type']>> = {
  'api.resource.Quantity': 'quantity',
  'meta.v1.MicroTime': 'microtime',
  'meta.v1.Time': 'time',
  'util.intstr.IntOrString': 'intOrString',
};
/** Definitions without structure: any JSON. */
const ANY_DEFINITIONS = new Set(['meta.v1.FieldsV1', 'meta.v1.Patch', 'runtime.RawExtension']);

const keyOf = ({ group, version, kind }: GroupVersionKind): string => `${apiVersionOf(group, version)} ${kind}`;

function scalarType({ type, format }: DefinedType): ScalarSchema['type'] {
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32';
  if (type === 'boolean' || type === 'number') return type;
  return format === 'byte' ? 'bytes' : 'string';
}

/** A list without a list type is a keyed list or a set if strategic merge patches merge it. */
function listMarkers(type: DefinedType): Pick<ListSchema, 'listType' | 'listMapKeys'> {
  const keys = type.listMapKeys ?? (type.patchMergeKey ? [type.patchMergeKey] : []);
  if (type.listType === 'map') return { listType: 'map', listMapKeys: keys };
  if (type.listType === 'set') return { listType: 'set', listMapKeys: [] };
  if (type.listType || !type.patchStrategy?.includes('merge')) return { listType: 'atomic', listMapKeys: [] };
  return keys.length ? { listType: 'map', listMapKeys: keys } : { listType: 'set', listMapKeys: [] };
}

const patchMarkers = ({ patchStrategy, patchMergeKey }: DefinedType) => ({
  ...(patchStrategy ? { patchStrategy } : {}),
  ...(patchMergeKey ? { patchMergeKey } : {}),
});

const typeClass = (schema: Schema): FieldDescription['type'] =>
  schema.kind === 'scalar' && (schema.type === 'time' || schema.type === 'microtime') ? 'time' : schema.kind;

/** Compiles definitions on first use. */
class DefinitionSchemas {
  readonly #dialect: Dialect;
  readonly #compiled = new Map<string, Schema>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  get(name: string): Schema | undefined {
    const known = this.#compiled.get(name);
    const definition = definitions[name];
    if (known || !definition) return known;
    const scalar = SCALAR_DEFINITIONS[name];
    if (scalar) return this.#keep(name, { kind: 'scalar', type: scalar });
    const alternatives = this.#alternatives(name);
    if (alternatives) return this.#keep(name, { kind: 'any', alternatives });
    if (ANY_DEFINITIONS.has(name) || !(definition.fields || definition.type)) return this.#keep(name, { kind: 'any' });
    return this.#struct(name, definition);
  }

  #alternatives(name: string): Alternatives | undefined {
    const [, alternative] = /^apiextensions\.v1\.JSONSchemaPropsOr(Array|Bool|StringArray)$/.exec(name) ?? [];
    if (!alternative) return undefined;
    const object = this.#schema({ ref: 'apiextensions.v1.JSONSchemaProps' });
    if (alternative === 'Bool') return { object, boolean: true };
    const items: Schema = alternative === 'Array' ? object : { kind: 'scalar', type: 'string' };
    return { object, list: { kind: 'list', items, listType: 'atomic', listMapKeys: [] } };
  }

  #keep(name: string, schema: Schema): Schema {
    this.#compiled.set(name, schema);
    return schema;
  }

  #struct(name: string, definition: Definition): Schema {
    const fields = new Map<string, Field>();
    const struct: StructSchema = { kind: 'struct', name, fields, mapType: mapTypeOf(definition.mapType) };
    this.#keep(name, struct); // registered before its fields, because a definition may contain itself
    const required = new Set(definition.required);
    for (const [field, defined] of Object.entries(definition.fields ?? {}))
      fields.set(this.#dialect.renameText(field), this.#field(definition, field, defined, required.has(field)));
    return struct;
  }

  #field({ kinds }: Definition, field: string, defined: DefinedField, required: boolean): Field {
    const schema = this.#schema(defined);
    const description = { defined, field, required, inKind: kinds !== undefined, type: typeClass(schema) };
    return {
      schema: defined.default === undefined ? schema : { ...schema, default: defined.default },
      required,
      empty: emptyOf(description),
      ...(isPointer(description) ? { nullWhenAbsent: true } : {}),
      ...patchMarkers(defined),
    };
  }

  #schema(type: DefinedType): Schema {
    if (type.ref) {
      const target = this.get(type.ref) ?? { kind: 'any' };
      return type.mapType && target.kind === 'struct' ? { ...target, mapType: mapTypeOf(type.mapType) } : target;
    }
    if (type.type === 'array') {
      const items = this.#schema(type.items ?? {});
      return { kind: 'list', items, ...listMarkers(type), ...patchMarkers(type) };
    }
    if (type.type === 'object') {
      const { patchStrategy } = type;
      const values = this.#schema(type.values ?? {});
      return {
        kind: 'map',
        values,
        mapType: mapTypeOf(type.mapType),
        ...(patchStrategy ? { patchStrategy } : {}),
        ...(type.isExact ? { isExact: true } : {}),
      };
    }
    if (!type.type) return { kind: 'any' };
    return { kind: 'scalar', type: scalarType(type), ...(type.enum ? { enum: type.enum } : {}) };
  }
}

const mapTypeOf = (mapType: string | undefined): 'granular' | 'atomic' =>
  mapType === 'atomic' ? 'atomic' : 'granular';

interface BuiltIn {
  readonly schemas: DefinitionSchemas;
  /** Names of definitions by kind. */
  readonly kinds: ReadonlyMap<string, string>;
}

/** The schemas of built-in kinds, which all servers of a process share. */
const builtIns = new Map<Dialect, BuiltIn>();

function builtInOf(dialect: Dialect): BuiltIn {
  const known = builtIns.get(dialect);
  if (known) return known;
  const names = Object.entries(definitions).flatMap(([name, { kinds = [] }]) =>
    kinds.map(([group = '', version = '', kind = '']) => {
      const key = keyOf({ group: dialect.renameText(group), version, kind });
      return [key, name] as const;
    }),
  );
  const builtIn = { schemas: new DefinitionSchemas(dialect), kinds: new Map(names) };
  builtIns.set(dialect, builtIn);
  return builtIn;
}

/** Creates a registry with the built-in kinds; custom resource definitions add theirs. */
export function createSchemaRegistry(dialect: Dialect): SchemaRegistry {
  const { schemas, kinds } = builtInOf(dialect);
  const added = new Map<string, StructSchema>();
  return {
    schemaOf(kind) {
      const key = keyOf(kind);
      const schema = added.get(key) ?? schemas.get(kinds.get(key) ?? '');
      return schema?.kind === 'struct' ? schema : undefined;
    },
    definition: (name) => schemas.get(name),
    add(kind, schema) {
      added.set(keyOf(kind), schema);
    },
    remove(kind) {
      added.delete(keyOf(kind));
    },
  };
}
