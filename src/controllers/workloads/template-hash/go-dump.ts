import { isRecord } from '../../../api/object.ts';
import { structFields } from './pod-template-structs.ts';
import { quantityDump } from './quantity-dump.ts';

/** Types outside of the package `v1`, as Go prints them. */
const FOREIGN_TYPES: Readonly<Record<string, string>> = {
  Quantity: 'resource.Quantity',
  IntOrString: 'intstr.IntOrString',
};
const BASIC_TYPES: ReadonlySet<string> = new Set([
  'string',
  'int32',
  'int64',
  'bool',
  'types.UID',
  'map[string]string',
]);

/** The texts of types that are neither basic nor structs of a pod template. */
const SPECIAL_TYPES: Readonly<Record<string, (value: unknown) => string>> = {
  Quantity: quantityDump,
  IntOrString: (value) => {
    const [type, number, text] = typeof value === 'string' ? [1, 0, value] : [0, value ?? 0, ''];
    return `{Type:(intstr.Type)${type} IntVal:(int32)${number} StrVal:(string)${text}}`;
  },
  // Templates contain no times that are set.
  Time: () => '{Time:(time.Time){wall:(uint64)0 ext:(int64)0 loc:(*time.Location)<nil>}}',
  ResourceList: (value) => mapDump(value, quantityDump),
  'map[string]string': (value) => mapDump(value, String),
};

/** Returns the Go name of a type: `*v1.Probe`, `[]v1.Container`. */
function typeName(type: string): string {
  if (type.startsWith('*')) return `*${typeName(type.slice(1))}`;
  if (type.startsWith('[]')) return `[]${typeName(type.slice(2))}`;
  if (BASIC_TYPES.has(type)) return type;
  return FOREIGN_TYPES[type] ?? `v1.${type.replace('~', '')}`;
}

/**
 * Returns a value of a pod template as printed by spew with `%#v`, which the real server uses for hashing. Values that
 * are empty in JSON are nil in Go, because controllers read Protobuf.
 */
export const goDump = (type: string, value: unknown): string => `(${typeName(type)})${valueDump(type, value)}`;

function valueDump(type: string, value: unknown): string {
  if (type.startsWith('*')) return value === undefined || value === null ? '<nil>' : valueDump(type.slice(1), value);
  if (type.startsWith('[]')) return listDump(type.slice(2), value);
  const special = SPECIAL_TYPES[type];
  if (special) return special(value);
  const fields = structFields(type);
  if (fields) {
    const members = isRecord(value) ? value : {};
    const texts = fields.map(
      ({ name, type: fieldType, member }) =>
        `${name}:${goDump(fieldType, member === undefined ? value : members[member])}`,
    );
    return `{${texts.join(' ')}}`;
  }
  if (type === 'bool') return String(value ?? false);
  return String(value ?? (type.startsWith('int') ? 0 : ''));
}

/** Element types are not repeated. Pointers among the elements would show their indirection, but there are none. */
function listDump(element: string, value: unknown): string {
  if (!Array.isArray(value) || value.length === 0) return '<nil>';
  return `[${value.map((item) => valueDump(element, item)).join(' ')}]`;
}

function mapDump(value: unknown, dump: (value: unknown) => string): string {
  const entries = isRecord(value) ? Object.entries(value) : [];
  if (entries.length === 0) return '<nil>';
  const sorted = entries.toSorted(([a], [b]) => compareBytes(a, b));
  return `map[${sorted.map(([key, item]) => `${key}:${dump(item)}`).join(' ')}]`;
}

/** Keys are qualified names and therefore ASCII, for which JavaScript's order is that of bytes. */
const compareBytes = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
