import type { JSONSchema } from 'monaco-yaml';
import { describe, expect, test } from 'vitest';
import type { LocatedProblem } from '../../../../../src/ui/views/yaml/problems/problems.ts';
import {
  joinedProblems,
  schemaSentence,
  suggestedFix,
} from '../../../../../src/ui/views/yaml/problems/schema-problems.ts';

const SCHEMA: JSONSchema = {
  definitions: { a: { title: 'DeploymentSpec', properties: { selector: {}, replicas: {}, template: {} } } },
};
const source = 'yaml-schema: DeploymentSpec';
const sentence = (message: string) => schemaSentence({ message, source }, SCHEMA);
const range = { line: 2, column: 3, endLine: 2, endColumn: 11 };

describe('the sentence of a warning', () => {
  test.each(['selecter', 'selectro', 'Selector', 'select'])('suggests the field that %s resembles', (written) => {
    expect(sentence(`Property ${written} is not allowed.`)).toBe(
      `\`${written}\` is not a field of DeploymentSpec; did you mean \`selector\`?`,
    );
  });

  test.each([
    [
      'an unknown field without a similar one',
      'Property imagePullPolicy is not allowed.',
      '`imagePullPolicy` is not a field of DeploymentSpec.',
    ],
    ['a missing field', 'Missing property "selector".', 'DeploymentSpec requires the field `selector`.'],
    ['a wrong type', 'Incorrect type. Expected one of integer, null.', 'The value must be an integer.'],
    ['alternatives', 'Incorrect type. Expected "string | integer".', 'The value must be a string or an integer.'],
    ['a value', 'Value is not accepted. Valid values: "A", "B".', 'The value must be one of `A`, `B`.'],
  ])('names %s', (_, message, expected) => expect(sentence(message)).toBe(expected));

  test('keeps the words of other warnings', () => expect(sentence('Duplicate key')).toBe('Duplicate key'));
});

test('the fix of a suggestion replaces the field', () => {
  const message = sentence('Property selecter is not allowed.');
  expect(suggestedFix({ message, range }, (line, column) => line * 100 + column)).toEqual({
    title: 'Change to selector',
    edits: [{ start: 203, end: 211, text: 'selector' }],
  });
  expect(
    suggestedFix({ message: sentence('Property imagePullPolicy is not allowed.'), range }, () => 0),
  ).toBeUndefined();
});

test('an unknown field that the server rejects is listed once, in the words of the schema', () => {
  const message = sentence('Property selecter is not allowed.');
  const warning: LocatedProblem = {
    severity: 'warning',
    message,
    document: 0,
    range,
    fixes: [{ title: 'a', edits: [] }],
  };
  const other: LocatedProblem = { ...warning, message: 'another' };
  const rejected: LocatedProblem = {
    severity: 'error',
    message: 'unknown field "spec.selecter"',
    field: 'spec.selecter',
    document: 0,
    range,
  };
  expect(joinedProblems([rejected], [warning, other])).toEqual([
    { severity: 'error', message, document: 0, range, fixes: warning.fixes },
    other,
  ]);
});
