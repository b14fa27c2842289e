import data from './data/definitions.json' with { type: 'json' };
import groups from './data/groups.json' with { type: 'json' };

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
  readonly patchStrategy?: string;
  readonly patchMergeKey?: string;
}

export interface Definition {
  readonly type?: string;
  readonly format?: string;
  /** Group, version and kind, for definitions of kinds. */
  readonly kinds?: readonly (readonly string[])[];
  readonly fields?: Readonly<Record<string, DefinedType>>;
  readonly required?: readonly string[];
  readonly mapType?: string;
  readonly unions?: readonly unknown[];
}

/** In the data, `kinds` may also be the text `every served group version`. */
type WrittenDefinition = Omit<Definition, 'kinds'> & { readonly kinds?: readonly (readonly string[])[] | string };

const GROUP_VERSIONS: readonly (readonly [group: string, version: string])[] = [
  ['', 'v1'],
  ...groups.flatMap(({ group, versions }) => versions.map((version) => [group, version] as const)),
];

function read(name: string, { kinds, ...definition }: WrittenDefinition): Definition {
  if (kinds === undefined) return definition;
  const kind = name.slice(name.lastIndexOf('.') + 1);
  return {
    ...definition,
    kinds: typeof kinds === 'string' ? GROUP_VERSIONS.map((served) => [...served, kind]) : kinds,
  };
}

/** All definitions of the built-in API by name (`core.v1.Pod`), with Kubernetes names. */
export const definitions: Readonly<Record<string, Definition>> = Object.fromEntries(
  Object.entries(data as unknown as Record<string, WrittenDefinition>).map(([name, written]) => [
    name,
    read(name, written),
  ]),
);
