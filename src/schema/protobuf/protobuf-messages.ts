import type { Dialect } from '../../api/dialect.ts';
import { API_DISCOVERY_GROUP, META_GROUP } from '../../api/kubernetes-names.ts';
import { apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import data from '../data/messages.json' with { type: 'json' };
import type { DefinedType, Definition } from '../definition.ts';
import { definitions } from '../definitions.ts';

/** A field of a message and its place in the JSON form. */
export interface MessageField {
  readonly number: number;
  /** `string`, `core.v1.Container`, `[]string`, `map<string,bytes>`. */
  readonly type: string;
  /** Name in JSON; undefined for an embedded message, whose fields are inlined in its owner. */
  readonly name: string | undefined;
}

/** Messages without a definition: embedded structs, and types with a custom JSON form. */
const messages = data as unknown as Readonly<Record<string, Readonly<Record<string, readonly [number, string]>>>>;

/** Protobuf messages of the built-in kinds, with the names of one dialect. */
export class ProtobufMessages {
  readonly #dialect: Dialect;
  readonly #fields = new Map<string, readonly MessageField[]>();
  readonly #kinds = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    for (const [name, { kinds = [] }] of Object.entries(definitions))
      for (const [group = '', version = '', kind = ''] of kinds) {
        const apiVersion = apiVersionOf(dialect.renameText(group), version);
        this.#kinds.set(`${apiVersion} ${kind}`, name);
      }
    for (const kind of ['PartialObjectMetadata', 'PartialObjectMetadataList'])
      for (const version of ['v1', 'v1beta1'])
        this.#kinds.set(`${dialect.rename(META_GROUP)}/${version} ${kind}`, `meta.v1.${kind}`);
    for (const kind of ['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'])
      this.#kinds.set(`v1 ${kind}`, `meta.v1.${kind}`);
    this.#kinds.set(
      `${dialect.rename(API_DISCOVERY_GROUP)}/v2beta1 APIGroupDiscoveryList`,
      'apidiscovery.v2beta1.APIGroupDiscoveryList',
    );
  }

  /** Returns the name of a kind's message; undefined when it has none. */
  ofKind({ group, version, kind }: GroupVersionKind): string | undefined {
    return this.#kinds.get(`${apiVersionOf(group, version)} ${kind}`);
  }

  fieldsOf(message: string): readonly MessageField[] {
    const known = this.#fields.get(message) ?? this.#describe(message);
    this.#fields.set(message, known);
    return known;
  }

  #describe(message: string): readonly MessageField[] {
    const definition = definitions[message];
    if (definition?.fields) return this.#fieldsOfDefinition(definition);
    return Object.entries(messages[message] ?? {}).map(([name, [number, type]]) => ({ number, type, name }));
  }

  #fieldsOfDefinition({ fields = {}, embeds = {} }: Definition): readonly MessageField[] {
    const own = Object.entries(fields).flatMap(([name, field]) =>
      field.number === undefined
        ? []
        : [{ number: field.number, type: field.message ?? messageType(field), name: this.#dialect.renameText(name) }],
    );
    const embedded = Object.values(embeds).map(([number, type]) => ({ number, type, name: undefined }));
    return [...own, ...embedded].sort((a, b) => a.number - b.number);
  }
}

/** Type of the Protobuf field that holds values of a JSON type. */
function messageType({ ref, type, format, items = {}, values = {} }: DefinedType): string {
  if (ref) return ref;
  if (type === 'array') return `[]${messageType(items)}`;
  if (type === 'object') return `map<string,${messageType(values)}>`;
  if (type === 'integer') return format === 'int64' ? 'int64' : 'int32';
  if (type === 'boolean') return 'bool';
  if (type === 'number') return 'double';
  return format === 'byte' ? 'bytes' : 'string';
}

const byDialect = new WeakMap<Dialect, ProtobufMessages>();

export function protobufMessages(dialect: Dialect): ProtobufMessages {
  const known = byDialect.get(dialect) ?? new ProtobufMessages(dialect);
  byDialect.set(dialect, known);
  return known;
}
