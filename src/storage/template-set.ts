import { type LearnedTemplate, Packed } from './template.ts';

/** Maximum number of templates of a collection: objects change their shape as they gain fields. */
const MOST_TEMPLATES = 8;

/** Maximum surplus of learned over fitting values. Limits learning, because some collections have no common shape. */
const MOST_FAILURES = 64;

/** The templates of one collection, learned from its values. */
export class TemplateSet<V, Own> {
  readonly #create: (sample: V) => LearnedTemplate<V, Own> | undefined;
  /** How many more values are stored unchanged before the first template is learned. */
  #unlearned: number;
  /** Most recently used first. */
  readonly #templates: LearnedTemplate<V, Own>[] = [];
  #fitted = 0;
  #learned = 0;

  /**
   * @param create returns undefined for samples that are not worth a template
   * @param unlearned how many values are stored unchanged before the first template is learned
   */
  constructor(create: (sample: V) => LearnedTemplate<V, Own> | undefined, unlearned: number) {
    this.#create = create;
    this.#unlearned = unlearned;
  }

  /** Returns a value as its difference from a template; undefined if no template fits. */
  pack(value: V): Packed<Own> | undefined {
    if (this.#unlearned > 0) {
      this.#unlearned -= 1;
      return undefined;
    }
    const templates = this.#templates;
    for (let index = 0; index < templates.length; index++) {
      const template = templates[index];
      const own = template?.own(value);
      if (!template || own === undefined) continue;
      this.#fitted += 1;
      if (index > 0) templates.unshift(...templates.splice(index, 1));
      return new Packed(template, own);
    }
    if (this.#learned <= this.#fitted + MOST_FAILURES) this.#learn(value);
    return undefined;
  }

  /** Extends the template with the shape of a value, or creates a template. */
  #learn(value: V): void {
    const templates = this.#templates;
    this.#learned += 1;
    for (const [index, template] of templates.entries()) {
      const extended = template.including(value);
      if (!extended || extended.length < extended.sampleLength / 2) continue;
      templates.splice(index, 1, extended);
      return;
    }
    const created = this.#create(value);
    if (!created) return;
    templates.unshift(created);
    if (templates.length > MOST_TEMPLATES) templates.pop();
  }
}
