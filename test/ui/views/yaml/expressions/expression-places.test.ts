import { describe, expect, it } from 'vitest';
import type { CheckedExpression } from '../../../../../src/api/debug/expression-check.ts';
import {
  expressionAt,
  expressionProblems,
  objectsWithExpressions,
  withExpressionProblems,
} from '../../../../../src/ui/views/yaml/expressions/expression-places.ts';

const PATH = ['spec', 'validations', 0, 'expression'];
const policy = (validations: string) =>
  `apiVersion: admissionregistration.k8s.io/v1beta1\nkind: ValidatingAdmissionPolicy\nmetadata: { name: a }\nspec:\n  validations:\n${validations}`;
const BLOCK = policy('  - expression: |\n      true &&\n        self.x == nothing\n');

/** Returns the problems of a text whose only expression has an error at an offset. */
function located(text: string, offset?: number, path: CheckedExpression['path'] = PATH) {
  const expression = {
    path,
    errors: [{ ...(offset === undefined ? {} : { offset }), message: 'wrong' }],
    warnings: [],
  };
  return expressionProblems(
    text,
    objectsWithExpressions(text).map((one) => ({ ...one, expressions: [expression] })),
  );
}
const marked = (text: string, offset?: number) =>
  located(text, offset).map(({ range }) =>
    text.split('\n')[range.line - 1]?.slice(range.column - 1, range.endColumn - 1),
  );

describe('a problem of an expression', () => {
  it('marks its word in every style of YAML', () => {
    const value = 'true &&\n  self.x == nothing\n';
    expect(marked(BLOCK, value.indexOf('nothing'))).toEqual(['nothing']);
    expect(marked(policy("  - expression: '''a'' == nothing'\n"), 7)).toEqual(['nothing']);
    expect(marked(policy('  - expression: true && nothing # note\n'), 8)).toEqual(['nothing']);
    expect(marked(policy('  - { expression: "true && nothing" }\n'), 8)).toEqual(['nothing']);
  });

  it('marks the first line of the expression when it concerns the whole, and the end when something is missing', () => {
    expect(marked(BLOCK)).toEqual(['true &&']);
    const open = policy('  - expression: self.\n');
    const [problem] = located(open, 5);
    expect(problem?.range).toMatchObject({ line: 6, column: '  - expression: self.'.length + 1 });
  });

  it('names its field and disappears when the expression changes', () => {
    expect(located(BLOCK, 0)).toMatchObject([{ field: 'spec.validations[0].expression', severity: 'error' }]);
    const checked = objectsWithExpressions(BLOCK).map((one) => ({
      ...one,
      expressions: [{ path: PATH, errors: [{ message: 'wrong' }], warnings: [{ message: 'odd' }] }],
    }));
    expect(expressionProblems(BLOCK, checked)).toHaveLength(2);
    expect(expressionProblems(BLOCK.replace('nothing', 'all'), checked)).toEqual([]);
    expect(expressionProblems(`# moved\n${BLOCK}`, checked)).toMatchObject([{ range: { line: 8 } }, {}]);
  });

  it('replaces the answer of the server about the same field', () => {
    const range = { line: 1, column: 1, endLine: 1, endColumn: 2 };
    const answer = { severity: 'error', document: 0, range } as const;
    const field = 'spec.validations[0].expression';
    const own = [{ ...answer, field, message: 'wrong' }];
    const repeated = { ...answer, field, message: 'Invalid value: "x": compilation failed: ERROR' };
    const other = { ...answer, field: 'spec.validations[1].expression', message: 'compilation failed' };
    expect(withExpressionProblems([repeated, other], own)).toEqual([other, ...own]);
    expect(withExpressionProblems([repeated], [])).toEqual([repeated]);
    const inSchema = { ...repeated, field: 'schema.properties[spec].x-kubernetes-validations[0].rule' };
    const rule = [{ ...answer, field: 'schema.properties.spec.x-kubernetes-validations[0].rule', message: 'wrong' }];
    expect(withExpressionProblems([inSchema], rule)).toEqual(rule);
  });
});

describe('the expression at a place of a text', () => {
  it('has the object, the path and the offset in the expression', () => {
    const found = expressionAt(BLOCK, BLOCK.indexOf('self.x') + 5);
    expect(found?.spec).toMatchObject({
      object: { kind: 'ValidatingAdmissionPolicy' },
      cursor: { path: PATH, offset: 'true &&\n  self.'.length },
    });
  });

  it('reaches to the end of the line, where YAML ignores white space', () => {
    const text = policy('  - expression: true &&  \n    message: a\n');
    const found = expressionAt(text, text.indexOf('&&') + 4);
    expect(found?.spec.cursor).toEqual({ path: PATH, offset: 'true &&'.length });
  });

  it('is an empty text behind a member without a value', () => {
    const text = policy('  - expression: \n');
    const found = expressionAt(text, text.length - 1);
    expect(found?.spec).toMatchObject({
      object: { spec: { validations: [{ expression: '' }] } },
      cursor: { path: PATH, offset: 0 },
    });
  });

  it('is absent in other members and other kinds', () => {
    const text = policy('  - expression: a\n    message: b\n');
    expect(expressionAt(text, text.indexOf('b\n', text.indexOf('message')))).toBeUndefined();
    const pod = BLOCK.replace('ValidatingAdmissionPolicy', 'Pod');
    expect(expressionAt(pod, pod.indexOf('self'))).toBeUndefined();
    expect(objectsWithExpressions(pod)).toEqual([]);
  });
});
