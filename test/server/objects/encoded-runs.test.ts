import { expect, test } from 'vitest';
import { finish } from '../../../src/api/steps.ts';
import { EncodedRuns } from '../../../src/server/objects/encoded-runs.ts';
import { StoredObject } from '../../../src/server/objects/stored-object.ts';

const FORM = {};

const state = (number: number, revision = number + 1): StoredObject =>
  new StoredObject({ key: `/things/${String(number).padStart(5, '0')}`, value: '{}', revision });

const states = (count: number): StoredObject[] => Array.from({ length: count }, (_, number) => state(number));

const itemOf = ({ key, revision }: StoredObject): string => `${key}ü@${revision}`;

/** Encodes a list. Returns its text and the number of items that were made for it. */
function encode(runs: EncodedRuns, objects: readonly StoredObject[], form: object = FORM, text = itemOf) {
  let made = 0;
  const parts = finish(
    runs.encode(form, objects, (stored) => {
      made += 1;
      return text(stored);
    }),
  );
  return { text: Buffer.concat(parts).toString(), made };
}

const textOf = (objects: readonly StoredObject[]): string => objects.map((stored) => `,${itemOf(stored)}`).join('');

test('an unchanged list is not encoded again', () => {
  const runs = new EncodedRuns();
  const objects = states(1000);
  expect(encode(runs, objects)).toEqual({ text: textOf(objects), made: 1000 });
  expect(encode(runs, objects)).toEqual({ text: textOf(objects), made: 0 });
  expect(encode(runs, objects.slice(0, 500)).text).toBe(textOf(objects.slice(0, 500)));
});

test('a list encodes only the runs of changed, added and removed objects', () => {
  const runs = new EncodedRuns();
  const objects = states(5000);
  encode(runs, objects);
  const changed = objects.with(2500, state(2500, 9001));
  changed.splice(700, 1);
  changed.splice(4000, 0, state(4001, 9002));
  const { text, made } = encode(runs, changed);
  expect(text).toBe(textOf(changed));
  expect(made).toBeLessThan(2000);
});

test('another form of the same objects is encoded for itself', () => {
  const runs = new EncodedRuns();
  const objects = states(100);
  encode(runs, objects);
  expect(encode(runs, objects, {}, () => 'x').text).toBe(',x'.repeat(100));
});

test('kept runs have at most 16 MiB, of which a large list takes half', () => {
  const runs = new EncodedRuns();
  const wide = () => 'x'.repeat(256 * 1024);
  expect(encode(runs, states(100), FORM, wide).made).toBe(100);
  expect(encode(runs, states(100), FORM, wide).made).toBeGreaterThan(50);
  expect(runs.size).toBeLessThanOrEqual(8 * 1024 * 1024);
  const objects = states(100);
  for (let first = 0; first < 100; first += 20) encode(runs, objects.slice(first, first + 20), FORM, wide);
  expect(runs.size).toBeLessThanOrEqual(16 * 1024 * 1024);
  expect(runs.size).toBeGreaterThan(15 * 1024 * 1024);
});
