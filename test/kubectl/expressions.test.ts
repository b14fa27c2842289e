import { describe, expect, it } from 'vitest';
import { FILTERS } from '../../src/kubectl/filters.ts';
import { printGoTemplate } from '../../src/kubectl/output/go-template.ts';
import { findJsonPath } from '../../src/kubectl/output/json-path.ts';

function jq(path: string, value: unknown): string {
  let text = '';
  const filter = FILTERS.jq?.([path], (part) => {
    text += part;
  });
  filter?.write(JSON.stringify(value));
  filter?.end();
  return text;
}

describe('The filter jq', () => {
  it('prints null where a path leads to nothing', () => {
    expect(jq('.missing', {})).toBe('null\n');
    expect(jq('.items[].a', { items: [{ a: 1 }, {}] })).toBe('1\nnull\n');
    expect(jq('.items[5]', { items: [] })).toBe('null\n');
  });

  it('follows quoted names and pipes', () => {
    expect(jq('.items[0] | .["a-b"] | length', { items: [{ 'a-b': [1, 2] }] })).toBe('2\n');
  });

  it('rejects expressions that are not paths', () => {
    expect(() => jq('.items[] | select(.a)', { items: [{ a: 1 }] })).toThrow('jq: cannot read "select(.a)"');
    expect(() => jq('.a + 1', { a: 1 })).toThrow('jq: cannot read " + 1"');
    expect(() => jq('.a, .b', { a: 1 })).toThrow('jq: cannot read ", .b"');
  });
});

describe('A JSONPath', () => {
  it('is rejected when its end cannot be read', () => {
    expect(() => findJsonPath('.a + 1', { a: 1 })).toThrow('unrecognized text:  + 1');
  });
});

describe('A Go template', () => {
  it('takes a missing field for false in "and"', () => {
    expect(printGoTemplate('{{if and .missing true}}yes{{else}}no{{end}}', {})).toBe('no');
    expect(printGoTemplate('{{and 1 .name}}', { name: 'web' })).toBe('web');
  });

  it('leaves out comments', () => {
    expect(printGoTemplate('a{{/* note */}}b {{- /* note */ -}} c', {})).toBe('abc');
  });

  it('pads the values of printf, and rejects verbs that it does not know', () => {
    expect(printGoTemplate('{{printf "%5s|%-5s|%03d|%q|%%" "ab" "cd" 7 "e"}}', {})).toBe('   ab|cd   |007|"e"|%');
    expect(() => printGoTemplate('{{printf "%.2f" 1}}', {})).toThrow('printf does not support %.');
  });
});
