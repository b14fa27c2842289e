import type { StructuralSchema } from './structural/structural.ts';

/**
 * The shape of a value, as merging, applying, validating and documenting need it. Built-in kinds get theirs from
 * definitions.json; custom resources from their OpenAPI schema. Nodes may be cyclic.
 */
export type Schema = ScalarSchema | ListSchema | MapSchema | StructSchema | AnySchema;

interface Common {
  /** What is filled in when the value is absent (custom resources and keyed-list defaults such as `protocol: TCP`). */
  readonly default?: unknown;
  readonly nullable?: boolean;
}

export interface ScalarSchema extends Common {
  readonly kind: 'scalar';
  readonly type:
    | 'string'
    | 'boolean'
    | 'int32'
    | 'int64'
    | 'number'
    | 'bytes'
    | 'time'
    | 'microtime'
    | 'quantity'
    | 'intOrString';
  readonly enum?: readonly string[];
}

export interface ListSchema extends Common {
  readonly kind: 'list';
  readonly items: Schema;
  /** Server-side apply: `atomic` when no marker says otherwise. */
  readonly listType: 'atomic' | 'set' | 'map';
  /** Fields that name an element of a `map` list. */
  readonly listMapKeys: readonly string[];
  /** Strategic merge patch. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** Free keys, one schema for all values. */
export interface MapSchema extends Common {
  readonly kind: 'map';
  readonly values: Schema;
  readonly mapType: 'granular' | 'atomic';
  readonly patchStrategy?: string;
}

export interface StructSchema extends Common {
  readonly kind: 'struct';
  /** Name of the definition (`core.v1.Container`); absent for the structs of custom resources. */
  readonly name?: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly mapType: 'granular' | 'atomic';
  /** True where unknown members are kept (custom resources). */
  readonly preserveUnknown?: boolean;
  /** Custom kinds: the schema of the definition. Their objects are free JSON; only their metadata has a type. */
  readonly structural?: StructuralSchema;
}

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
  /** How the server writes the field when it holds nothing: see `canonical.ts`. */
  readonly empty: 'omitted' | 'kept' | 'always';
  /** What `always` writes for an absent value is null, not the zero of its type. */
  readonly nullWhenAbsent?: boolean;
  /** Markers stand on the field, because the same definition is used with different ones. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** Any JSON value, left as it is (RawExtension, FieldsV1, preserve-unknown). */
export interface AnySchema extends Common {
  readonly kind: 'any';
}
