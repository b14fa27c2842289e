import type { ManagedFieldsEntry } from '../api/kinds/meta-v1.generated.ts';
import { isRecord } from '../api/object.ts';
import { comparePathElements, type FieldPath, type PathElement, parsePathElement } from './field-path.ts';

export type FieldsV1 = NonNullable<ManagedFieldsEntry['fieldsV1']>;

/**
 * A set of field paths as a tree: `members` are paths that end here, `children` contain longer paths.
 * Sets are not modified once they are built, so they can be shared.
 */
export class FieldSet {
  readonly members = new Set<PathElement>();
  readonly children = new Map<PathElement, FieldSet>();

  static of(...paths: readonly FieldPath[]): FieldSet {
    const set = new FieldSet();
    for (const path of paths) set.insert(path);
    return set;
  }

  /** For builders only. The empty path is ignored, because objects are never owned as a whole. */
  insert(path: FieldPath): void {
    const last = path.length - 1;
    let set: FieldSet = this;
    for (let index = 0; index < last; index++) set = set.#descend(path[index] as PathElement);
    const element = path[last];
    if (element !== undefined) set.members.add(element);
  }

  #descend(element: PathElement): FieldSet {
    const known = this.children.get(element);
    if (known) return known;
    const child = new FieldSet();
    this.children.set(element, child);
    return child;
  }

  /** For builders only: adds a subtree unless it is empty. */
  attach(element: PathElement, child: FieldSet): void {
    if (!child.isEmpty) this.children.set(element, child);
  }

  get isEmpty(): boolean {
    if (this.members.size > 0) return false;
    for (const child of this.children.values()) if (!child.isEmpty) return false;
    return true;
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
    if (other.isEmpty) return this;
    const set = new FieldSet();
    for (const member of this.members) set.members.add(member);
    for (const member of other.members) set.members.add(member);
    for (const [element, child] of this.children) {
      const theirs = other.children.get(element);
      set.attach(element, theirs ? child.union(theirs) : child);
    }
    for (const [element, child] of other.children) if (!this.children.has(element)) set.attach(element, child);
    return set;
  }

  intersection(other: FieldSet): FieldSet {
    const set = new FieldSet();
    for (const member of this.members) if (other.members.has(member)) set.members.add(member);
    for (const [element, child] of this.children) {
      const theirs = other.children.get(element);
      if (theirs) set.attach(element, child.intersection(theirs));
    }
    return set;
  }

  /** Removes the paths of the other set, but not longer paths. */
  difference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const set = new FieldSet();
    for (const member of this.members) if (!other.members.has(member)) set.members.add(member);
    for (const [element, child] of this.children) {
      const theirs = other.children.get(element);
      set.attach(element, theirs ? child.difference(theirs) : child);
    }
    return set;
  }

  /** Removes the paths of the other set and everything below them. */
  recursiveDifference(other: FieldSet): FieldSet {
    if (other.isEmpty) return this;
    const set = new FieldSet();
    for (const member of this.members) if (!other.members.has(member)) set.members.add(member);
    for (const [element, child] of this.children) {
      if (other.members.has(element)) continue;
      const theirs = other.children.get(element);
      set.attach(element, theirs ? child.recursiveDifference(theirs) : child);
    }
    return set;
  }

  /** Returns the paths without children. */
  leaves(): FieldSet {
    const set = new FieldSet();
    for (const member of this.members) if (!this.children.has(member)) set.members.add(member);
    for (const [element, child] of this.children) set.attach(element, child.leaves());
    return set;
  }

  equals(other: FieldSet): boolean {
    return this.difference(other).isEmpty && other.difference(this).isEmpty;
  }

  /** Yields all paths: on each level those that end there first, sorted in Kubernetes' order. */
  *paths(prefix: FieldPath = []): Generator<FieldPath> {
    for (const member of [...this.members].sort(comparePathElements)) yield [...prefix, member];
    for (const element of [...this.children.keys()].sort(comparePathElements)) {
      yield* this.children.get(element)?.paths([...prefix, element]) ?? [];
    }
  }

  /** Returns the set in `fieldsV1` form, in Kubernetes' order. */
  toFieldsV1(): FieldsV1 {
    const known = encoded.get(this);
    if (known) return known;
    const fields: FieldsV1 = {};
    for (const element of [...this.elements()].sort(comparePathElements)) {
      const below = this.children.get(element);
      const own = this.members.has(element);
      if (!below || below.isEmpty) fields[element] = {};
      else fields[element] = own ? { '.': {}, ...below.toFieldsV1() } : below.toFieldsV1();
    }
    encoded.set(this, fields);
    return fields;
  }

  /** @throws Error when a path element is malformed */
  static fromFieldsV1(fields: FieldsV1): FieldSet {
    const text = JSON.stringify(fields);
    const known = decoded.get(text);
    if (known) return known;
    const set = decode(fields);
    if (decoded.size >= MAXIMUM_DECODED) decoded.clear();
    decoded.set(text, set);
    return set;
  }
}

/** Most objects share a few sets, so each text is decoded once and each set encoded once. */
const decoded = new Map<string, FieldSet>();
const MAXIMUM_DECODED = 5_000;
const encoded = new WeakMap<FieldSet, FieldsV1>();

function decode(fields: FieldsV1): FieldSet {
  const set = new FieldSet();
  for (const [text, below] of Object.entries(fields)) {
    if (text === '.') continue;
    const element = parsePathElement(text);
    const child = isRecord(below) ? decode(below) : new FieldSet();
    if (child.isEmpty || (isRecord(below) && '.' in below)) set.members.add(element);
    set.attach(element, child);
  }
  return set;
}
