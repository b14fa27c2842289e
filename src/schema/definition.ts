/** A type in definitions.json: either `ref` names a definition, or `type` describes it. */
export interface DefinedType {
  readonly ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly items?: DefinedType;
  readonly values?: DefinedType;
  readonly listType?: string;
  readonly listMapKeys?: readonly string[];
  readonly mapType?: string;
  /** Whether quantities in the map are not rounded up to thousandths. */
  readonly isExact?: boolean;
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

/** A field of a definition: its type, and the facts of its Go field that the type does not show. */
export interface DefinedField extends DefinedType {
  /** Number of the Protobuf field. Undefined for fields that belong to an embedded message. */
  readonly number?: number;
  /** Type of the Protobuf field if it does not follow from the JSON type. */
  readonly message?: string;
  /** True for a scalar, or a required struct, behind a pointer: kept when sent as zero, null when required and absent. */
  readonly pointer?: boolean;
  /** True for an optional struct that Go holds by value, which is therefore always written. */
  readonly byValue?: boolean;
  /** `always`: written as zero or null when absent (no `omitempty`). `kept`: an empty list is not an absent one. */
  readonly empty?: 'always' | 'kept';
  /** Default of a field that names elements of a keyed list; all other defaults belong to the kind's strategy. */
  readonly default?: unknown;
  /** Named Go type of the field's strings or elements, if any. */
  readonly goType?: string;
}

export interface Definition {
  readonly type?: string;
  readonly format?: string;
  /** Group, version and kind, for definitions of kinds. */
  readonly kinds?: readonly (readonly string[])[];
  /** One sentence about a kind with a separate facts file, for OpenAPI documents. */
  readonly description?: string;
  /** Other API versions that share the kind's internal type, served or not. */
  readonly twins?: readonly string[];
  /** In the order in which Go writes them. */
  readonly fields?: Readonly<Record<string, DefinedField>>;
  /** Protobuf fields whose messages are embedded structs: their fields stand among those of the definition in JSON. */
  readonly embeds?: Readonly<Record<string, readonly [number: number, message: string]>>;
  readonly required?: readonly string[];
  readonly mapType?: string;
  readonly unions?: readonly unknown[];
}

/** A definition in the tables: `kinds` may also be the text `every served group version`. */
export type WrittenDefinition = Omit<Definition, 'kinds'> & {
  readonly kinds?: readonly (readonly string[])[] | string;
};
