import { BoundedMap } from '../api/memory/bounded-map.ts';
import { ObjectTemplate, type Scalar } from './object-template.ts';
import type { Packed } from './template.ts';
import { TemplateSet } from './template-set.ts';
import { TextTemplate } from './text-template.ts';

/** Bounds of packed texts: short texts gain little, and templates of long texts would fill the memory. */
export const SHORTEST_PACKED = 256;
const LONGEST_PACKED = 16_384;

/** Maximum number of collections with templates. */
const MOST_COLLECTIONS = 128;

/**
 * Values of a collection that are stored unchanged before templates are learned. A few values save little memory, and
 * learning from the objects of an empty cluster would take a sixth of the time of its start.
 */
const UNLEARNED = 64;

const isWorthwhile = (length: number): boolean => length >= SHORTEST_PACKED && length <= LONGEST_PACKED;

interface Collection {
  readonly texts: TemplateSet<string, string>;
  readonly objects: TemplateSet<object, readonly Scalar[]>;
}

/** The templates of each collection, learned from its values. */
export class PackedTexts {
  readonly #collections = new BoundedMap<string, Collection>(MOST_COLLECTIONS);
  readonly #unlearned: number;

  /** @param unlearned see `UNLEARNED` */
  constructor(unlearned = UNLEARNED) {
    this.#unlearned = unlearned;
  }

  /** Returns a text as its difference from a template; undefined if no template fits. */
  packText(key: string, text: string): Packed<string> | undefined {
    return isWorthwhile(text.length) ? this.#collectionOf(key).texts.pack(text) : undefined;
  }

  /** Like `packText`, for a JSON object. Does not create its text. */
  packObject(key: string, object: object): Packed<readonly Scalar[]> | undefined {
    return this.#collectionOf(key).objects.pack(object);
  }

  #collectionOf(key: string): Collection {
    const name = key.slice(0, key.indexOf('/', key.indexOf('/', 1) + 1));
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = {
        texts: new TemplateSet(TextTemplate.of, this.#unlearned),
        objects: new TemplateSet(objectTemplate, this.#unlearned),
      };
      this.#collections.set(name, collection);
    }
    return collection;
  }
}

function objectTemplate(sample: object): ObjectTemplate | undefined {
  const template = ObjectTemplate.of(sample);
  return isWorthwhile(template.sampleLength) ? template : undefined;
}
