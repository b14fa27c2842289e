import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { goJson } from '../../src/api/encoding/go-json.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { ObjectTemplate } from '../../src/storage/object-template.ts';
import { PackedTexts } from '../../src/storage/packed-texts.ts';
import type { LearnedTemplate } from '../../src/storage/template.ts';
import { TextTemplate } from '../../src/storage/text-template.ts';

const FIELDS = Array.from({ length: 20 }, (_, index) => `"field${index}":{}`).join();
const pod = (name: string, phase: string, more = '') =>
  `{"kind":"Pod","metadata":{"name":"${name}"},"managed":{${FIELDS}},"status":{"phase":"${phase}"}${more}}`;

const keyOf = (name: string): string => `/registry/pods/default/${name}`;

/** The two forms of packed values. */
const FORMS = {
  texts: (templates: PackedTexts, key: string, text: string) => templates.packText(key, text),
  objects: (templates: PackedTexts, key: string, text: string) => templates.packObject(key, JSON.parse(text)),
};

describe.each(Object.keys(FORMS) as (keyof typeof FORMS)[])('of %s', (form) => {
  const pack = FORMS[form];

  /** Packs values in order. Returns the restored text of each value; undefined for values that are not packed. */
  const packAll = (templates: PackedTexts, texts: readonly string[]): (string | undefined)[] =>
    texts.map((text, index) => {
      const packed = pack(templates, keyOf(`${index}`), text);
      return packed?.text;
    });

  test('The third value of a shape is stored without the parts that it shares with the first two', () => {
    const texts = [pod('a', 'Pending'), pod('b', 'Running'), pod('web-1', 'Failed')];
    const templates = new PackedTexts(0);
    expect(packAll(templates, texts)).toEqual([undefined, undefined, texts[2]]);
    expect(pack(templates, keyOf('d'), pod('d', 'Pending'))?.own.length).toBeLessThan(20);
  });

  test('The first 64 values of a collection are stored unchanged', () => {
    const texts = Array.from({ length: 70 }, (_, index) => pod(`web-${index}`, 'Pending'));
    const stored = packAll(new PackedTexts(), texts);
    // From the 65th and the 66th, the template is learned.
    expect(stored.indexOf(texts[66])).toBe(66);
    expect(stored.slice(0, 66)).toEqual(new Array(66).fill(undefined));
  });

  test('A template learns additional varying parts', () => {
    const templates = new PackedTexts(0);
    packAll(templates, [pod('a', 'Pending'), pod('b', 'Pending'), pod('c', 'Running')]);
    expect(packAll(templates, [pod('d', 'Failed')])).toEqual([pod('d', 'Failed')]);
  });

  test('A collection has a template for each shape', () => {
    const node = (name: string) => pod(name, 'Running', ',"spec":{"nodeName":"node-1"}');
    const templates = new PackedTexts(0);
    packAll(templates, [pod('a', 'Pending'), node('a'), pod('b', 'Pending'), node('b')]);
    expect(packAll(templates, [pod('c', 'Pending'), node('c')])).toEqual([pod('c', 'Pending'), node('c')]);
  });

  test('Values that are short, very long or have little in common are stored unchanged', () => {
    const templates = new PackedTexts(0);
    for (const textOf of [
      (name: string) => `"${name.repeat(300)}"`,
      (name: string) => `{"name":"${name}"}`,
      (name: string) => `{"name":"${name}","data":"${'x'.repeat(20_000)}"}`,
    ]) {
      expect(packAll(templates, ['a', 'b', 'c', 'd'].map(textOf))).toEqual(new Array(4).fill(undefined));
    }
  });
});

test('Texts of several lines are stored unchanged', () => {
  const templates = new PackedTexts(0);
  const texts = ['a', 'b', 'c', 'd'].map((name) => `{"name":"${name}",\n"managed":{${FIELDS}}}`);
  expect(texts.map((text) => templates.packText(keyOf('a'), text))).toEqual(new Array(4).fill(undefined));
});

const piece = fc.oneof(fc.constantFrom('"', ':', '","', '{"a":', FIELDS, '}', ''), fc.string({ maxLength: 5 }));
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Checks that a template restores every matching value from the parts that differ. */
function expectToFollow<V, Own>(
  first: LearnedTemplate<V, Own>,
  samples: readonly V[],
  others: readonly V[],
  textOf: (value: V) => string,
) {
  let template = first;
  for (const sample of samples) template = template.including(sample) ?? template;
  for (const each of [...samples, ...others]) {
    const own = template.own(each);
    if (own !== undefined) expect(template.text(own)).toBe(textOf(each));
  }
}

test('A template restores a matching text from the parts that differ', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), text, (samples, other) =>
      expectToFollow(TextTemplate.of(samples[0] ?? ''), samples, [other], (each) => each),
    ),
    { numRuns: 1000 },
  );
});

