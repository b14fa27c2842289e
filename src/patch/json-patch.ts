import { JsonNode } from './json-node.ts';

/** Maximum size in bytes that the copy operations of a patch may add. */
const MAXIMUM_COPIED_SIZE = 3 * 1024 * 1024;

/** A patch that does not fit the document, with the message of the real server's library, which webhook authors see. */
export class JsonPatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPatchError';
  }
}

const missing = (message: string): JsonPatchError => new JsonPatchError(`${message}: missing value`);

type Operation = ReadonlyMap<string, JsonNode>;

/** The target of a pointer: the container and the last reference token. */
interface Place {
  readonly container: JsonNode;
  readonly key: string;
}

const stringMember = (operation: Operation, name: string): string => {
  const node = operation.get(name);
  const value: unknown = node ? JSON.parse(node.toString()) : undefined;
  if (typeof value !== 'string') throw missing(`operation missing ${name} field`);
  return value;
};

/** Returns the value of an operation; null when it is missing. */
const operandOf = (operation: Operation): JsonNode => operation.get('value') ?? JsonNode.null();

const decodeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** Parses a list index; negative indexes count from the end of `length`. */
function indexOf(step: string, length: number): number {
  if (!/^[+-]?[0-9]+$/.test(step))
    throw new JsonPatchError(`strconv.Atoi: parsing ${JSON.stringify(step)}: invalid syntax`);
  const index = Number(step);
  const absolute = index < 0 ? index + length : index;
  if (absolute < 0 || absolute >= length)
    throw new JsonPatchError(`Unable to access invalid index: ${index}: invalid index referenced`);
  return absolute;
}

/** Returns undefined for a missing member of an object; a missing list item throws. */
function read({ container, key }: Place): JsonNode | undefined {
  const { members, items = [] } = container;
  return members ? members.get(key) : items[indexOf(key, items.length)];
}

function add({ container, key }: Place, value: JsonNode): void {
  const { members, items = [] } = container;
  if (members) members.set(key, value);
  else if (key === '-') items.push(value);
  else items.splice(indexOf(key, items.length + 1), 0, value);
}

function remove({ container, key }: Place): void {
  const { members, items = [] } = container;
  if (!members) items.splice(indexOf(key, items.length), 1);
  else if (!members.delete(key)) throw missing(`Unable to remove nonexistent key: ${key}`);
}

/** A document that a JSON patch modifies. */
class PatchedDocument {
  #root: JsonNode;
  #copied = 0;

  constructor(root: JsonNode) {
    this.#root = root;
  }

  toString(): string {
    return this.#root.toString();
  }

  apply(operation: Operation): void {
    const name = operation.has('op') ? stringMember(operation, 'op') : 'unknown';
    if (name === 'add') this.#add(operation);
    else if (name === 'remove') this.#remove(operation);
    else if (name === 'replace') this.#replace(operation);
    else if (name === 'move') this.#move(operation);
    else if (name === 'test') this.#test(operation);
    else if (name === 'copy') this.#copy(operation);
    else throw new JsonPatchError(`Unexpected kind: ${name}`);
  }

  /** Resolves a pointer; undefined when a part of it is missing. Text before the first slash is ignored. */
  #find(pointer: string): Place | undefined {
    const steps = pointer.split('/').slice(1).map(decodeStep);
    const key = steps.pop();
    if (key === undefined) return undefined;
    let container: JsonNode = this.#root;
    for (const step of steps) {
      const next = attempt(() => read({ container, key: step }));
      if (!next?.members && !next?.items) return undefined;
      container = next;
    }
    return { container, key };
  }

  #add(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const place = this.#find(pointer);
    if (!place) throw missing(`add operation does not apply: doc is missing path: "${pointer}"`);
    within(`error in add for path: '${pointer}'`, () => add(place, operandOf(operation)));
  }

  #remove(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const place = this.#find(pointer);
    if (!place) throw missing(`remove operation does not apply: doc is missing path: "${pointer}"`);
    within(`error in remove for path: '${pointer}'`, () => remove(place));
  }

  /** Replaces a value; a missing member is added. */
  #replace(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const value = operandOf(operation);
    if (pointer === '') {
      // The real server's library ignores other values.
      if (value.members || value.items) this.#root = value;
      return;
    }
    const place = this.#find(pointer);
    if (!place) throw missing(`replace operation does not apply: doc is missing path: ${pointer}`);
    const { members, items = [] } = place.container;
    if (members) {
      members.set(place.key, value);
      return;
    }
    const index = attempt(() => indexOf(place.key, items.length));
    if (index === undefined) throw missing(`replace operation does not apply: doc is missing key: ${pointer}`);
    items[index] = value;
  }

  #move(operation: Operation): void {
    const pointer = stringMember(operation, 'from');
    const from = this.#find(pointer);
    if (!from) throw missing(`move operation does not apply: doc is missing from path: ${pointer}`);
    const value = within(`error in move for path: '${from.key}'`, () => {
      const moved = read(from);
      remove(from);
      return moved;
    });
    const target = stringMember(operation, 'path');
    const place = this.#find(target);
    if (!place) throw missing(`move operation does not apply: doc is missing destination path: ${target}`);
    within(`error in move for path: '${target}'`, () => add(place, value ?? JsonNode.null()));
  }

  /** Tests a value; a missing value equals null. */
  #test(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const place = this.#find(pointer);
    if (pointer !== '' && !place) throw missing(`test operation does not apply: is missing path: ${pointer}`);
    const actual = place ? within(`error in test for path: '${pointer}'`, () => read(place)) : this.#root;
    const expected = operation.get('value');
    const passes =
      !actual || actual.isNull ? !expected || expected.isNull : expected !== undefined && actual.equals(expected);
    if (!passes) throw new JsonPatchError(`testing value ${pointer} failed: test failed`);
  }

  /** Copies a value; a missing value is copied as null. */
  #copy(operation: Operation): void {
    const pointer = stringMember(operation, 'from');
    const from = this.#find(pointer);
    if (!from) throw missing(`copy operation does not apply: doc is missing from path: ${pointer}`);
    const original = within(`error in copy for from: '${pointer}'`, () => read(from));
    const target = stringMember(operation, 'path');
    const place = this.#find(target);
    if (!place) throw missing(`copy operation does not apply: doc is missing destination path: ${target}`);
    // Copied after resolving the target, because objects on the way to it are then written with sorted members.
    const value = original?.copy();
    this.#copied += value ? value.toString().length : 0;
    if (this.#copied > MAXIMUM_COPIED_SIZE) {
      throw new JsonPatchError(
        `Unable to complete the copy, the accumulated size increase of copy is ${this.#copied}, exceeding the limit ${MAXIMUM_COPIED_SIZE}`,
      );
    }
    within('error while adding value during copy', () => add(place, value ?? JsonNode.null()));
  }
}

/** Adds context to the message of a JsonPatchError. */
function within<T>(context: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw error instanceof JsonPatchError ? new JsonPatchError(`${context}: ${error.message}`) : error;
  }
}

/** Returns undefined instead of throwing JsonPatchError. */
function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if (error instanceof JsonPatchError) return undefined;
    throw error;
  }
}

/**
 * Applies a JSON patch (RFC 6902, with the real server's leniency) to a JSON text.
 * @param patch JSON text of a list of objects
 * @throws JsonPatchError when an operation does not apply
 */
export function applyJsonPatch(document: string, patch: string): string {
  const patched = new PatchedDocument(new JsonNode(document));
  for (const operation of new JsonNode(patch).items ?? []) patched.apply(operation.members ?? new Map());
  return patched.toString();
}
