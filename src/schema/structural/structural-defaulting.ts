import { parseJson, writeJson } from '../../api/encoding/exact-json.ts';
import { isRecord } from '../../api/object.ts';
import { requestEntityTooLarge } from '../../api/status.ts';
import type { StructuralSchema } from './structural.ts';
import { describesMembers, memberOf } from './structural-pruning.ts';

/** Maximum size of the defaults that an object gets, as JSON: the size of the largest request, 3 MiB. */
export const MAXIMUM_DEFAULTS = 3 * 2 ** 20;

/**
 * Fills in defaults for absent values and for nulls that are not allowed, and drops other such nulls. Modifies the
 * value.
 * @throws StatusError 413 when the defaults exceed `maximum` characters: a short list can expand to large objects
 */
export function fillDefaults(value: unknown, schema: StructuralSchema, maximum = Number.POSITIVE_INFINITY): void {
  fill(value, schema, new Defaults(maximum));
}

function fill(value: unknown, schema: StructuralSchema, defaults: Defaults): void {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (!items) return;
    for (const [index, item] of value.entries()) {
      if (item === null && !items.nullable && items.props.default !== undefined) value[index] = defaults.of(items);
      fill(value[index], items, defaults);
    }
  } else if (isRecord(value)) fillMembers(value, schema, defaults);
}

function fillMembers(value: Record<string, unknown>, schema: StructuralSchema, defaults: Defaults): void {
  if (!describesMembers(schema)) return;
  for (const [name, property] of schema.properties) {
    const isAbsent = value[name] === undefined || (value[name] === null && !property.nullable);
    if (isAbsent && property.props.default !== undefined) value[name] = defaults.of(property);
  }
  for (const [key, member] of Object.entries(value)) {
    const known = memberOf(schema, key);
    if (known === undefined || known === true) continue;
    if (member === null && !known.nullable) {
      if (known.props.default === undefined) delete value[key];
      else value[key] = defaults.of(known);
    }
    fill(value[key], known, defaults);
  }
}

/** The default of each schema as JSON. */
const texts = new WeakMap<StructuralSchema, string>();

/** Copies defaults up to a total size. */
class Defaults {
  readonly #maximum: number;
  #size = 0;

  constructor(maximum: number) {
    this.#maximum = maximum;
  }

  of(schema: StructuralSchema): unknown {
    const text = texts.get(schema) ?? writeJson(schema.props.default);
    texts.set(schema, text);
    this.#size += text.length;
    if (this.#size > this.#maximum)
      throw requestEntityTooLarge(`the defaults of the schema are larger than ${this.#maximum} bytes`);
    return parseJson(text);
  }
}
