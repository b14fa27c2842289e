import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { goJson } from '../../src/api/encoding/go-json.ts';
import { isRecord } from '../../src/api/object.ts';
import { type Comparison, compareObjects, compareValues } from '../../src/apply/comparison/compare.ts';
import { jsonText } from '../../src/apply/field-path.ts';
import { FieldSet } from '../../src/apply/field-set.ts';
import { managerId } from '../../src/apply/managers/managers.ts';
import { toFieldSet } from '../../src/apply/to-field-set.ts';
import { type ExampleValue, exampleKindSchema, exampleSchema, exampleValue } from './example-kind.ts';

const path = fc.array(fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}'), { minLength: 1, maxLength: 3 });
const paths = fc.array(path, { maxLength: 6 });
const texts = (set: FieldSet): string[] => [...set.paths()].map((each) => each.join(' ')).sort();

const operations = ['union', 'intersection', 'difference', 'recursiveDifference'] as const;

describe('shared sets', () => {
  it('give the same results as new sets', () => {
    fc.assert(
      fc.property(fc.array(paths, { minLength: 2, maxLength: 5 }), (all) => {
        const shared = all.map((each) => FieldSet.of(...each));
        for (const operation of [...operations, ...operations]) {
          for (const [row, left] of all.entries()) {
            for (const [column, right] of all.entries()) {
              const result = shared[row]?.[operation](shared[column] as FieldSet) as FieldSet;
              expect(texts(result)).toEqual(texts(FieldSet.of(...left)[operation](FieldSet.of(...right))));
            }
          }
        }
        expect(shared.map(texts)).toEqual(all.map((each) => texts(FieldSet.of(...each))));
      }),
    );
  });

  it('are identical for all values of the same shape, as is their frozen FieldsV1 form', () => {
    const fieldsOf = (value: ExampleValue): object => compareValues({}, value, exampleSchema).added.toFieldsV1();
    const first = fieldsOf({ text: 'a', map: { a: 'c' }, keyed: [{ name: 'a', value: 'b' }] });
    const second = fieldsOf({ text: 'b', map: { a: 'd' }, keyed: [{ name: 'a', value: 'c' }] });
    expect(second).toBe(first);
    expect(Object.isFrozen(first)).toBe(true);
    expect(fieldsOf({ text: 'b', map: { b: 'd' } })).not.toBe(first);
  });

  it('differ for shapes that differ only in the owner of a container or in the element above the same paths', () => {
    const owned = toFieldSet({ keyed: [{ name: 'n' }] }, exampleSchema);
    const changed = compareValues({ keyed: [{ name: 'n' }] }, { keyed: [{ name: 'n', value: 'v' }] }, exampleSchema);
    expect(texts(owned)).toEqual(['f:keyed k:{"name":"n"}', 'f:keyed k:{"name":"n"} f:name']);
    expect(texts(changed.added)).toEqual(['f:keyed k:{"name":"n"} f:value']);
    for (const name of ['a', 'b', 'a']) {
      const { added } = compareValues({ keyed: [] }, { keyed: [{ name }] }, exampleSchema);
      expect(texts(added)).toEqual([`f:keyed k:{"name":"${name}"}`, `f:keyed k:{"name":"${name}"} f:name`]);
    }
  });
});

/** Reference implementation: every path of a value, and its text, which is empty for containers. */
function leavesOf({ text, map, whole, set, keyed, plain }: ExampleValue): Map<string, string> {
  const leaves = new Map<string, string>();
  if (text !== undefined) leaves.set('f:text', text);
  if (map) leaves.set('f:map', '');
  for (const [name, value] of Object.entries(map ?? {})) leaves.set(`f:map f:${name}`, value);
  if (whole) leaves.set('f:whole', JSON.stringify(Object.entries(whole).sort()));
  if (set) leaves.set('f:set', '');
  for (const item of set ?? []) leaves.set(`f:set v:"${item}"`, '');
  if (keyed) leaves.set('f:keyed', '');
  for (const item of keyed ?? []) {
    leaves.set(`f:keyed k:{"name":"${item.name}"}`, '');
    for (const [name, value] of Object.entries(item)) leaves.set(`f:keyed k:{"name":"${item.name}"} f:${name}`, value);
  }
  if (plain) leaves.set('f:plain', JSON.stringify(plain));
  return leaves;
}

