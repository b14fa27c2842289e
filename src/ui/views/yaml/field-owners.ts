import { isMap, isScalar, isSeq, type Node } from 'yaml';
import { isEqualJson } from '../../../api/memory/equal-json.ts';
import type { ApiObject } from '../../../api/object.ts';
import { readDocuments } from './yaml-documents.ts';

/** The managers of the field in a line; empty for a field that nobody owns. */
export type FieldOwners = ReadonlyMap<number, readonly string[]>;

/** The fields of a manager, or a part of them. */
interface OwnedSet {
  readonly manager: string;
  readonly set: Readonly<Record<string, unknown>>;
}

/** Fields that identify an object or that the server writes. They have no managers. */
const UNMANAGED =
  /^(apiVersion|kind|metadata\.(name|namespace|uid|resourceVersion|generation|creationTimestamp|deletionTimestamp|managedFields|selfLink).*)$/;

/** Returns the managers of the fields in the first document of a text, by one-based line. */
export function fieldOwners(text: string, managedFields: ApiObject['metadata']['managedFields'] = []): FieldOwners {
  const { documents, lines } = readDocuments(text);
  const owners = new Map<number, readonly string[]>();
  const sets = managedFields.map(({ manager = '', fieldsV1 = {} }) => ({ manager, set: fieldsV1 as OwnedSet['set'] }));

  const mark = (node: Node, managers: readonly string[]): void => {
    const [start = 0, end = 0] = node.range ?? [];
    const last = lines.linePos(Math.max(start, end - 1)).line;
    for (let { line } = lines.linePos(start); line <= last; line += 1) owners.set(line, managers);
  };

  const visit = (node: unknown, own: readonly OwnedSet[], path: string): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items) {
        const name = String(isScalar(key) ? key.value : key);
        const inner = path === '' ? name : `${path}.${name}`;
        if (!UNMANAGED.test(inner)) visitField(key, value, under(own, `f:${name}`), inner);
      }
    } else if (isSeq(node)) {
      for (const item of node.items)
        visitField(
          item,
          item,
          own.flatMap((one) => itemOf(one, item)),
          path,
        );
    }
  };

  /** Marks a field as a whole unless its parts have managers of their own. */
  const visitField = (from: unknown, value: unknown, own: readonly OwnedSet[], path: string): void => {
    const hasParts = (isMap(value) || isSeq(value)) && value.items.length > 0;
    const isWhole = own.length > 0 && own.every(({ set }) => Object.keys(set).every((name) => name === '.'));
    const managers = [...new Set(own.map(({ manager }) => manager))];
    if (hasParts && !isWhole) visit(value, own, path);
    else for (const node of [from, value]) if (node !== null && typeof node === 'object') mark(node as Node, managers);
  };

  visit(documents[0]?.contents, sets, '');
  return owners;
}

/** Returns the parts of sets below a step. */
const under = (sets: readonly OwnedSet[], step: string): OwnedSet[] =>
  sets.flatMap(({ manager, set }) => {
    const part = set[step];
    return part === undefined ? [] : [{ manager, set: part as OwnedSet['set'] }];
  });

/** Returns the part of a set about an item of a list: `k:{"name":"web"}` or `v:"value"`. */
function itemOf({ manager, set }: OwnedSet, item: unknown): OwnedSet[] {
  const step = Object.keys(set).find((name) => {
    if (name.startsWith('v:')) return isScalar(item) && isEqualJson(JSON.parse(name.slice(2)), item.value);
    if (!name.startsWith('k:') || !isMap(item)) return false;
    const keys = Object.entries(JSON.parse(name.slice(2)) as Record<string, unknown>);
    // A key can be absent from the text, such as the defaulted protocol of a port.
    return keys.every(([key, value]) => item.get(key) === undefined || isEqualJson(item.get(key), value));
  });
  return step === undefined ? [] : [{ manager, set: set[step] as OwnedSet['set'] }];
}
