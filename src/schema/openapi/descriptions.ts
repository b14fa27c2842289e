import type { Definition } from '../definition.ts';

/** The texts of a type and its fields, with Kubernetes names. */
export interface TypeDescription {
  /** Undefined for kinds that state their facts in a file of their own, and for lists. */
  readonly about?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The texts of all definitions: package (`core`) → type (`PodSpec`) → texts. The versions of a type share their texts;
 * `v1beta1.FlowSchemaSpec` has those that differ in one version.
 */
export type Descriptions = Readonly<Record<string, Readonly<Record<string, TypeDescription>>>>;

/** Loads the texts. They are not part of the server's code, because only OpenAPI documents need them. */
export type LoadDescriptions = () => Promise<Descriptions>;

/** Fields that every kind has. */
const KIND_FIELDS: Readonly<Record<string, string>> = {
  apiVersion: 'API group and version of the object.',
  items: 'The objects in the list.',
  kind: 'Kind of the object.',
  metadata: 'Name, labels and other data common to all objects.',
  spec: 'The desired state.',
  status: 'The most recently observed state.',
};

/** Returns the text of a definition; undefined when it has none. */
export function typeDescription(
  name: string,
  { kinds, description }: Definition,
  descriptions: Descriptions,
): string | undefined {
  const kind = kinds?.[0]?.[2];
  const ofList = kind?.endsWith('List') ? `A list of ${kind.slice(0, -'List'.length)} objects.` : undefined;
  return description ?? ofList ?? entriesOf(name, descriptions).find(({ about }) => about)?.about;
}

/** Returns the text of a field of a definition; undefined when it has none. */
export function fieldDescription(
  name: string,
  field: string,
  { kinds }: Definition,
  descriptions: Descriptions,
): string | undefined {
  const own = entriesOf(name, descriptions).find(({ fields }) => fields?.[field])?.fields?.[field];
  return own ?? (kinds ? kindFieldDescription(field) : undefined);
}

/** Returns the text of a field common to all kinds. */
export const kindFieldDescription = (field: string): string | undefined => KIND_FIELDS[field];

/** Returns the entries of a definition (`core.v1.PodSpec`): that of its version, and the one that all versions share. */
function entriesOf(name: string, descriptions: Descriptions): readonly TypeDescription[] {
  const [ofPackage = '', ...rest] = name.split('.');
  const types = descriptions[ofPackage];
  return [types?.[rest.join('.')], types?.[rest.at(-1) ?? '']].filter((entry) => entry !== undefined);
}
