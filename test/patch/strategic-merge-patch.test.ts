import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kubernetesDialect } from '../../src/api/dialect.ts';
import { deepFreeze } from '../../src/api/memory/deep-freeze.ts';
import type { Json, JsonObject } from '../../src/api/object.ts';
import { applyStrategicMergePatch } from '../../src/patch/strategic-merge-patch.ts';
import { StrategicPatchError } from '../../src/patch/strategic-patch-error.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';

const registry = createSchemaRegistry(kubernetesDialect);
const schemaOf = (group: string, version: string, kind: string) => {
  const schema = registry.schemaOf({ group, version, kind });
  if (!schema) throw new Error(`no schema of ${kind}`);
  return schema;
};
const podSchema = schemaOf('', 'v1', 'Pod');
const deploymentSchema = schemaOf('apps', 'v1', 'Deployment');

const patched = (live: JsonObject, patch: JsonObject, schema = podSchema): JsonObject =>
  applyStrategicMergePatch(deepFreeze(structuredClone(live)), deepFreeze(structuredClone(patch)), schema);

const containers = (...names: string[]): Json[] => names.map((name) => ({ name, image: `${name}:1` }));
const pod = (...names: string[]): JsonObject => ({ spec: { containers: containers(...names) } });
const order = (...names: string[]): Json[] => names.map((name) => ({ name }));
const containerNames = (object: JsonObject): unknown =>
  ((object.spec as JsonObject).containers as JsonObject[]).map(({ name }) => name);

describe('strategic merge patch of maps', () => {
  it('merges members, deletes by null and replaces atomic lists', () => {
    expect(
      patched({ metadata: { labels: { a: '1', b: '2' } } }, { metadata: { labels: { a: null, c: '3' } } }),
    ).toEqual({
      metadata: { labels: { b: '2', c: '3' } },
    });
    expect(
      patched(
        { spec: { containers: [{ name: 'a', args: ['x'] }] } },
        { spec: { containers: [{ name: 'a', args: ['y'] }] } },
      ),
    ).toEqual({ spec: { containers: [{ name: 'a', args: ['y'] }] } });
  });

  it('replaces or empties a map by directive', () => {
    const live = { metadata: { labels: { a: '1' } } };
    expect(patched(live, { metadata: { labels: { $patch: 'replace', b: '2' } } })).toEqual({
      metadata: { labels: { b: '2' } },
    });
    expect(patched(live, { metadata: { labels: { $patch: 'delete' } } })).toEqual({ metadata: { labels: {} } });
    expect(() => patched(live, { metadata: { labels: { $patch: 'merge' } } })).toThrow(
      'unknown patch type: merge in map: map[$patch:merge]',
    );
  });

  it.each([
    [1, '%!s(int64=1)', '1'],
    [1.5, '%!s(float64=1.5)', '1.5'],
    [true, '%!s(bool=true)', 'true'],
    [null, '%!s(<nil>)', '<nil>'],
    [{ b: 1, a: null, c: 'x' }, 'map[a:<nil> b:%!s(int64=1) c:x]', 'map[a:<nil> b:1 c:x]'],
    [['x', false], '[x %!s(bool=false)]', '[x false]'],
  ])('formats the directive %j like Go', (directive, text, inMap) => {
    const live = { metadata: { labels: { a: '1' } }, spec: { containers: [{ name: 'a' }] } };
    expect(() => patched(live, { metadata: { labels: { $patch: directive } } })).toThrow(
      `unknown patch type: ${text} in map: map[$patch:${inMap}]`,
    );
    expect(() => patched(live, { spec: { containers: [{ $patch: directive, name: 'a' }] } })).toThrow(
      `unknown patch type: ${text} in map: map[$patch:${inMap} name:a]`,
    );
  });

  it('ignores directives for missing values', () => {
    const change = { metadata: { labels: { $patch: 'replace', b: '2' }, annotations: { a: null, b: '1' } } };
    expect(patched({ metadata: {} }, change)).toEqual({ metadata: { annotations: { b: '1' } } });
  });

  it('keeps only the members in $retainKeys', () => {
    const live = { spec: { strategy: { type: 'RollingUpdate', rollingUpdate: { maxSurge: 1 } } } };
    const change = { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } };
    expect(patched(live, change, deploymentSchema)).toEqual({ spec: { strategy: { type: 'Recreate' } } });
    const wrong = { spec: { strategy: { $retainKeys: ['type'], rollingUpdate: {} } } };
    expect(() => patched(live, wrong, deploymentSchema)).toThrow('invalid patch format of retainKeys');
  });
});