const scalar = fc.oneof(
  fc.constantFrom(null, true, false, 0, 1, 2.5, 'a', '<&>', '\b\u2028\ud800', undefined),
  fc.string({ unit: 'binary' }),
);
/** Objects of few shapes: mostly the same names and numbers of items. */
const json = fc.letrec((tie) => ({
  object: fc.record(
    {
      name: scalar,
      2: scalar,
      'a"\n': scalar,
      list: tie('list'),
      more: fc.oneof({ maxDepth: 2 }, scalar, tie('object')),
    },
    { requiredKeys: ['name', 'list'] },
  ),
  list: fc.array(fc.oneof({ maxDepth: 2 }, scalar, tie('object')), { maxLength: 2 }),
}));
const object = json.object as fc.Arbitrary<object>;

test('A template restores the text of a matching object from the parts that differ', () => {
  fc.assert(
    fc.property(fc.array(object, { minLength: 2, maxLength: 6 }), object, (samples, other) =>
      expectToFollow(ObjectTemplate.of(samples[0] ?? {}), samples, [other], goJson),
    ),
    { numRuns: 1000 },
  );
});

test('A template matches objects that differ in names', () => {
  const fields = (ip: string) => ({ podIPs: { '.': {}, [`k:{"ip":"${ip}"}`]: { ip: 1 } } });
  const template = ObjectTemplate.of(fields('10.0.0.1')).including(fields('10.0.0.2'));
  expect(template?.own(fields('10.0.0.3'))).toEqual(['k:{"ip":"10.0.0.3"}']);
  expect(template?.text(template.own(fields('10.0.0.3')) ?? [])).toBe(JSON.stringify(fields('10.0.0.3')));
  expect(template?.own({ podIPs: { '.': {} } })).toBeUndefined();
});

test('A matching frozen part is not read again', () => {
  const template = ObjectTemplate.of({ name: 'a', spec: { image: 'web' } }).including({
    name: 'b',
    spec: { image: 'web' },
  });
  let reads = 0;
  const spec = Object.freeze({
    get image() {
      reads += 1;
      return 'web';
    },
  });
  expect(template?.own({ name: 'c', spec })).toEqual(['c']);
  expect(template?.own({ name: 'd', spec })).toEqual(['d']);
  expect(reads).toBe(1);
});

test('A template matches no object with integer names, whose place in the text depends on the others', () => {
  const labels = Object.freeze({ 10: 'ten', 9: 'nine', app: 'web' });
  const object = (name: string) => ({ name, labels });
  const template = ObjectTemplate.of(object('a')).including(object('b'));
  expect(template?.own(object('c'))).toBeUndefined();
  expect(template?.own({ name: 'c', labels: { ...labels } })).toBeUndefined();
});

test('A template matches only objects that differ in scalars of one type', () => {
  const template = ObjectTemplate.of({ a: 'x', b: [1, { c: true }], d: {} }).including({
    a: 'y',
    b: [2, { c: true }],
    d: {},
  });
  expect(template?.own({ a: 'z\n', b: [null, { c: true }], d: {} })).toEqual(['z\n', null]);
  for (const other of [
    { a: 1, b: [2, { c: true }], d: {} },
    { a: 'z', b: ['2', { c: true }], d: {} },
    { a: 'z', b: [2, { c: false }], d: {} },
    { a: 'z', b: [2, { c: true }, 3], d: {} },
    { a: 'z', b: { 0: 2, 1: { c: true } }, d: {} },
    { a: 'z', b: [2, { c: true }], d: [] },
    { a: 'z', b: undefined, d: {} },
    { a: 'z', d: {}, b: [2, { c: true }] },
    { a: 'z', b: [2, { c: true }] },
    { a: 'z', b: [2, { c: true }], d: {}, e: 1 },
  ])
    expect(template?.own(other)).toBeUndefined();
});

test.each(['texts', 'objects'])(
  'Current, past and announced values equal the written values when %s are packed',
  async (form) => {
    const storage = await createMemoryStorage();
    const announced: (string | undefined)[] = [];
    await storage.follow('', {
      changed: (changes) => announced.push(...changes.map(({ current }) => current?.value)),
    });
    const names = Array.from({ length: 70 }, (_, index) => `pod-${String(index).padStart(2, '0')}`);
    const states = ['Pending', 'Running', 'Succeeded'].map((phase) => names.map((name) => pod(name, phase)));
    for (const [round, values] of states.entries()) {
      for (const [index, value] of values.entries()) {
        const expected = round === 0 ? 0 : (round - 1) * names.length + index + 1;
        const written = form === 'objects' ? JSON.parse(value) : value;
        await storage.commit([{ key: keyOf(names[index] ?? ''), value: written, expected }]);
      }
    }
    expect(announced).toEqual(states.flat());
    for (const [round, values] of states.entries()) {
      const { entries } = await storage.list('/registry/pods/', { revision: (round + 1) * names.length });
      expect(entries.map(({ value }) => value)).toEqual(values);
    }
    const changes = await storage.changesSince(names.length);
    expect(changes.map(({ previous }) => previous?.value)).toEqual(states.slice(0, 2).flat());
    expect(changes.map(({ current }) => current?.value)).toEqual(states.slice(1).flat());
  },
);
