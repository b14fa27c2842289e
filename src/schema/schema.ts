import type { StructuralSchema } from './structural/structural.ts';

/**
 * The structure of a value, for merging, applying, validating and documenting. Built-in kinds have schemas from
 * definitions.json, custom resources from their OpenAPI schema. Schemas may be cyclic.
 */
export type Schema = ScalarSchema | ListSchema | MapSchema | StructSchema | AnySchema;

interface Common {
  /** Default for an absent value (custom resources, and key fields of keyed lists such as `protocol: TCP`). */
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
  /** List type for server-side apply; `atomic` by default. */
  readonly listType: 'atomic' | 'set' | 'map';
  /** Key fields of a `map` list. */
  readonly listMapKeys: readonly string[];
  /** Strategic merge patch. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** A map with arbitrary keys and values of one schema. */
export interface MapSchema extends Common {
  readonly kind: 'map';
  readonly values: Schema;
  readonly mapType: 'granular' | 'atomic';
  readonly patchStrategy?: string;
  /** Whether quantities keep digits below thousandths; quantities of other maps are rounded up. */
  readonly isExact?: boolean;
}

export interface StructSchema extends Common {
  readonly kind: 'struct';
  /** Name of the definition (`core.v1.Container`); absent for the structs of custom resources. */
  readonly name?: string;
  readonly fields: ReadonlyMap<string, Field>;
  readonly mapType: 'granular' | 'atomic';
  /** Whether unknown members are kept (custom resources). */
  readonly preserveUnknown?: boolean;
  /** For custom kinds, the schema from the definition. Their objects are arbitrary JSON with typed metadata. */
  readonly structural?: StructuralSchema;
}

export interface Field {
  readonly schema: Schema;
  readonly required: boolean;
  /** How the server writes an empty field; see `canonical.ts`. */
  readonly empty: 'omitted' | 'kept' | 'always';
  /** With `always`, an absent value is written as null instead of the zero value of its type. */
  readonly nullWhenAbsent?: boolean;
  /** Patch markers belong to the field, because a definition can be used with different markers. */
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** Any JSON value, kept unchanged (RawExtension, FieldsV1, preserve-unknown), unless it has alternatives. */
export interface AnySchema extends Common {
  readonly kind: 'any';
  readonly alternatives?: Alternatives;
}

/** The schemas of a value that may be an object, a list or a boolean. Go has a custom decoder for each such type. */
export interface Alternatives {
  readonly object: Schema;
  /** Undefined when lists are decoded as null or rejected. */
  readonly list?: ListSchema;
  /** Whether booleans are allowed and all other values are rejected. Otherwise, other values are decoded as null. */
  readonly boolean?: true;
}
