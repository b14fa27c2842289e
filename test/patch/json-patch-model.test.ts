import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Json, JsonObject } from '../../src/api/object.ts';
import { applyJsonPatch } from '../../src/patch/json-patch.ts';

interface Operation {
  readonly op: string;
  readonly path: string;
  readonly from?: string;
  readonly value?: Json;
}

/**
 * Reference implementation: RFC 6902 by copying, except that a missing object member can be copied as null and can be
 * replaced. Undefined when an operation fails.
 */
function naive(document: Json, operations: readonly Operation[]): Json | undefined {
  let current: Json | undefined = document;
  for (const operation of operations) {
    if (current === undefined) return undefined;
    current = step(current, operation);
  }
  return current;
}

const steps = (pointer: string): string[] => pointer.split('/').slice(1);

function step(document: Json, { op, path, from = '', value = null }: Operation): Json | undefined {
  const there = op === 'replace' ? readOrNull(document, steps(path)) : read(document, steps(path));
  switch (op) {
    case 'add':
      return write(document, steps(path), value, true);
    case 'replace':
      return there === undefined ? undefined : write(document, steps(path), value, false);
    case 'remove':
      return there === undefined ? undefined : write(document, steps(path), undefined, false);
    case 'test':
      return there !== undefined && same(there, value) ? document : undefined;
    default: {
      const source = op === 'copy' ? readOrNull(document, steps(from)) : read(document, steps(from));
      if (source === undefined) return undefined;
      const base = op === 'move' ? write(document, steps(from), undefined, false) : document;
      return base === undefined ? undefined : write(base, steps(path), source, true);
    }
  }
}

function readOrNull(document: Json, pointer: readonly string[]): Json | undefined {
  const found = read(document, pointer);
  const container = read(document, pointer.slice(0, -1));
  const isObject = typeof container === 'object' && container !== null && !Array.isArray(container);
  return found === undefined && isObject ? null : found;
}

const sorted = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort())
    : value;
const same = (a: Json, b: Json): boolean => JSON.stringify(a, sorted) === JSON.stringify(b, sorted);

function read(node: Json | undefined, [first, ...rest]: readonly string[]): Json | undefined {
  if (first === undefined) return node;
  if (Array.isArray(node)) return /^\d+$/.test(first) ? read(node[Number(first)], rest) : undefined;
  return typeof node === 'object' && node !== null ? read(node[first], rest) : undefined;
}

/** Returns the document with the value set or removed at the path; undefined when the path does not exist. */
function write(
  node: Json,
  [first, ...rest]: readonly string[],
  value: Json | undefined,
  inserts: boolean,
): Json | undefined {
  if (first === undefined || typeof node !== 'object' || node === null) return undefined;
  if (rest.length > 0) {
    const child = read(node, [first]);
    const changed = child === undefined ? undefined : write(child, rest, value, inserts);
    if (changed === undefined) return undefined;
    return Array.isArray(node) ? node.with(Number(first), changed) : { ...node, [first]: changed };
  }
  if (!Array.isArray(node)) {
    const { [first]: _, ...others } = node;
    return value === undefined ? others : { ...others, [first]: value };
  }
  const index = first === '-' && inserts ? node.length : /^\d+$/.test(first) ? Number(first) : -1;
  if (index < 0 || index > node.length - (inserts ? 0 : 1)) return undefined;
  return node.toSpliced(index, inserts ? 0 : 1, ...(value === undefined ? [] : [value]));
}

const key = fc.constantFrom('a', 'b', 'c');
const tree = fc.letrec<{ value: Json; object: JsonObject }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<Json>(1, 'x', true),
    fc.array(tie('value'), { maxLength: 3 }),
    tie('object'),
  ),
  object: fc.dictionary(key, tie('value'), { maxKeys: 3, noNullPrototype: true }),
}));
const path = fc
  .array(fc.constantFrom('a', 'b', 'c', '0', '1', '2', '-'), { minLength: 1, maxLength: 3 })
  .map((parts) => `/${parts.join('/')}`);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path, value: tree.value }),
  fc.record({ op: fc.constant('remove'), path }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path, from: path }),
);

test('a JSON patch follows RFC 6902 or changes nothing', () => {
  fc.assert(
    fc.property(tree.object, fc.array(operation, { minLength: 1, maxLength: 4 }), (document, operations) => {
      const expected = naive(document, operations);
      let patched: Json | undefined;
      try {
        patched = JSON.parse(applyJsonPatch(JSON.stringify(document), JSON.stringify(operations))) as Json;
      } catch {
        patched = undefined;
      }
      expect(patched).toEqual(expected);
    }),
    { numRuns: 3000 },
  );
});
