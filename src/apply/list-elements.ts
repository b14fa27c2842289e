import { BoundedMap } from '../api/memory/bounded-map.ts';
import { isRecord } from '../api/object.ts';
import type { ListSchema, Schema } from '../schema/schema.ts';
import { jsonText, keyElement, type PathElement, valueElement } from './field-path.ts';

/**
 * Distinguishes the elements of a set or keyed list. All methods throw an error that describes the defect of an
 * element.
 */
export interface ListElements {
  /** Checks that a value can be an element of the list. */
  require(value: unknown): void;
  pathElement(value: unknown): PathElement;
  /** Reports whether two elements have the same path element. */
  isSame(a: unknown, b: unknown): boolean;
}

const known = new WeakMap<ListSchema, ListElements>();

/** Returns the elements of a list that is not atomic. */
export function elementsOf(schema: ListSchema): ListElements {
  let elements = known.get(schema);
  if (!elements) {
    elements = schema.listMapKeys.length === 0 ? SET : new KeyedElements(schema);
    known.set(schema, elements);
  }
  return elements;
}

/** Maximum length for comparison in pairs. Longer lists are checked by the texts of their path elements. */
const MAXIMUM_COMPARED = 16;

/** Reports whether the elements of a list have keys and differ. */
export function areDistinct(list: readonly unknown[], schema: ListSchema): boolean {
  const elements = elementsOf(schema);
  try {
    if (list.length > MAXIMUM_COMPARED) {
      return new Set(list.map((item) => elements.pathElement(item))).size === list.length;
    }
    for (let index = 0; index < list.length; index++) {
      elements.require(list[index]);
      for (let other = 0; other < index; other++) if (elements.isSame(list[other], list[index])) return false;
    }
    return true;
  } catch {
    return false; // an element without its key
  }
}

const SET: ListElements = {
  require(value) {
    if (Array.isArray(value)) throw new Error('not supported: associative list with lists as elements');
    if (value === null) throw new Error("associative list without keys has an element that's an explicit null");
    if (typeof value === 'object') throw new Error("associative list without keys has an element that's a map type");
  },
  pathElement(value) {
    SET.require(value);
    return valueElement(value);
  },
  isSame: (a, b) => a === b,
};

class KeyedElements implements ListElements {
  readonly #items: Schema;
  /** Sorted, as Kubernetes writes keys. */
  readonly #names: readonly string[];
  /** Cached path elements by their only key: comparisons and lookups are faster when equal elements are the same string. */
  readonly #recent = new BoundedMap<string, PathElement>(1_000);

  constructor({ items, listMapKeys }: ListSchema) {
    this.#items = items;
    this.#names = [...listMapKeys].sort();
  }

  require(value: unknown): void {
    for (const name of this.#names) this.#keyOf(value, name);
  }

  pathElement(value: unknown): PathElement {
    const keys = this.#names.map((name) => this.#keyOf(value, name));
    const [key] = keys;
    if (keys.length > 1 || typeof key !== 'string') return keyElement(this.#names, keys);
    let element = this.#recent.get(key);
    if (element === undefined) {
      element = keyElement(this.#names, keys);
      this.#recent.set(key, element);
    }
    return element;
  }

  isSame(a: unknown, b: unknown): boolean {
    for (const name of this.#names) if (!isSameKey(this.#keyOf(a, name), this.#keyOf(b, name))) return false;
    return true;
  }

  #keyOf(item: unknown, name: string): unknown {
    if (isRecord(item)) return item[name] ?? (item[name] === null ? null : keyDefaultOf(this.#items, name));
    if (item === null || item === undefined) {
      throw new Error('associative list with keys may not have a null element');
    }
    throw new Error('associative list with keys may not have non-map elements');
  }
}

const isSameKey = (a: unknown, b: unknown): boolean =>
  a === b || (typeof a === 'object' && typeof b === 'object' && jsonText(a) === jsonText(b));

/**
 * For built-in kinds the default of a required key is the zero value of its type; custom resources have only explicit
 * defaults.
 */
function keyDefaultOf(items: Schema, name: string): unknown {
  const schema = items.kind === 'struct' ? items.fields.get(name) : undefined;
  const { default: initial } = schema?.schema ?? {};
  if (initial !== undefined) return initial;
  if (schema?.required && items.kind === 'struct' && items.name && schema.schema.kind === 'scalar') {
    return schema.schema.type === 'string' ? '' : 0;
  }
  throw new Error(
    `associative list with keys has an element that omits key field ${JSON.stringify(name)} (and doesn't have default value)`,
  );
}
