import { writeJson } from '../api/encoding/exact-json.ts';
import { sortUtf8 } from '../api/encoding/utf8.ts';
import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { BoundedMap } from '../api/memory/bounded-map.ts';
import { isRecord } from '../api/object.ts';
import { type FieldPath, type PathElement, parsePathElement, sortPathElements } from './field-path.ts';
import { RecentResults } from './recent-results.ts';

export type FieldsV1 = NonNullable<ManagedFieldsEntry['fieldsV1']>;

/** Counter for set ids, by which results of operations are cached. */
let created = 0;

/**
 * A set of field paths as a tree: `members` are paths that end here, `children` contain longer paths and are not empty.
 * Sets are immutable once built, so that sets and results of operations on them can be shared.
 */
export class FieldSet {
  readonly id = ++created;
  #members: Set<PathElement> | undefined;
  #children: Map<PathElement, FieldSet> | undefined;
  #encoded: FieldsV1 | undefined;
  #encodedBelow: { readonly isMember: boolean; readonly fields: FieldsV1 } | undefined;

  static of(...paths: readonly FieldPath[]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.#insert(path);
    return set;
  }

  get members(): ReadonlySet<PathElement> {
    return this.#members ?? NO_MEMBERS;
  }

  get children(): ReadonlyMap<PathElement, FieldSet> {
    return this.#children ?? NO_CHILDREN;
  }

  #insert(path: FieldPath): void {
    const last = path.length - 1;
    let set: FieldSet = this;
    for (let index = 0; index < last; index++) set = set.#descend(path[index] as PathElement);
    const element = path[last];
    if (element !== undefined) set.add(element);
  }

  #descend(element: PathElement): FieldSet {
    const known = this.children.get(element);
    if (known) return known;
    const child = new FieldSet();
    this.#children ??= new Map();
    this.#children.set(element, child);
    return child;
  }

  /** For builders only: adds a path that ends at the element. */
  add(element: PathElement): void {
    this.#members ??= new Set();
    this.#members.add(element);
  }

  /** For builders only: adds a subtree unless it is empty. */
  attach(element: PathElement, child: FieldSet): void {
    if (child.isEmpty) return;
    this.#children ??= new Map();
    this.#children.set(element, child);
  }

  get isEmpty(): boolean {
    return this.members.size === 0 && this.children.size === 0;
  }

  has(path: FieldPath): boolean {
    let set: FieldSet | undefined = this;
    for (const element of path.slice(0, -1)) set = set?.children.get(element);
    return set?.members.has(path.at(-1) ?? '') ?? false;
  }

  /** Returns the elements of the first level. */
  elements(): Set<PathElement> {
    const elements = new Set(this.members);
    for (const element of this.children.keys()) elements.add(element);
    return elements;
  }

  union(other: FieldSet): FieldSet {
    if (other === this || other.isEmpty) return this;
    return this.isEmpty ? other : unions.of(this, other);
  }

  intersection(other: FieldSet): FieldSet {
    if (other === this || this.isEmpty) return this;
    return other.isEmpty ? other : intersections.of(this, other);
  }

  /** Removes the paths of the other set, but not longer paths. */
  difference(other: FieldSet): FieldSet {
    return this.isEmpty || other.isEmpty ? this : differences.of(this, other);
  }

  /** Removes the paths of the other set and everything below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    return this.isEmpty || other.isEmpty ? this : recursiveDifferences.of(this, other);
  }

  /** Returns the paths without children. */
  leaves(): FieldSet {
    const set = new FieldSet();
    for (const member of this.members) if (!this.children.has(member)) set.add(member);
    for (const [element, child] of this.children) set.attach(element, child.leaves());
    return set;
  }

  equals(other: FieldSet): boolean {
    return this.difference(other).isEmpty && other.difference(this).isEmpty;
  }

  /** Yields all paths: on each level those that end there first, sorted in Kubernetes' order. */
  *paths(prefix: FieldPath = []): Generator<FieldPath> {
    for (const member of sorted(this.members)) yield [...prefix, member];
    for (const element of sorted(this.children.keys())) {
      yield* this.children.get(element)?.paths([...prefix, element]) ?? [];
    }
  }

  /** Returns the set in `fieldsV1` form, in Kubernetes' order. It is frozen, because all objects with this set share it. */
  toFieldsV1(): FieldsV1 {
    if (!this.#encoded) {
      this.#encoded = this.#encode(false);
      decodedObjects.set(this.#encoded, this);
    }
    return this.#encoded;
  }

  /** Returns the set in `fieldsV1` form below an element, which may be a member itself. */
  #encodeBelow(isMember: boolean): FieldsV1 {
    if (this.#encodedBelow?.isMember !== isMember) this.#encodedBelow = { isMember, fields: this.#encode(isMember) };
    return this.#encodedBelow.fields;
  }

  #encode(isMember: boolean): FieldsV1 {
    const elements = this.#sortedElements();
    const fields = emptyFields(elements);
    if (isMember) fields['.'] = NO_FIELDS;
    for (const element of elements) {
      const child = this.children.get(element);
      fields[element] = child ? child.#encodeBelow(this.members.has(element)) : NO_FIELDS;
    }
    return Object.freeze(fields);
  }

  #sortedElements(): PathElement[] {
    if (this.children.size === 0) return sorted(this.members);
    return sorted(this.members.size === 0 ? this.children.keys() : this.elements());
  }

  /** @throws Error when a path element is malformed */
  static fromFieldsV1(fields: FieldsV1): FieldSet {
    const known = decodedObjects.get(fields);
    if (known) return known;
    const set = fromText(fields);
    if (isRecord(fields) && Object.isFrozen(fields)) decodedObjects.set(fields, set);
    return set;
  }
}

