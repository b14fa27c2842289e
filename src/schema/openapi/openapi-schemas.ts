import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import {
  GROUP_VERSION_KIND_EXTENSION,
  PATCH_MERGE_KEY_EXTENSION,
  PATCH_STRATEGY_EXTENSION,
} from '../../api/kubernetes-names.ts';
import type { GroupVersionKind } from '../../api/object.ts';
import type { DefinedField, DefinedType, Definition } from '../definition.ts';
import { definitions } from '../definitions.ts';
import { type Descriptions, textsOf } from './descriptions.ts';

const LIST_TYPE_EXTENSION = kubernetesName('x-kubernetes-list-type');
const LIST_MAP_KEYS_EXTENSION = kubernetesName('x-kubernetes-list-map-keys');
const MAP_TYPE_EXTENSION = kubernetesName('x-kubernetes-map-type');

/** A schema object of an OpenAPI document. */
export type OpenApiSchema = Record<string, unknown>;
export type OpenApiVersion = 2 | 3;

const PACKAGES: Readonly<Record<string, string>> = {
  'api.': 'io.k8s.apimachinery.pkg.api.',
  'apiextensions.': 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.',
  'apiregistration.': 'io.k8s.kube-aggregator.pkg.apis.apiregistration.',
  'meta.': 'io.k8s.apimachinery.pkg.apis.meta.',
  'runtime.': 'io.k8s.apimachinery.pkg.runtime.',
  'util.': 'io.k8s.apimachinery.pkg.util.',
  'version.': 'io.k8s.apimachinery.pkg.version.',
};

/** Returns a definition's name in the documents: `io.k8s.api.core.v1.Pod` for `core.v1.Pod`. */
export function documentName(definition: string): string {
  const first = definition.slice(0, definition.indexOf('.') + 1);
  return (PACKAGES[first] ?? `io.k8s.api.${first}`) + definition.slice(first.length);
}

const definitionsByKind = new WeakMap<Dialect, ReadonlyMap<string, string>>();

/** Returns the name of a built-in kind's definition. */
export function definitionOfKind({ group, version, kind }: GroupVersionKind, dialect: Dialect): string | undefined {
  const known = definitionsByKind.get(dialect) ?? indexOfKinds(dialect);
  definitionsByKind.set(dialect, known);
  return known.get(`${group}/${version}/${kind}`);
}

const indexOfKinds = (dialect: Dialect): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(definitions).flatMap(([name, { kinds = [] }]) =>
      kinds.map((kind) => [dialect.renameText(kind.join('/')), name] as const),
    ),
  );

/** Returns the schema name of a kind; custom kinds reverse the group's labels: `com.example.v1.Widget`. */
export function schemaName(kind: GroupVersionKind, dialect: Dialect): string {
  const definition = definitionOfKind(kind, dialect);
  if (definition) return documentName(definition);
  return [...kind.group.split('.').toReversed(), kind.version, kind.kind].join('.');
}

/** Returns these definitions and all that they refer to. */
export function reachableDefinitions(names: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (type: DefinedType | undefined): void => {
    if (type?.ref) add(type.ref);
    if (type?.items) visit(type.items);
    if (type?.values) visit(type.values);
  };
  const add = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const type of Object.values(definitions[name]?.fields ?? {})) visit(type);
  };
  for (const name of names) add(name);
  return found;
}

/** The context of a document's schemas. */
interface DocumentContext {
  readonly version: OpenApiVersion;
  readonly dialect: Dialect;
  /** With the names of the dialect. */
  readonly descriptions: Descriptions;
}

/** Returns the schemas of definitions by their names in the documents. */
export function documentSchemas(names: Iterable<string>, context: DocumentContext): Record<string, OpenApiSchema> {
  const schemas: Record<string, OpenApiSchema> = {};
  for (const name of [...names].sort()) {
    const definition = definitions[name];
    if (definition) schemas[documentName(name)] = definitionSchema(name, definition, context);
  }
  return schemas;
}

