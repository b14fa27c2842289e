import data from './data/definitions.json' with { type: 'json' };

/** A type as definitions.json writes it: either `ref` names a definition, or `type` says what it is. */
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
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

export interface Definition {
  readonly type?: string;
  readonly format?: string;
  /** Group, version and kind of those that are kinds. */
  readonly kinds?: readonly (readonly string[])[];
  readonly fields?: Readonly<Record<string, DefinedType>>;
  readonly required?: readonly string[];
  readonly mapType?: string;
  readonly unions?: readonly unknown[];
}

/** Every definition of the built-in API by name (`core.v1.Pod`), in Kubernetes' own names. */
export const definitions = data as unknown as Readonly<Record<string, Definition>>;
