import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import type { JSONSchemaProps } from '../../api/kinds/apiextensions-v1.generated.ts';
import { isRecord } from '../../api/object.ts';
import type { Field, ListSchema, ScalarSchema, Schema, StructSchema } from '../schema.ts';
import type { StructuralSchema, ValidationRule } from './structural.ts';
import { isEnvelope } from './structural-pruning.ts';

/** Parses `openAPIV3Schema`; extensions have the dialect's names (`x-kubernetes-list-type`). */
export function structuralSchema(props: JSONSchemaProps, dialect: Dialect): StructuralSchema {
  const read = (child: unknown): StructuralSchema | undefined =>
    isRecord(child) ? structuralSchema(child as JSONSchemaProps, dialect) : undefined;
  const extensions = props as unknown as Record<string, unknown>;
  const extension = (name: string): unknown => extensions[dialect.rename(kubernetesName(`x-kubernetes-${name}`))];
  const keys = extension('list-map-keys');
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  const properties = Object.entries(props.properties ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    props,
    properties: new Map(properties.map(([name, child]) => [name, structuralSchema(child, dialect)])),
    additionalProperties: (props.additionalProperties as unknown) === true ? true : read(props.additionalProperties),
    items: read(props.items),
    nullable: props.nullable === true,
    preserveUnknown: extension('preserve-unknown-fields') === true,
    intOrString: extension('int-or-string') === true,
    isEmbeddedResource: extension('embedded-resource') === true,
    listType: text(extension('list-type')),
    listMapKeys: Array.isArray(keys) ? keys.map(String) : [],
    mapType: text(extension('map-type')),
    validations: rulesOf(extension('validations')),
  };
}

const rulesOf = (value: unknown): readonly ValidationRule[] =>
  Array.isArray(value) ? (value.filter(isRecord) as unknown as ValidationRule[]) : [];

/** Returns the schema of a custom kind for merging and applying. `objectMeta` is the schema of all metadata. */
export function customKindSchema(structural: StructuralSchema, objectMeta: Schema): StructSchema {
  const own = [...structural.properties].filter(([name]) => !isEnvelope(name));
  return {
    kind: 'struct',
    fields: new Map([...envelopeFields(objectMeta), ...own.map(([name, child]) => [name, fieldOf(child)] as const)]),
    mapType: 'granular',
    structural,
    ...(structural.preserveUnknown ? { preserveUnknown: true } : {}),
  };
}

const ANY: Schema = { kind: 'any' };
const TEXT: ScalarSchema = { kind: 'scalar', type: 'string' };

const kept = (schema: Schema): Field => ({ schema, required: false, empty: 'kept' });

const envelopeFields = (metadata: Schema): [string, Field][] => [
  ['apiVersion', kept(TEXT)],
  ['kind', kept(TEXT)],
  ['metadata', kept(metadata)],
];

function fieldOf(structural: StructuralSchema): Field {
  const schema = schemaOf(structural);
  const initial: unknown = structural.props.default;
  return kept(initial === undefined ? schema : { ...schema, default: initial });
}

const SCALARS: Readonly<Record<string, ScalarSchema['type']>> = {
  string: 'string',
  boolean: 'boolean',
  integer: 'int64',
  number: 'number',
};

function schemaOf(structural: StructuralSchema): Schema {
  const { props, intOrString, items, additionalProperties, properties } = structural;
  if (intOrString) return { kind: 'scalar', type: 'intOrString' };
  const scalar = SCALARS[props.type ?? ''];
  if (scalar) return { kind: 'scalar', type: scalar };
  if (props.type === 'array') return listOf(structural, items ? schemaOf(items) : ANY);
  const mapType = structural.mapType === 'atomic' ? 'atomic' : 'granular';
  if (structural.isEmbeddedResource || properties.size > 0) return structOf(structural, mapType);
  if (additionalProperties !== undefined) {
    return { kind: 'map', values: additionalProperties === true ? ANY : schemaOf(additionalProperties), mapType };
  }
  if (structural.preserveUnknown || props.type !== 'object') return ANY;
  return { kind: 'struct', fields: new Map(), mapType };
}

function structOf(structural: StructuralSchema, mapType: 'granular' | 'atomic'): StructSchema {
  const { isEmbeddedResource, properties } = structural;
  const declared = [...properties].filter(([name]) => !isEmbeddedResource || !isEnvelope(name));
  const own = declared.map(([name, child]) => [name, fieldOf(child)] as const);
  const envelope = isEmbeddedResource ? envelopeFields(ANY) : [];
  return {
    kind: 'struct',
    fields: new Map([...envelope, ...own]),
    mapType,
    ...(structural.preserveUnknown ? { preserveUnknown: true } : {}),
  };
}

const listOf = ({ listType, listMapKeys }: StructuralSchema, items: Schema): ListSchema => ({
  kind: 'list',
  items,
  listType: listType === 'set' || listType === 'map' ? listType : 'atomic',
  listMapKeys,
});