/** Returns a reference to a schema of the same document. */
export const reference = (name: string, version: OpenApiVersion): { $ref: string } => ({
  $ref: `${version === 2 ? '#/definitions/' : '#/components/schemas/'}${name}`,
});

const SPECIAL: Readonly<Record<string, (version: OpenApiVersion) => OpenApiSchema>> = {
  'api.resource.Quantity': (version) =>
    version === 2 ? { type: 'string' } : { oneOf: [{ type: 'string' }, { type: 'number' }] },
  'util.intstr.IntOrString': (version) =>
    version === 2
      ? { type: 'string', format: 'int-or-string' }
      : { format: 'int-or-string', oneOf: [{ type: 'integer' }, { type: 'string' }] },
};

function definitionSchema(name: string, definition: Definition, context: DocumentContext): OpenApiSchema {
  const { version, dialect, descriptions } = context;
  const texts = textsOf(name, definition, descriptions);
  const description = described(texts.about);
  const special = SPECIAL[name];
  if (special) return { ...description, ...special(version) };
  const { fields, kinds, required, mapType, type, format } = definition;
  const properties = Object.keys(fields ?? {})
    .sort()
    .map((field) => [
      dialect.renameText(field),
      {
        ...described(texts.field(field)),
        ...fieldSchema(fields?.[field] ?? {}, context),
      },
    ]);
  const gvks = kinds?.map(([group = '', kindVersion = '', kind = '']) => ({
    group: dialect.renameText(group),
    kind,
    version: kindVersion,
  }));
  return {
    ...description,
    ...(fields || type ? { type: type ?? 'object' } : {}),
    ...(format ? { format } : {}),
    ...(properties.length ? { properties: Object.fromEntries(properties) } : {}),
    ...(required ? { required } : {}),
    ...(gvks ? { [dialect.rename(GROUP_VERSION_KIND_EXTENSION)]: gvks } : {}),
    ...(mapType ? { [dialect.rename(MAP_TYPE_EXTENSION)]: mapType } : {}),
  };
}

const described = (description: string | undefined): { description?: string } =>
  description === undefined ? {} : { description };

const fieldSchema = (defined: DefinedField, { version, dialect }: DocumentContext): OpenApiSchema => ({
  ...typeSchema(defined, version, dialect),
  ...(defined.default === undefined ? {} : { default: defined.default }),
});

/** OpenAPI 3 ignores the siblings of a reference, so the reference is wrapped in `allOf`. */
function typeSchema(type: DefinedType, version: OpenApiVersion, dialect: Dialect): OpenApiSchema {
  if (type.ref) {
    const target = reference(documentName(type.ref), version);
    return { ...(version === 2 ? target : { allOf: [target] }), ...markers(type, dialect) };
  }
  return {
    ...(type.type ? { type: type.type } : {}),
    ...(type.format ? { format: type.format } : {}),
    ...(type.enum ? { enum: type.enum } : {}),
    ...(type.items ? { items: typeSchema(type.items, version, dialect) } : {}),
    ...(type.values ? { additionalProperties: typeSchema(type.values, version, dialect) } : {}),
    ...markers(type, dialect),
  };
}

function markers(
  { listType, listMapKeys, mapType, patchStrategy, patchMergeKey }: DefinedType,
  dialect: Dialect,
): OpenApiSchema {
  const marked: [KubernetesName, unknown][] = [
    [LIST_TYPE_EXTENSION, listType],
    [LIST_MAP_KEYS_EXTENSION, listMapKeys],
    [MAP_TYPE_EXTENSION, mapType],
    [PATCH_STRATEGY_EXTENSION, patchStrategy],
    [PATCH_MERGE_KEY_EXTENSION, patchMergeKey],
  ];
  const present = marked.filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [dialect.rename(name), value]));
}
