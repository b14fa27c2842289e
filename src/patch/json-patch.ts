import { JsonNode } from './json-node.ts';

/** Bytes that the copies of one patch may add. */
const MAXIMUM_COPIED_SIZE = 3 * 1024 * 1024;

/** A patch that does not fit the document; the server's answer never says why. */
export class JsonPatchError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'JsonPatchError';
  }
}

type Operation = ReadonlyMap<string, JsonNode>;

/** Where a pointer leads: the container and the last step. */
interface Place {
  readonly container: JsonNode;
  readonly key: string;
}

const stringMember = (operation: Operation, name: string): string => {
  const node = operation.get(name);
  const value: unknown = node ? JSON.parse(node.toString()) : undefined;
  if (typeof value !== 'string') throw new JsonPatchError(`operation missing ${name} field`);
  return value;
};

/** An operation without a value has the value null. */
const operandOf = (operation: Operation): JsonNode => operation.get('value') ?? JsonNode.null();

const decodeStep = (step: string): string => step.replaceAll('~1', '/').replaceAll('~0', '~');

/** The index that a step names; negative ones count from the end of `length`. */
function indexOf(step: string, length: number): number {
  if (!/^[+-]?[0-9]+$/.test(step)) throw new JsonPatchError(`value was not a proper array index: '${step}'`);
  const index = Number(step);
  const absolute = index < 0 ? index + length : index;
  if (absolute < 0 || absolute >= length) throw new JsonPatchError(`Unable to access invalid index: ${index}`);
  return absolute;
}

/** Absent members of an object are undefined; absent items of a list are an error. */
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
  else if (!members.delete(key)) throw new JsonPatchError(`Unable to remove nonexistent key: ${key}`);
}

/** A document under a JSON patch. */
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
    if (name === 'add') add(this.#find(stringMember(operation, 'path')), operandOf(operation));
    else if (name === 'remove') remove(this.#find(stringMember(operation, 'path')));
    else if (name === 'replace') this.#replace(operation);
    else if (name === 'move') this.#move(operation);
    else if (name === 'test') this.#test(operation);
    else if (name === 'copy') this.#copy(operation);
    else throw new JsonPatchError(`Unexpected kind: ${name}`);
  }

  /** What stands before the first slash of a pointer is ignored. */
  #find(pointer: string): Place {
    const steps = pointer.split('/').slice(1).map(decodeStep);
    const key = steps.pop();
    if (key === undefined) throw new JsonPatchError(`missing path: "${pointer}"`);
    let container: JsonNode = this.#root;
    for (const step of steps) {
      const next = read({ container, key: step });
      if (!next) throw new JsonPatchError(`missing path: "${pointer}"`);
      container = next;
      if (!container.members && !container.items) throw new JsonPatchError(`missing path: "${pointer}"`);
    }
    return { container, key };
  }

  /** A member that does not exist is added. */
  #replace(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const value = operandOf(operation);
    if (pointer === '') {
      if (!value.members && !value.items) throw new JsonPatchError('replace operation value must be object or array');
      this.#root = value;
      return;
    }
    const { container, key } = this.#find(pointer);
    const { members, items = [] } = container;
    if (members) members.set(key, value);
    else items[indexOf(key, items.length)] = value;
  }

  #move(operation: Operation): void {
    const from = this.#find(stringMember(operation, 'from'));
    const value = read(from);
    remove(from);
    add(this.#find(stringMember(operation, 'path')), value ?? JsonNode.null());
  }

  /** What is absent equals null. */
  #test(operation: Operation): void {
    const pointer = stringMember(operation, 'path');
    const actual = pointer === '' ? this.#root : read(this.#find(pointer));
    const expected = operation.get('value');
    const passes =
      !actual || actual.isNull ? !expected || expected.isNull : expected !== undefined && actual.equals(expected);
    if (!passes) throw new JsonPatchError(`testing value ${pointer} failed`);
  }

  /** A copy of what is absent is null. */
  #copy(operation: Operation): void {
    const value = read(this.#find(stringMember(operation, 'from')))?.copy();
    const target = this.#find(stringMember(operation, 'path'));
    this.#copied += value ? value.toString().length : 0;
    if (this.#copied > MAXIMUM_COPIED_SIZE) {
      throw new JsonPatchError('the accumulated size increase of copy operations exceeded the limit');
    }
    add(target, value ?? JsonNode.null());
  }
}

/**
 * Applies a JSON patch (RFC 6902, with the real server's leniencies) to a JSON text.
 * @param patch JSON text of a list of objects
 * @throws JsonPatchError when an operation does not fit
 */
export function applyJsonPatch(document: string, patch: string): string {
  const patched = new PatchedDocument(new JsonNode(document));
  for (const operation of new JsonNode(patch).items ?? []) patched.apply(operation.members ?? new Map());
  return patched.toString();
}