const changesOf = ({ added, modified, removed }: Comparison) => [added, modified, removed].map(texts);

const expectedChanges = (before: ExampleValue, after: ExampleValue): string[][] =>
  changedLeaves(leavesOf(before), leavesOf(after));

function changedLeaves(left: ReadonlyMap<string, string>, right: ReadonlyMap<string, string>): string[][] {
  return [
    [...right.keys()].filter((each) => !left.has(each)),
    [...right].filter(([each, text]) => left.has(each) && left.get(each) !== text).map(([each]) => each),
    [...left.keys()].filter((each) => !right.has(each)),
  ].map((each) => each.sort());
}

/** Any JSON except null: nested maps, lists and scalars. */
const untypedMap = fc.letrec<{ map: Record<string, unknown> }>((tie) => ({
  map: fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.constantFrom(1, 'x', true), fc.array(fc.constantFrom(1, 2), { maxLength: 2 }), tie('map')),
    { maxKeys: 3, noNullPrototype: true },
  ),
})).map;

/** Reference implementation: every path of JSON, and its text, which is empty for maps. */
function untypedLeaves(value: object, prefix = ''): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const [name, member] of Object.entries(value)) {
    const isMap = isRecord(member);
    leaves.set(`${prefix}f:${name}`, isMap ? '' : JSON.stringify(member));
    if (isMap) for (const [path, text] of untypedLeaves(member, `${prefix}f:${name} `)) leaves.set(path, text);
  }
  return leaves;
}

describe('comparing', () => {
  it('finds the same paths as a comparison of all leaves', () => {
    fc.assert(
      fc.property(exampleValue, exampleValue, (before, after) => {
        expect(changesOf(compareValues(before, after, exampleSchema))).toEqual(expectedChanges(before, after));
      }),
    );
  });

  it('compares values without a schema by their type', () => {
    fc.assert(
      fc.property(untypedMap, untypedMap, (before, after) => {
        const expected = changedLeaves(untypedLeaves(before), untypedLeaves(after));
        expect(changesOf(compareValues(before, after, { kind: 'any' }))).toEqual(expected);
      }),
    );
  });

  it('ignores the managedFields of objects', () => {
    const before = { metadata: { name: 'a', managedFields: [{ manager: 'ann' }] } };
    const after = { metadata: { name: 'b', managedFields: [{ manager: 'ben' }] } };
    expect(changesOf(compareObjects(before, after, exampleKindSchema))).toEqual([[], ['f:metadata f:name'], []]);
  });

  it('finds the same paths after earlier shapes were evicted from the cache', () => {
    const before: ExampleValue = { text: 'a', keyed: [{ name: 'a' }] };
    const after: ExampleValue = { text: 'b', keyed: [{ name: 'a', value: 'b' }], map: { c: 'd' } };
    const map = Object.fromEntries(Array.from({ length: 12_000 }, (_, index) => [`key-${index}`, 'a'] as const));
    const first = compareValues(before, after, exampleSchema);
    expect(compareValues({}, { map }, exampleSchema).added.children.get('f:map')?.members.size).toBe(12_000);
    const second = compareValues(before, after, exampleSchema);
    expect(second.added).not.toBe(first.added);
    expect(changesOf(second)).toEqual(expectedChanges(before, after));
  });
});

it("Go's JSON is used for strings in elements and for manager ids", () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), fc.constantFrom('Apply', 'Update'), (a, b, operation) => {
      for (const text of [a, `${a}\ud800"\\\n`, `<${b}>`, '&\u2028']) expect(jsonText(text)).toBe(goJson(text));
      const id = managerId({ manager: a, operation, apiVersion: b, subresource: a });
      const expected = {
        ...(a ? { manager: a } : {}),
        operation,
        ...(operation === 'Update' ? { apiVersion: b } : {}),
        ...(a ? { subresource: a } : {}),
      };
      expect(id).toBe(goJson(expected));
    }),
  );
});
