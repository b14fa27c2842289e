import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { yamlText } from '../../../src/schema/yaml/yaml-text.ts';
import { yamlToJson } from '../../../src/schema/yaml/yaml-to-json.ts';

test('keys are sorted and sequences are not indented', () => {
  const value = { kind: 'List', apiVersion: 'v1', items: [{ name: 'a', tags: ['x', 'y'] }, {}], none: [], empty: '' };
  expect(yamlText(value)).toBe(
    'apiVersion: v1\nempty: ""\nitems:\n- name: a\n  tags:\n  - x\n  - "y"\n- {}\nkind: List\nnone: []\n',
  );
});

test('scalars that would read as another type are quoted', () => {
  const value = {
    a: '200',
    b: 'true',
    c: '2024-01-01T00:00:00Z',
    d: 'a: b',
    e: "it's",
    f: '# x',
    g: 'two\nlines\n',
    h: '0X1F',
    i: '1:30',
  };
  expect(yamlText(value)).toBe(
    'a: "200"\nb: "true"\nc: "2024-01-01T00:00:00Z"\nd: \'a: b\'\ne: it\'s\nf: \'# x\'\ng: |\n  two\n  lines\nh: "0X1F"\ni: "1:30"\n',
  );
});

/** Recorded responses are written back as the same text. */
const recorded: string[] = [];
for (const file of ['representation', 'discovery', 'crud']) {
  const text = readFileSync(new URL(`../../conformance/scenarios/${file}.json`, import.meta.url), 'utf8');
  for (const scenario of JSON.parse(text)) {
    for (const { expect: answer } of scenario.steps) {
      const isYaml = answer?.headers?.['content-type'] === 'application/yaml';
      // Placeholders differ in length from the values that they replace.
      if (isYaml && answer.body !== '<masked>' && !answer.body.includes('{{run}}')) recorded.push(answer.body);
    }
  }
}
test.each(recorded)('a recorded response is reproduced: %s', (text) => {
  expect(yamlText(JSON.parse(yamlToJson(text).text))).toBe(text);
});

test('values read back unchanged', () => {
  // JSON cannot represent -0.
  const value = fc.jsonValue({ maxDepth: 3 }).map((json): unknown => JSON.parse(JSON.stringify(json)));
  fc.assert(
    fc.property(
      value.filter((json) => typeof json === 'object' && json !== null),
      (json) => {
        expect(JSON.parse(yamlToJson(yamlText(json)).text)).toEqual(json);
      },
    ),
    { numRuns: 300 },
  );
});

test.each([
  ['x\u2028y', "'x\u2028  y'"],
  ['\u2028', "'\u2028'"],
  ['\u2029\u2028', "'\u2029\u2028'"],
  ['x\u2028 y', '"x\\L y"'],
  ['x \u2029y', '"x \\Py"'],
  ['x\u0085y', '"x\\Ny"'],
  ['a 😀', '"a \\U0001F600"'],
  ['a:\u00a0b', 'a:\u00a0b'],
  ['\ufeff', '"\\uFEFF"'],
  ['\n', '|2+\n'],
  ['\nx', '|2-\n\n  x'],
])('special characters are written as by the real server: %j', (value, text) => {
  expect(yamlText({ a: value })).toBe(`a: ${text}\n`);
});

test('arbitrary strings read back unchanged, as values and as names', () => {
  const unit = fc.constantFrom(
    ...' \n\t\r\0\x85\u00a0\u2028\u2029\ufeff\ufffe\'":#-?,|>&*!%@`[]{}\\aü1e.~',
    '😀',
    '---',
    '...',
  );
  const text = fc.oneof(fc.string({ unit, maxLength: 8 }), fc.string({ unit, minLength: 60, maxLength: 120 }));
  fc.assert(
    fc.property(text, text, (name, value) => {
      const object = { [name]: [value, { a: value }] };
      expect(JSON.parse(yamlToJson(yamlText(object)).text)).toEqual(object);
    }),
    { numRuns: 2000 },
  );
});
