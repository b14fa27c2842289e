import type { PathElement } from './field-path.ts';
import { FieldSet } from './field-set.ts';

/**
 * One level of a set under construction: the additions so far. Equal additions in the same order return the same level,
 * so that objects of the same shape share their sets. `SetLevel.empty()` is the start.
 */
export class SetLevel {
  readonly #before: SetLevel | undefined;
  readonly #element: PathElement;
  readonly #isMember: boolean;
  readonly #child: FieldSet | undefined;
  /** The last level derived from this one. */
  #last: SetLevel | undefined;
  /** All levels derived from this one, by their additions; undefined while there is only one. */
  #next: Map<FieldSet | PathElement, SetLevel> | undefined;
  #set: FieldSet | undefined;

  private constructor(before?: SetLevel, element: PathElement = '', isMember = false, child?: FieldSet) {
    this.#before = before;
    this.#element = element;
    this.#isMember = isMember;
    this.#child = child;
  }

  static #empty = new SetLevel();
  static #count = 0;

  /** Returns the level without paths. Forgets the levels of earlier sets when there are too many. */
  static empty(): SetLevel {
    if (SetLevel.#count > MAXIMUM_LEVELS) {
      SetLevel.#count = 0;
      SetLevel.#empty = new SetLevel();
    }
    return SetLevel.#empty;
  }

  /** Adds the path that ends at the element, and the paths below it. */
  with(element: PathElement, isMember: boolean, below?: SetLevel): SetLevel {
    const child = below && below.#before !== undefined ? below.set : undefined;
    if (!isMember && !child) return this;
    if (!this.#last?.adds(element, isMember, child)) this.#last = this.#nextBy(element, isMember, child);
    return this.#last;
  }

  #nextBy(element: PathElement, isMember: boolean, child: FieldSet | undefined): SetLevel {
    const known = this.#next?.get(child ?? element);
    if (known?.adds(element, isMember, child)) return known;
    SetLevel.#count++;
    const next = new SetLevel(this, element, isMember, child);
    if (this.#last) {
      this.#next ??= new Map([[this.#last.key, this.#last]]);
      this.#next.set(next.key, next);
    }
    return next;
  }

  private get key(): FieldSet | PathElement {
    return this.#child ?? this.#element;
  }

  /** Reports whether this level results from exactly this addition. */
  private adds(element: PathElement, isMember: boolean, child: FieldSet | undefined): boolean {
    return this.#child === child && this.#isMember === isMember && this.#element === element;
  }

  /** The set of the added paths. */
  get set(): FieldSet {
    this.#set ??= this.#build();
    return this.#set;
  }

  #build(): FieldSet {
    const set = new FieldSet();
    for (let level: SetLevel = this; level.#before; level = level.#before) {
      if (level.#isMember) set.add(level.#element);
      const child = level.#child;
      if (child) set.attach(level.#element, set.children.get(level.#element)?.union(child) ?? child);
    }
    return set;
  }
}

const MAXIMUM_LEVELS = 10_000;
