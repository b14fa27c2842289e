import data from './data/protobuf.json' with { type: 'json' };
import type { Definition } from './definitions.ts';

type Message = Readonly<Record<string, readonly [number, string]>>;
const messages = data as unknown as Readonly<Record<string, Message>>;

/** Fields of .proto files that Go calls otherwise in JSON. */
const JSON_NAMES: Readonly<Record<string, string>> = {
  reportingcontroller: 'reportingComponent',
};
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();

/**
 * The fields of a definition in the order in which Go writes them. The numbers of the .proto fields follow the order of
 * the Go struct; a message without a field of its own in JSON is an embedded struct and gives its fields in its place.
 */
export function fieldOrder(name: string, definition: Definition): readonly string[] {
  const names = new Map(Object.keys(definition.fields ?? {}).map((field) => [plain(field), field]));
  const ordered = definition.kinds ? ['kind', 'apiVersion', 'metadata'].filter((field) => names.has(plain(field))) : [];
  const taken = new Set(ordered);
  const visit = (message: string): void => {
    const fields = Object.entries(messages[message] ?? {}).sort(([, [a]], [, [b]]) => a - b);
    for (const [protobufName, [, type]] of fields) {
      const field = names.get(plain(protobufName)) ?? names.get(plain(JSON_NAMES[plain(protobufName)] ?? ''));
      if (!field) visit(type);
      else if (!taken.has(field)) {
        taken.add(field);
        ordered.push(field);
      }
    }
  };
  visit(name);
  return [...ordered, ...[...names.values()].filter((field) => !taken.has(field))];
}
