import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fieldPathText, parsePathElement } from '../../src/apply/field-path.ts';
import { FieldSet } from '../../src/apply/field-set.ts';

const element = fc.constantFrom('f:a', 'f:b', 'k:{"name":"x"}', 'v:"y"', 'i:0');
const path = fc.array(element, { minLength: 1, maxLength: 3 });
const paths = fc.array(path, { maxLength: 8 });

/** Reference implementation: sets of path texts. */
const texts = (set: FieldSet): Set<string> => new Set([...set.paths()].map((each) => each.join(' ')));
const oracle = (each: string[][]): Set<string> => new Set(each.map((one) => one.join(' ')));

describe('sets of fields', () => {
  it('behave like sets of paths', () => {
    fc.assert(
      fc.property(paths, paths, (left, right) => {
        const [a, b] = [FieldSet.of(...left), FieldSet.of(...right)];
        const [x, y] = [oracle(left), oracle(right)];
        expect(texts(a.union(b))).toEqual(new Set([...x, ...y]));
        expect(texts(a.intersection(b))).toEqual(new Set([...x].filter((each) => y.has(each))));
        expect(texts(a.difference(b))).toEqual(new Set([...x].filter((each) => !y.has(each))));
        const below = (each: string) => [...y].some((other) => each === other || each.startsWith(`${other} `));
        expect(texts(a.recursiveDifference(b))).toEqual(new Set([...x].filter((each) => !below(each))));
        const leaf = (each: string) => ![...x].some((other) => other.startsWith(`${each} `));
        expect(texts(a.leaves())).toEqual(new Set([...x].filter(leaf)));
        for (const one of [...left, ...right]) expect(a.has(one)).toBe(x.has(one.join(' ')));
        expect(a.isEmpty).toBe(x.size === 0);
      }),
    );
  });

  it('are written in the order of the bytes of their names', () => {
    const names = ['f:\u{1f600}', 'f:\uff5e', 'f:a', 'k:{"name":"\u{1f600}"}', 'k:{"name":"\uff5e"}'];
    const set = FieldSet.of(...names.map((name) => [name]));
    const sorted = ['f:a', 'f:\uff5e', 'f:\u{1f600}', 'k:{"name":"\uff5e"}', 'k:{"name":"\u{1f600}"}'];
    expect(Object.keys(set.toFieldsV1())).toEqual(sorted);
  });

  it('survive a round trip through FieldsV1', () => {
    fc.assert(
      fc.property(paths, (each) => {
        const set = FieldSet.of(...each);
        expect(texts(FieldSet.fromFieldsV1(set.toFieldsV1()))).toEqual(texts(set));
      }),
    );
  });

  it('sort members, then keys, values and indexes, and write "." for containers owned with their content', () => {
    const set = FieldSet.of(
      ['i:2'],
      ['i:10'],
      ['v:"b"'],
      ['k:{"port":80}'],
      ['k:{"port":9}'],
      ['f:b', 'f:c'],
      ['f:b'],
      ['f:a'],
    );
    expect(JSON.stringify(set.toFieldsV1())).toBe(
      '{"f:a":{},"f:b":{".":{},"f:c":{}},"k:{\\"port\\":9}":{},"k:{\\"port\\":80}":{},"v:\\"b\\"":{},"i:2":{},"i:10":{}}',
    );
  });

  it('have a dot where a path ends above parts that other sets share', () => {
    const part = FieldSet.of(['k:{"ip":"10.1.2.3"}'], ['k:{"ip":"10.1.2.3"}', 'f:ip']);
    const above = (isMember: boolean): FieldSet => {
      const set = new FieldSet();
      if (isMember) set.add('f:podIPs');
      set.attach('f:podIPs', part);
      return set;
    };
    const written = '{"k:{\\"ip\\":\\"10.1.2.3\\"}":{".":{},"f:ip":{}}}';
    const writtenBelowMember = `{".":{},${written.slice(1)}`;
    expect(JSON.stringify(above(true).toFieldsV1())).toBe(`{"f:podIPs":${writtenBelowMember}}`);
    expect(JSON.stringify(above(false).toFieldsV1())).toBe(`{"f:podIPs":${written}}`);
    expect(JSON.stringify(above(true).toFieldsV1())).toBe(`{"f:podIPs":${writtenBelowMember}}`);
    expect(JSON.stringify(part.toFieldsV1())).toBe(written);
  });

  it('are equal after writing and reading', () => {
    fc.assert(
      fc.property(paths, (each) => {
        const fields = FieldSet.of(...each).toFieldsV1();
        const read = FieldSet.fromFieldsV1(JSON.parse(JSON.stringify(fields)));
        expect(texts(read)).toEqual(oracle(each));
        expect(JSON.stringify(read.toFieldsV1())).toBe(JSON.stringify(fields));
      }),
    );
  });

  it('parse keys with names in any order', () => {
    expect(parsePathElement('k:{"protocol":"TCP","port":80}')).toBe('k:{"port":80,"protocol":"TCP"}');
    expect(() => parsePathElement('x:1')).toThrow();
    expect(() => FieldSet.fromFieldsV1({ 'f:a': { nonsense: {} } })).toThrow();
  });

  it('escape strings as Go does in FieldsV1, and not in messages', () => {
    const element = String.raw`v:"\u003ca\u003e"`;
    expect(['v:"<a>"', element].map(parsePathElement)).toEqual([element, element]);
    expect(fieldPathText(['f:set', element])).toBe('.set[="<a>"]');
    expect(parsePathElement('k:{"name":"a&b"}')).toBe(String.raw`k:{"name":"a\u0026b"}`);
  });

  it('format paths for messages', () => {
    expect(fieldPathText(['f:spec', 'f:ports', 'k:{"port":80,"protocol":"TCP"}', 'f:name'])).toBe(
      '.spec.ports[port=80,protocol="TCP"].name',
    );
    expect(fieldPathText(['f:finalizers', 'v:"x"'])).toBe('.finalizers[="x"]');
  });
});
