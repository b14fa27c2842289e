import type { Dialect } from '../../api/dialect.ts';
import { apiVersionOf, type GroupVersionKind } from '../../api/object.ts';
import data from '../data/protobuf.json' with { type: 'json' };
import { definitions } from '../definitions.ts';

/** A field of a message and its place in the JSON form. */
export interface MessageField {
  readonly number: number;
  /** `string`, `core.v1.Container`, `[]string`, `map<string,bytes>`. */
  readonly type: string;
  /** Name in JSON; undefined for an embedded message, whose fields are inlined in its owner. */
  readonly name: string | undefined;
}

const messages = data as unknown as Readonly<Record<string, Readonly<Record<string, readonly [number, string]>>>>;
const plain = (name: string): string => name.replace(/[^A-Za-z0-9]/g, '').toLowerCase();

/** Protobuf messages of the built-in kinds, with the names of one dialect. */
export class ProtobufMessages {
  readonly #dialect: Dialect;
  readonly #fields = new Map<string, readonly MessageField[]>();
  readonly #kinds = new Map<string, string>();

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
    for (const [name, { kinds = [] }] of Object.entries(definitions))
      for (const [group = '', version = '', kind = ''] of kinds) {
        const apiVersion = apiVersionOf(dialect.rename(group), version);
        this.#kinds.set(`${apiVersion} ${kind}`, name);
        if (messages[`${name}List`]) this.#kinds.set(`${apiVersion} ${kind}List`, `${name}List`);
      }
    for (const kind of ['PartialObjectMetadata', 'PartialObjectMetadataList'])
      for (const version of ['v1', 'v1beta1'])
        this.#kinds.set(`${dialect.rename('meta.k8s.io')}/${version} ${kind}`, `meta.v1.${kind}`);
    for (const kind of ['Status', 'APIVersions', 'APIGroup', 'APIGroupList', 'APIResourceList'])
      this.#kinds.set(`v1 ${kind}`, `meta.v1.${kind}`);
    this.#kinds.set(
      `${dialect.rename('apidiscovery.k8s.io')}/v2beta1 APIGroupDiscoveryList`,
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
    const declared = definitions[message]?.fields;
    const names = declared && new Map(Object.keys(declared).map((name) => [plain(name), this.#dialect.rename(name)]));
    return Object.entries(messages[message] ?? {}).map(([field, [number, type]]) => ({
      number,
      type,
      name: names ? names.get(plain(field)) : field,
    }));
  }
}

const byDialect = new WeakMap<Dialect, ProtobufMessages>();

export function protobufMessages(dialect: Dialect): ProtobufMessages {
  const known = byDialect.get(dialect) ?? new ProtobufMessages(dialect);
  byDialect.set(dialect, known);
  return known;
}
