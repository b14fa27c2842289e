/** The types that the checker knows. Objects are those of a schema; opaque ones belong to a library. */
export type Type = SimpleType | ListType | MapType | ObjectType | OpaqueType | TypeType | ParameterType;

export interface SimpleType {
  readonly kind:
    | 'null'
    | 'bool'
    | 'int'
    | 'uint'
    | 'double'
    | 'string'
    | 'bytes'
    | 'timestamp'
    | 'duration'
    | 'dyn'
    /** Of what could not be checked: it fits anywhere, so that one mistake is reported once. */
    | 'error';
  /** At most so many characters or bytes, where a schema says so: for estimates. */
  readonly maximum?: number;
}

export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
  readonly maximum?: number;
  /** Lists of a schema may be sets (`[]`) or keyed by some fields: they compare and add up by element. */
  readonly keys?: readonly string[];
}

export interface MapType {
  readonly kind: 'map';
  readonly key: Type;
  readonly value: Type;
  readonly maximum?: number;
}

export interface ObjectType {
  readonly kind: 'object';
  readonly name: string;
  /** By the name that expressions use, and the member of the JSON object where it differs. */
  readonly fields: ReadonlyMap<string, { readonly type: Type; readonly member: string }>;
}

export interface OpaqueType {
  readonly kind: 'opaque';
  readonly name: string;
}

/** The type of a type. */
export interface TypeType {
  readonly kind: 'type';
  readonly of?: Type;
}

/** A type to be found out: `T` in a declaration, numbered while checking. */
export interface ParameterType {
  readonly kind: 'parameter';
  readonly name: string;
}

const simple = (kind: SimpleType['kind']): SimpleType => ({ kind });
export const NULL = simple('null');
export const BOOL = simple('bool');
export const INT = simple('int');
export const UINT = simple('uint');
export const DOUBLE = simple('double');
export const STRING = simple('string');
export const BYTES = simple('bytes');
export const TIMESTAMP = simple('timestamp');
export const DURATION = simple('duration');
export const DYN = simple('dyn');
export const ERROR = simple('error');
export const listOf = (element: Type): ListType => ({ kind: 'list', element });
export const mapOf = (key: Type, value: Type): MapType => ({ kind: 'map', key, value });

/** An object type whose fields are named as their members. */
export const objectType = (name: string, fields: Readonly<Record<string, Type>>): ObjectType => ({
  kind: 'object',
  name,
  fields: new Map(Object.entries(fields).map(([member, type]) => [member, { type, member }])),
});

/** As messages show it. A function that is not known leaves no type behind: `<nil>`. */
export function typeText(type: Type | undefined): string {
  if (!type) return '<nil>';
  switch (type.kind) {
    case 'list':
      return `list(${typeText(type.element)})`;
    case 'map':
      return `map(${typeText(type.key)}, ${typeText(type.value)})`;
    case 'type':
      return type.of ? `type(${typeText(type.of)})` : 'type';
    case 'object':
    case 'opaque':
    case 'parameter':
      return type.name;
    case 'error':
      return '!error!';
    default:
      return type.kind;
  }
}

const SIMPLE = [NULL, BOOL, INT, UINT, DOUBLE, STRING, BYTES, TIMESTAMP, DURATION, DYN];

/** Reads a type as declarations write it: `list(T)`, `map(string, int)`, `kubernetes.URL`; one capital is a parameter. */
export function parseType(text: string): Type {
  const inner = /^(list|map|type)\((.*)\)$/.exec(text);
  if (inner) {
    const [first = 'dyn', second = 'dyn'] = splitTypes(inner[2] ?? '');
    if (inner[1] === 'list') return listOf(parseType(first));
    return inner[1] === 'map' ? mapOf(parseType(first), parseType(second)) : { kind: 'type', of: parseType(first) };
  }
  const known = SIMPLE.find(({ kind }) => kind === text);
  if (known) return known;
  return /^[A-Z]$/.test(text) ? { kind: 'parameter', name: text } : { kind: 'opaque', name: text };
}

/** Splits at the commas that are in no parentheses. */
export function splitTypes(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at <= text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')') depth--;
    if (at === text.length || (text[at] === ',' && depth === 0)) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return parts.filter((part) => part !== '');
}