describe('strategic merge patch of keyed lists', () => {
  it('merges elements by key and puts new ones before the live ones', () => {
    const change = { spec: { containers: [{ name: 'new' }, { name: 'b', image: 'b:2' }] } };
    expect(patched(pod('a', 'b'), change)).toEqual({
      spec: { containers: [{ name: 'new' }, { name: 'a', image: 'a:1' }, { name: 'b', image: 'b:2' }] },
    });
  });

  it('adds an element whose merge key is null', () => {
    const added = patched(pod('a'), { spec: { containers: [{ name: null, image: 'b:1' }] } });
    expect(added).toEqual({ spec: { containers: [{ name: null, image: 'b:1' }, ...containers('a')] } });
  });

  it('requires the elements of an order to be maps, up to the matching one', () => {
    const ordered = (list: Json[]) => patched(pod('a'), { spec: { '$setElementOrder/containers': list } });
    expect(() => ordered([1])).toThrow('value for key 0 is not a map');
    expect(() => ordered([{ name: 'b' }, 1])).toThrow('value for key 1 is not a map');
    expect(() => ordered([{ name: 'a' }, 1])).toThrow('expected a map[string]interface {}, but received a int64');
  });

  it('deletes every element with a key, but changes only the first such element', () => {
    const twice = pod('a', 'a', 'b');
    expect(containerNames(patched(twice, { spec: { containers: [{ $patch: 'delete', name: 'a' }] } }))).toEqual(['b']);
    const changed = patched(twice, { spec: { containers: [{ name: 'a', image: 'x' }] } });
    expect(((changed.spec as JsonObject).containers as JsonObject[]).map(({ image }) => image)).toEqual([
      'x',
      'a:1',
      'b:1',
    ]);
  });

  it('rejects elements of different types', () => {
    const live = { spec: { containers: [{ name: 'a' }] } };
    const expectError = (elements: Json[], message: string): void =>
      expect(() => patched(live, { spec: { containers: elements } })).toThrow(message);
    expectError([null], 'list element types are not identical: [[map[name:a]] [<nil>]]');
    expectError([5], 'list element types are not identical: [[map[name:a]] [5]]');
  });

  it('replaces the whole list', () => {
    const change = { spec: { containers: [{ name: 'c' }, { $patch: 'replace' }] } };
    expect(containerNames(patched(pod('a', 'b'), change))).toEqual(['c']);
  });

  it.each([
    [{ $patch: 'delete' }, 'map: map[$patch:delete] does not contain declared merge key: name'],
    [{ image: 'x' }, 'map: map[image:x] does not contain declared merge key: name'],
    [{ name: 'a', $patch: 'merge' }, 'merging lists cannot yet be specified in the patch'],
  ])('rejects %j', (element, message) => {
    expect(() => patched(pod('a'), { spec: { containers: [element] } })).toThrow(new StrategicPatchError(message));
  });

  it.each([
    [
      ['c', 'b', 'a'],
      ['c', 'b', 'a'],
    ],
    [
      ['c', 'a'],
      ['b', 'c', 'a'],
    ],
    [
      ['zz', 'a'],
      ['a', 'b', 'c'],
    ],
  ])('orders a, b, c by %j', (names, expected) => {
    const change = { spec: { '$setElementOrder/containers': order(...names) } };
    expect(containerNames(patched(pod('a', 'b', 'c'), change))).toEqual(expected);
  });

  it('requires the order to contain the changed elements, in order', () => {
    const change = { spec: { '$setElementOrder/containers': order('a'), containers: containers('b') } };
    expect(() => patched(pod('a', 'b'), change)).toThrow(
      "The order in patch list:\n[map[image:b:1 name:b]]\n doesn't match $setElementOrder list:\n[map[name:a]]\n",
    );
    expect(() => patched(pod('a'), { spec: { '$setElementOrder/containers': [{ image: 'x' }] } })).toThrow(
      'map: map[image:x] does not contain declared merge key: name',
    );
    expect(() => patched(pod('a'), { spec: { '$setElementOrder/containers': { name: 'a' } } })).toThrow(
      'expected a []interface {}, but received a map[string]interface {}',
    );
  });
});

describe('strategic merge patch of lists of strings', () => {
  const live = { metadata: { finalizers: ['a', 'b'] } };

  it.each<[JsonObject, Json | undefined]>([
    [{ finalizers: ['c'] }, ['c', 'a', 'b']],
    [{ finalizers: ['b'] }, ['a', 'b']],
    [{ '$deleteFromPrimitiveList/finalizers': ['a', 'zz'] }, ['b']],
    [{ '$deleteFromPrimitiveList/finalizers': 'a' }, ['a', 'b']],
    [{ '$deleteFromPrimitiveList/finalizers': ['a'], finalizers: ['d'] }, ['d', 'b']],
    [{ '$setElementOrder/finalizers': ['c', 'b', 'a'], finalizers: ['c'] }, ['c', 'b', 'a']],
    [{ finalizers: null }, undefined],
  ])('%j', (metadata, expected) => {
    expect((patched(live, { metadata }).metadata as JsonObject).finalizers).toEqual(expected);
  });

  it('also deletes from lists that are not merged', () => {
    const live = { spec: { containers: [{ name: 'a', args: ['x', 'y', 'x'] }] } };
    const change = { spec: { containers: [{ name: 'a', '$deleteFromPrimitiveList/args': ['x'] }] } };
    expect(patched(live, change)).toEqual({ spec: { containers: [{ name: 'a', args: ['y'] }] } });
  });

  it('deletes nothing from an absent list', () => {
    const change = { metadata: { '$deleteFromPrimitiveList/finalizers': ['a'] } };
    expect(patched({ metadata: {} }, change)).toEqual({ metadata: {} });
  });
});

describe('a strategic merge patch', () => {
  it('is idempotent', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd');
    const element = fc.record(
      { name, image: fc.constantFrom('x', 'y', null), args: fc.array(fc.string(), { maxLength: 2 }) },
      { requiredKeys: ['name'], noNullPrototype: true },
    ) as fc.Arbitrary<JsonObject>;
    const list = fc.uniqueArray(element, { selector: ({ name }) => name, maxLength: 4 });
    fc.assert(
      fc.property(list, list, (live, change) => {
        const patch = { spec: { containers: change } };
        const once = patched({ spec: { containers: live } }, patch);
        expect(patched(once, patch)).toEqual(once);
      }),
    );
  });
});
