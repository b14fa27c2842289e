import type { Definition } from '../definition.ts';

/** The texts of a type and its fields. */
export interface TypeDescription {
  /** Undefined for lists, and for kinds with a separate facts file. */
  readonly about?: string;
  readonly fields?: Readonly<Record<string, string>>;
}

/**
 * The texts of all definitions: package (`core`) → type (`PodSpec`) → texts. The versions of a type share their texts;
 * `v1beta1.FlowSchemaSpec` has the texts that differ in one version.
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

/** The texts of one definition. */
interface DefinitionTexts {
  readonly about: string | undefined;
  field(name: string): string | undefined;
}

/** Returns the texts of a definition, from the table and from the definition itself. */
export function textsOf(name: string, definition: Definition, descriptions: Descriptions): DefinitionTexts {
  const { kinds, description } = definition;
  const [ofPackage = '', ...rest] = name.split('.');
  const types = descriptions[ofPackage];
  const own = types?.[rest.join('.')];
  const shared = types?.[rest.at(-1) ?? ''];
  const kind = kinds?.[0]?.[2];
  const ofList = kind?.endsWith('List') ? `A list of ${kind.slice(0, -'List'.length)} objects.` : undefined;
  return {
    about: description ?? ofList ?? own?.about ?? shared?.about,
    field: (field) =>
      own?.fields?.[field] ?? shared?.fields?.[field] ?? (kinds ? kindFieldDescription(field) : undefined),
  };
}

/** Returns the text of a field common to all kinds. */
export const kindFieldDescription = (field: string): string | undefined => KIND_FIELDS[field];
