import { expect, test } from 'vitest';
import { keyAt, valueAt } from '../../../../src/ui/views/yaml/value-at.ts';

/** Returns the value at `|` in a text. */
const at = (text: string) => valueAt(text.replace('|', ''), text.indexOf('|'));

test('a value is found with its path and its offsets', () => {
  const text = 'kind: Pod\nspec:\n  containers:\n  - name: web\n    image: ng|inx\n';
  expect(at(text)).toMatchObject({
    path: ['spec', 'containers', 0, 'image'],
    value: 'nginx',
    start: text.indexOf('nginx'.slice(0, 2)),
    object: { kind: 'Pod' },
  });
});

test.each([
  'spec:\n  serviceAccountName: |',
  'spec:\n  serviceAccountName: |\n',
  'spec:\n  serviceAccountName: |\n  hostname: a\n',
])('the missing value of a key is found: %j', (text) => {
  const offset = text.indexOf('|');
  expect(at(text)).toMatchObject({ path: ['spec', 'serviceAccountName'], value: '', start: offset, end: offset });
});

test('a value belongs to the object of its own document', () => {
  expect(at('kind: A\n---\nkind: B\nname: |x\n')).toMatchObject({ object: { kind: 'B' }, path: ['name'] });
});

test.each(['spe|c:\n  a: b\n', 'spec:\n|\n', 'spec:\n  |a: b\n'])(
  'there is no value at a key or an empty line: %j',
  (text) => {
    expect(at(text)).toBeUndefined();
  },
);

test('a key is found with its path and the object of its document', () => {
  const text = 'kind: A\n---\nkind: Pod\nspec:\n  containers:\n  - na|me: web\n';
  expect(keyAt(text.replace('|', ''), text.indexOf('|'))).toMatchObject({
    object: { kind: 'Pod' },
    path: ['spec', 'containers', 0, 'name'],
  });
});

test('a value is no key', () => {
  const text = 'kind: Pod\nspec: {hostname: w|eb}\n';
  expect(keyAt(text.replace('|', ''), text.indexOf('|'))).toBeUndefined();
});