/** Sorts elements in Kubernetes' order. Members are sorted by their text. */
function sorted(elements: Iterable<PathElement>): PathElement[] {
  const list = [...elements];
  if (list.length < 2) return list;
  return list.every((element) => element.startsWith('f:')) ? sortUtf8(list) : sortPathElements(list);
}

/** Shared, because most sets lack either members or children. */
const NO_MEMBERS: ReadonlySet<PathElement> = new Set();
const NO_CHILDREN: ReadonlyMap<PathElement, FieldSet> = new Map();

const NO_FIELDS: FieldsV1 = Object.freeze({});

/**
 * Returns an empty object for the elements. List elements have too many different keys for hidden classes, such as
 * addresses and names. An object without a prototype avoids them, which saves most of the time.
 */
const emptyFields = (elements: readonly PathElement[]): FieldsV1 =>
  elements[0] === undefined || elements[0].startsWith('f:') ? {} : Object.create(null);

const unions = new RecentResults<FieldSet>((left, right) => {
  const set = new FieldSet();
  let isLarger = false;
  for (const member of left.members) set.add(member);
  for (const [element, child] of left.children) {
    const theirs = right.children.get(element);
    const both = theirs ? child.union(theirs) : child;
    isLarger ||= both !== child;
    set.attach(element, both);
  }
  const known = set.members.size + set.children.size;
  for (const member of right.members) set.add(member);
  for (const [element, child] of right.children) if (!left.children.has(element)) set.attach(element, child);
  return isLarger || set.members.size + set.children.size > known ? set : left;
});

const intersections = new RecentResults<FieldSet>((left, right) => {
  const set = new FieldSet();
  for (const member of left.members) if (right.members.has(member)) set.add(member);
  let isSmaller = set.members.size < left.members.size;
  for (const [element, child] of left.children) {
    const theirs = right.children.get(element);
    if (theirs) set.attach(element, child.intersection(theirs));
    isSmaller ||= set.children.get(element) !== child;
  }
  return isSmaller ? set : left;
});

const differences = new RecentResults<FieldSet>((left, right) =>
  without(left, right, (element, child) => {
    const theirs = right.children.get(element);
    return theirs ? child.difference(theirs) : child;
  }),
);

const recursiveDifferences = new RecentResults<FieldSet>((left, right) =>
  without(left, right, (element, child) => {
    if (right.members.has(element)) return undefined;
    const theirs = right.children.get(element);
    return theirs ? child.recursiveDifference(theirs) : child;
  }),
);

/** @param rest returns the rest of a child */
function without(
  left: FieldSet,
  right: FieldSet,
  rest: (element: PathElement, child: FieldSet) => FieldSet | undefined,
): FieldSet {
  if (!haveCommon(left, right)) return left;
  const set = new FieldSet();
  for (const member of left.members) if (!right.members.has(member)) set.add(member);
  let isSmaller = set.members.size < left.members.size;
  for (const [element, child] of left.children) {
    const kept = rest(element, child);
    if (kept) set.attach(element, kept);
    isSmaller ||= kept !== child;
  }
  return isSmaller ? set : left;
}

/** Reports whether an element of the first level begins paths of both sets. */
function haveCommon(left: FieldSet, right: FieldSet): boolean {
  for (const member of right.members) if (left.members.has(member) || left.children.has(member)) return true;
  for (const element of right.children.keys()) if (left.children.has(element)) return true;
  return false;
}

/** Cached by frozen object and by text, because most objects share a few sets. */
const decodedObjects = new WeakMap<FieldsV1, FieldSet>();
const decodedTexts = new BoundedMap<string, FieldSet>(5_000);

function fromText(fields: FieldsV1): FieldSet {
  const text = writeJson(fields);
  const known = decodedTexts.get(text);
  if (known) return known;
  const set = decode(fields);
  decodedTexts.set(text, set);
  return set;
}

function decode(fields: FieldsV1): FieldSet {
  const set = new FieldSet();
  for (const [text, below] of Object.entries(fields)) {
    if (text === '.') continue;
    const element = parsePathElement(text);
    const child = isRecord(below) ? decode(below) : new FieldSet();
    if (child.isEmpty || (isRecord(below) && '.' in below)) set.add(element);
    set.attach(element, child);
  }
  return set;
}
