import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { TextTemplate } from '../../src/storage/text-template.ts';
import { TextTemplates } from '../../src/storage/text-templates.ts';

const FIELDS = Array.from({ length: 20 }, (_, index) => `"field${index}":{}`).join();
const pod = (name: string, phase: string, more = '') =>
  `{"kind":"Pod","metadata":{"name":"${name}"},"managed":{${FIELDS}},"status":{"phase":"${phase}"}${more}}`;

const keyOf = (name: string): string => `/registry/pods/default/${name}`;

/** Packs texts in their order. Returns those that were packed, as they were put together again. */
function packAll(templates: TextTemplates, texts: readonly string[]): (string | undefined)[] {
  return texts.map((text, index) => {
    const packed = templates.pack(keyOf(`${index}`), text);
    return packed?.template.text(packed.own);
  });
}

test('The third text of a shape is kept without what it has in common with the two before', () => {
  const texts = [pod('a', 'Pending'), pod('b', 'Running'), pod('web-1', 'Failed')];
  const templates = new TextTemplates();
  expect(packAll(templates, texts)).toEqual([undefined, undefined, texts[2]]);
  expect(templates.pack(keyOf('d'), pod('d', 'Pending'))?.own.length).toBeLessThan(20);
});

test('A template learns of further parts that vary', () => {
  const templates = new TextTemplates();
  packAll(templates, [pod('a', 'Pending'), pod('b', 'Pending'), pod('c', 'Running')]);
  expect(packAll(templates, [pod('d', 'Failed')])).toEqual([pod('d', 'Failed')]);
});

test('A collection has a template for each of its shapes', () => {
  const node = (name: string) => pod(name, 'Running', ',"spec":{"nodeName":"node-1"}');
  const templates = new TextTemplates();
  packAll(templates, [pod('a', 'Pending'), node('a'), pod('b', 'Pending'), node('b')]);
  expect(packAll(templates, [pod('c', 'Pending'), node('c')])).toEqual([pod('c', 'Pending'), node('c')]);
});

test('Texts that have little in common, are short, very long or of several lines are kept as they are', () => {
  const templates = new TextTemplates();
  for (const textOf of [
    (name: string) => `"${name.repeat(300)}"`,
    (name: string) => `"name":"${name}"`,
    (name: string) => `{"name":"${name}","data":"${'x'.repeat(20_000)}"}`,
    (name: string) => `{"name":"${name}\n","managed":{${FIELDS}}}`,
  ]) {
    expect(packAll(templates, ['a', 'b', 'c', 'd'].map(textOf))).toEqual(new Array(4).fill(undefined));
  }
});

const piece = fc.oneof(fc.constantFrom('"', ':', '","', '{"a":', FIELDS, '}', ''), fc.string({ maxLength: 5 }));
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

test('A text that a template fits follows from the template and what the text has of its own', () => {
  fc.assert(
    fc.property(fc.array(text, { minLength: 2, maxLength: 6 }), text, (samples, other) => {
      let template = new TextTemplate(samples[0] ?? '');
      for (const sample of samples) template = template.including(sample) ?? template;
      for (const each of [...samples, other]) {
        const own = template.own(each);
        if (own !== undefined) expect(template.text(own)).toBe(each);
      }
    }),
    { numRuns: 1000 },
  );
});

test('Newest, past and reported values are the written ones when they are packed', async () => {
  const storage = await createMemoryStorage();
  const announced: (string | undefined)[] = [];
  storage.onCommit((changes) => announced.push(...changes.map(({ current }) => current?.value)));
  const names = ['a', 'b', 'c', 'd'];
  const states = ['Pending', 'Running', 'Succeeded'].map((phase) => names.map((name) => pod(name, phase)));
  for (const [round, values] of states.entries()) {
    for (const [index, value] of values.entries()) {
      const expected = round === 0 ? 0 : (round - 1) * names.length + index + 1;
      await storage.commit([{ key: keyOf(names[index] ?? ''), value, expected }]);
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
});
