import { BoundedMap } from '../api/memory/bounded-map.ts';
import { TextTemplate } from './text-template.ts';

/** Lengths of the texts that are packed: short ones gain little, and long ones would fill the memory as templates. */
export const SHORTEST_PACKED = 256;
const LONGEST_PACKED = 16_384;

/** How many collections have templates, and how many each has: objects change their shape as they gain fields. */
const [MOST_COLLECTIONS, MOST_TEMPLATES] = [128, 8];

/** How many more texts of a collection than have fitted may be learned from: some collections have no common shape. */
const MOST_FAILURES = 64;

interface Collection {
  /** The last used one is the first. */
  readonly templates: TextTemplate[];
  fitted: number;
  learned: number;
}

/** Templates of the texts of each collection, learned from the texts. */
export class TextTemplates {
  readonly #collections = new BoundedMap<string, Collection>(MOST_COLLECTIONS);

  /** Returns a text as what it has besides a template; undefined when it would not become much shorter. */
  pack(key: string, text: string): { readonly template: TextTemplate; readonly own: string } | undefined {
    if (text.length < SHORTEST_PACKED || text.length > LONGEST_PACKED) return undefined;
    const collection = this.#collectionOf(key);
    const { templates } = collection;
    for (const [index, template] of templates.entries()) {
      const own = template.own(text);
      if (own === undefined || own.length > text.length / 2) continue;
      collection.fitted += 1;
      if (index > 0) templates.unshift(...templates.splice(index, 1));
      return { template, own };
    }
    if (collection.learned <= collection.fitted + MOST_FAILURES) learn(collection, text);
    return undefined;
  }

  #collectionOf(key: string): Collection {
    const name = key.slice(0, key.indexOf('/', key.indexOf('/', 1) + 1));
    let collection = this.#collections.get(name);
    if (!collection) {
      collection = { templates: [], fitted: 0, learned: 0 };
      this.#collections.set(name, collection);
    }
    return collection;
  }
}

/** Extends the template whose shape a text has, or begins a new one. */
function learn(collection: Collection, text: string): void {
  const { templates } = collection;
  collection.learned += 1;
  for (const [index, template] of templates.entries()) {
    const extended = template.including(text);
    if (!extended || extended.length < text.length / 2) continue;
    templates.splice(index, 1, extended);
    return;
  }
  templates.unshift(new TextTemplate(text));
  if (templates.length > MOST_TEMPLATES) templates.pop();
}
