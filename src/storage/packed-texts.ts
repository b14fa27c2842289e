import { BoundedMap } from '../api/memory/bounded-map.ts';
import { ObjectTemplate, type Scalar } from './object-template.ts';
import type { Packed } from './template.ts';
import { TemplateSet } from './template-set.ts';
import { TextTemplate } from './text-template.ts';

/** Lengths of the texts that are packed: short ones gain little, and long ones would fill the memory as templates. */
export const SHORTEST_PACKED = 256;
const LONGEST_PACKED = 16_384;

/** How many collections have templates. */
const MOST_COLLECTIONS = 128;

const isWorthwhile = (length: number): boolean => length >= SHORTEST_PACKED && length <= LONGEST_PACKED;

interface Collection {
  readonly texts: TemplateSet<string, string>;
  readonly objects: TemplateSet<object, readonly Scalar[]>;
}

/** Templates of the values of each collection, learned from the values. */
export class PackedTexts {
  readonly #collections = new BoundedMap<string, Collection>(MOST_COLLECTIONS);

  /** Returns a text as what it has besides a template; undefined when none fits. */
  packText(key: string, text: string): Packed<string> | undefined {
    return isWorthwhile(text.length) ? this.#collectionOf(key).texts.pack(text) : undefined;
  }

  /** As `packText` for a JSON object, whose text is not made. */
  packObject(key: string, object: object): Packed<readonly Scalar[]> | undefined {
    return this.#collectionOf(key).objects.pack(object);
  }

  #collectionOf(key: string): Collection {
    const name = key.slice(0, key.indexOf('/', key.indexOf('/', 1) + 1));
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = { texts: new TemplateSet(TextTemplate.of), objects: new TemplateSet(objectTemplate) };
      this.#collections.set(name, collection);
    }
    return collection;
  }
}

function objectTemplate(sample: object): ObjectTemplate | undefined {
  const template = ObjectTemplate.of(sample);
  return isWorthwhile(template.sampleLength) ? template : undefined;
}
