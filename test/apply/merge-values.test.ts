import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEqualJson } from '../../src/api/memory/equal-json.ts';
import { compareValues } from '../../src/apply/comparison/compare.ts';
import { mergedOrder, mergeValues } from '../../src/apply/merge-values.ts';
import { extractItems, removeItems } from '../../src/apply/remove-items.ts';
import { toFieldSet } from '../../src/apply/to-field-set.ts';
import { validateTyped } from '../../src/apply/validate-typed.ts';
import { exampleSchema, exampleValue } from './example-kind.ts';

const value = exampleValue;
const schema = exampleSchema;

describe('merging', () => {
  it('returns applied values and keeps the other live values', () => {
    fc.assert(
      fc.property(value, value, (live, applied) => {
        const merged = mergeValues(live, applied, schema) as typeof live;
        const expected: typeof live = { ...live, ...applied };
        if (live.map && applied.map) expected.map = { ...live.map, ...applied.map };
        expect(merged.map).toEqual(expected.map);
        expect(merged.whole).toEqual(expected.whole);
        expect(merged.plain).toEqual(expected.plain);
        expect(new Set(merged.set)).toEqual(new Set([...(live.set ?? []), ...(applied.set ?? [])]));
        for (const each of merged.keyed ?? []) {
          const [old, wanted] = [live.keyed, applied.keyed].map((list) => list?.find(({ name }) => name === each.name));
          expect(each).toEqual({ ...old, ...wanted });
        }
      }),
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(value, value, (live, applied) => {
        const once = mergeValues(live, applied, schema);
        expect(mergeValues(once, applied, schema)).toEqual(once);
      }),
    );
  });

  it('keeps the order of applied and of live-only elements', () => {
    const list: fc.Arbitrary<string[]> = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'));
    fc.assert(
      fc.property(list, list, (live, applied) => {
        const merged = mergedOrder(live, applied);
        expect(new Set(merged)).toEqual(new Set([...live, ...applied]));
        expect(merged).toHaveLength(new Set(merged).size);
        expect(merged.filter((each) => applied.includes(each))).toEqual(applied);
        const onlyLive = live.filter((each) => !applied.includes(each));
        expect(merged.filter((each) => onlyLive.includes(each))).toEqual(onlyLive);
      }),
    );
  });

  it.each([
    ['a b c', 'c a b', 'c a b'],
    ['c a b x', 'y x', 'c a b y x'],
    ['c a b x y', 'new a', 'c new a b x y'],
    ['c new a b x y', 'a b c', 'new a b x y c'],
    ['a b c', 'c a', 'b c a'],
  ])('merges %j and the applied %j in the order %j', (live, applied, merged) => {
    expect(mergedOrder(live.split(' '), applied.split(' ')).join(' ')).toBe(merged);
  });
});

describe('comparing', () => {
  it('finds no changes between equal values, and every path of new values', () => {
    fc.assert(
      fc.property(value, value, (before, after) => {
        const { added, modified, removed } = compareValues(before, after, schema);
        const isSame = added.isEmpty && modified.isEmpty && removed.isEmpty;
        const inOrder = (each: typeof before) => ({
          ...each,
          ...(each.set ? { set: [...each.set].sort() } : {}),
          ...(each.keyed ? { keyed: [...each.keyed].sort((a, b) => (a.name < b.name ? -1 : 1)) } : {}),
        });
        expect(isSame).toBe(isEqualJson(inOrder(before), inOrder(after)));
        const back = compareValues(after, before, schema);
        expect(back.added.equals(removed) && back.removed.equals(added) && back.modified.equals(modified)).toBe(true);
      }),
    );
  });
});

describe('removing and extracting', () => {
  it('split a value into two parts', () => {
    fc.assert(
      fc.property(value, (each) => {
        const fields = toFieldSet(each, schema);
        const rest = removeItems(each, fields, schema);
        const left = [...toFieldSet(rest, schema).leaves().paths()];
        // Lists and maps that became empty are null and have their own path.
        expect(left.every((path) => path.length === 1)).toBe(true);
        const lists = Object.fromEntries(Object.entries(each).filter(([, part]) => Object.keys(part).length > 0));
        expect(
          toFieldSet(extractItems(lists, toFieldSet(lists, schema), schema), schema).equals(toFieldSet(lists, schema)),
        ).toBe(true);
      }),
    );
  });
});

describe('validating', () => {
  it.each<[unknown, string]>([
    [{ nothing: 1 }, '.nothing: field not declared in schema'],
    [{ map: { a: 1 } }, '.map.a: expected string, got &value.valueUnstructured{Value:1}'],
    [{ map: ['a'] }, '.map: expected map, got &{[a]}'],
    [{ set: { b: 1, a: 'x' } }, '.set: expected list, got &{map[a:x b:1]}'],
    [{ set: ['x', 'x'] }, '.set: duplicate entries for key [="x"]'],
    [{ keyed: [{ name: 'a' }, { name: 'a' }] }, '.keyed: duplicate entries for key [name="a"]'],
    [
      { keyed: [{ name: { a: 1, b: { c: [2.5, 'x', null] } } }] },
      '.keyed[name=a=1b=c=[2.5,"x",null]].name: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":1, "b":map[string]interface {}{"c":[]interface {}{2.5, "x", interface {}(nil)}}}}',
    ],
    [
      { keyed: [{ name: {} }] },
      '.keyed[name=].name: expected string, got &value.valueUnstructured{Value:map[string]interface {}{}}',
    ],
    [{ keyed: [null] }, '.keyed: element 0: associative list with keys may not have a null element'],
    [
      { keyed: [{}] },
      '.keyed: element 0: associative list with keys has an element that omits key field "name" (and doesn\'t have default value)',
    ],
  ])('reports for %j: %s', (wrong, message) => {
    expect(validateTyped(wrong, schema).map(({ path, message: why }) => `${path}: ${why}`)).toEqual([message]);
  });
});
