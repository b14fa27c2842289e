/** Types of the checker. Object types come from a schema, opaque types from a library. */
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
    /** The type of an expression with errors; it is assignable to everything, so that each mistake is reported once. */
    | 'error';
  /** Maximum length in characters or bytes, if a schema limits it; for cost estimates. */
  readonly maximum?: number;
  /** Set for `dyn` if a schema only allows integers and strings. */
  readonly isIntOrString?: true;
}

export interface ListType {
  readonly kind: 'list';
  readonly element: Type;
  readonly maximum?: number;
  /** Set for sets (`[]`) and keyed lists of a schema, which are compared and concatenated by element. */
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
  /** Fields by their name in expressions, with the JSON member that contains them. */
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

/** A type parameter: `T` in a declaration, a numbered variable during checking. */
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

/** Returns an object type whose fields have the names of their members. */
export const objectType = (name: string, fields: Readonly<Record<string, Type>>): ObjectType => ({
  kind: 'object',
  name,
  fields: new Map(Object.entries(fields).map(([member, type]) => [member, { type, member }])),
});

/** Returns a type as messages show it; `<nil>` for the type of an unknown function. */
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

const PROTOBUF_TEXTS: Partial<Record<Type['kind'], string>> = {
  null: 'null:NULL_VALUE',
  bool: 'primitive:BOOL',
  int: 'primitive:INT64',
  uint: 'primitive:UINT64',
  double: 'primitive:DOUBLE',
  string: 'primitive:STRING',
  bytes: 'primitive:BYTES',
  timestamp: 'well_known:TIMESTAMP',
  duration: 'well_known:DURATION',
};

/** Returns a type as Protobuf text (`google.api.expr.v1alpha1.Type`), which one message shows. */
export function protobufText(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list_type:{elem_type:{${protobufText(type.element)}}}`;
    case 'map':
      return `map_type:{key_type:{${protobufText(type.key)}} value_type:{${protobufText(type.value)}}}`;
    case 'type':
      return `type:{${type.of ? protobufText(type.of) : ''}}`;
    case 'object':
      return `message_type:"${type.name}"`;
    case 'opaque':
      return `abstract_type:{name:"${type.name}"}`;
    case 'parameter':
      return `type_param:"${type.name}"`;
    default:
      return PROTOBUF_TEXTS[type.kind] ?? `${type.kind}:{}`;
  }
}

const SIMPLE = [NULL, BOOL, INT, UINT, DOUBLE, STRING, BYTES, TIMESTAMP, DURATION, DYN];

/**
 * Parses a type in a declaration: `list(T)`, `map(string, int)`, `kubernetes.URL`; a single capital letter is a
 * parameter.
 */
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

/** Splits at commas outside parentheses. */
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
