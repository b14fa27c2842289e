import { expect, it } from 'vitest';
import { type Document, isScalar, parseDocument, type Scalar } from 'yaml';
import { offsetInScalar, scalarOffsets } from '../../../../../src/ui/views/yaml/expressions/scalar-offsets.ts';

function ruleOf(text: string): Scalar {
  const document: Document = parseDocument(text);
  const node = document.getIn(['rules', 0, 'rule'], true);
  if (!isScalar(node)) throw new Error(`no rule in ${text}`);
  return node;
}

it.each([
  ['a plain value', 'rules:\n- rule: self.size > 1 # note\n'],
  ['a plain value of several lines', 'rules:\n- rule: self.size\n    > 1\n'],
  ['a value in single quotes', "rules:\n- rule: '''x'' != self.size > 1'\n"],
  ['a value in double quotes', 'rules:\n- rule: "\\"x\\\\\\" != \\u0041 self.size > 1"\n'],
  ['a value in double quotes with a joined line', 'rules:\n- rule: "true && \\\n    self.size > 1"\n'],
  ['a literal block', 'rules:\n- rule: |\n    true\n      && self.size > 1\n'],
  ['a literal block with a comment and a number', 'rules:\n- rule: |2- # note\n      true &&\n\n    self.size > 1\n'],
  ['a folded block', 'rules:\n- rule: >-\n    true &&\n    self.size > 1\n\n    && true\n'],
])('finds each word of %s in the text', (_, text) => {
  const rule = ruleOf(text);
  const offsets = scalarOffsets(text, rule);
  const value = String(rule.value);
  expect(offsets).toHaveLength(value.length + 1);
  for (const word of ['self', 'size', '>', '1']) {
    const at = value.lastIndexOf(word);
    const offset = offsets[at] ?? -1;
    expect(text.slice(offset, offset + word.length), word).toBe(word);
    expect(offsetInScalar(offsets, offset), word).toBe(at);
  }
});

it('puts the cursor after the last character at the end of the value', () => {
  for (const text of ['rules:\n- rule: self.\n', 'rules:\n- rule: |\n    self.\n', 'rules:\n- rule: "self."\n']) {
    const offsets = scalarOffsets(text, ruleOf(text));
    expect(offsetInScalar(offsets, text.indexOf('self.') + 5), text).toBe(5);
  }
});
