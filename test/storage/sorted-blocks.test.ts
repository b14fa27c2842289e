import { expect, it } from 'vitest';
import { SortedBlocks } from '../../src/storage/sorted-blocks.ts';

const keyOf = (number: number): string => `key-${String(number).padStart(6, '0')}`;
const COUNT = 5000;
/** All numbers below COUNT, in an order that jumps back and forth. */
const SCATTERED = Array.from({ length: COUNT }, (_, index) => (index * 1999) % COUNT);

function keysFrom(items: SortedBlocks<{ key: string }>, start = '', includesStart = true, prefix = ''): string[] {
  const keys: string[] = [];
  items.visitFrom(start, includesStart, prefix, ({ key }) => {
    keys.push(key);
    return true;
  });
  return keys;
}

const allKeys = (): string[] => Array.from({ length: COUNT }, (_, index) => keyOf(index));

it('keeps initial items in order', () => {
  expect(keysFrom(new SortedBlocks(SCATTERED.map((number) => ({ key: keyOf(number) }))))).toEqual(allKeys());
});

it('keeps added items in order, at any position', () => {
  const items = new SortedBlocks<{ key: string }>();
  for (const number of SCATTERED) items.add({ key: keyOf(number) });
  expect(keysFrom(items)).toEqual(allKeys());
});

it('visits from a key or after it, whether the key exists or not', () => {
  const items = new SortedBlocks(SCATTERED.map((number) => ({ key: keyOf(number) })));
  for (const number of [0, 1, 1023, 1024, 2048, COUNT - 1]) {
    expect(keysFrom(items, keyOf(number))).toEqual(allKeys().slice(number));
    expect(keysFrom(items, keyOf(number), false)).toEqual(allKeys().slice(number + 1));
    expect(keysFrom(items, `${keyOf(number)}a`)).toEqual(allKeys().slice(number + 1));
  }
  expect(keysFrom(items, 'z')).toEqual([]);
});

it('stops when the visitor returns false', () => {
  const items = new SortedBlocks(SCATTERED.map((number) => ({ key: keyOf(number) })));
  let visits = 0;
  items.visitFrom('', true, '', () => ++visits < 1500);
  expect(visits).toBe(1500);
});

it('visits only the items whose keys start with the prefix', () => {
  const items = new SortedBlocks(SCATTERED.map((number) => ({ key: keyOf(number) })));
  expect(keysFrom(items, 'key-002', true, 'key-002')).toEqual(allKeys().slice(2000, 3000));
  expect(keysFrom(items, keyOf(2990), false, 'key-002')).toEqual(allKeys().slice(2991, 3000));
  expect(keysFrom(items, keyOf(3000), true, 'key-002')).toEqual([]);
});

it('removes all keys, and accepts new ones afterwards', () => {
  const items = new SortedBlocks(SCATTERED.map((number) => ({ key: keyOf(number) })));
  items.remove('missing');
  for (const number of SCATTERED) if (number !== 7) items.remove(keyOf(number));
  expect(keysFrom(items)).toEqual([keyOf(7)]);
  items.remove(keyOf(7));
  expect(keysFrom(items)).toEqual([]);
  items.add({ key: 'b' });
  items.add({ key: 'a' });
  expect(keysFrom(items)).toEqual(['a', 'b']);
});

it('counts the selected items after a key, below a prefix, whatever was added, removed and recounted', () => {
  const selected = new Set(SCATTERED.filter((number) => number % 3 > 0).map(keyOf));
  const isSelected = ({ key }: { key: string }): boolean => selected.has(key);
  const items = new SortedBlocks(
    SCATTERED.map((number) => ({ key: keyOf(number) })),
    isSelected,
  );
  const check = (): void => {
    for (const [start, prefix] of [
      [keyOf(0), 'key-'],
      [keyOf(1234), 'key-'],
      [keyOf(1234), 'key-001'],
      [keyOf(1999), 'key-001'],
      ['key-', 'key-'],
      [keyOf(COUNT), 'key-'],
    ] as const) {
      const expected = [...selected].filter((key) => key > start && key.startsWith(prefix)).length;
      expect(items.countAfter(start, prefix)).toBe(expected);
    }
  };
  check();
  for (const number of [1, 1236, 1300, 4000]) {
    selected.add(keyOf(number));
    items.recount(keyOf(number));
  }
  check();
  for (const number of [2, 1250, 4999]) {
    selected.delete(keyOf(number));
    items.remove(keyOf(number));
  }
  check();
  for (let number = 0; number < 600; number++) {
    const key = `${keyOf(1240)}-${number}`;
    selected.add(key);
    items.add({ key });
  }
  check();
});
