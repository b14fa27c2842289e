import { describe, expect, test } from 'vitest';
import type { StatusCause } from '../../../../../src/api/status.ts';
import { ApiError } from '../../../../../src/client/api-error.ts';
import {
  problemsOfError,
  problemsOfWarning,
  syntaxProblems,
} from '../../../../../src/ui/views/yaml/problems/problems.ts';

const refusal = (message: string, causes: StatusCause[] = []): ApiError =>
  new ApiError({
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message,
    details: { causes },
    code: 422,
  });

describe('the problems of an error', () => {
  test('consist of its causes, each at its field', () => {
    const causes = [
      { reason: 'FieldValueInvalid', field: 'spec.replicas', message: 'Invalid value: -1' },
      { reason: 'FieldValueRequired', field: 'spec.selector', message: 'Required value' },
    ];
    expect(problemsOfError(refusal('it is invalid', causes), 1)).toEqual([
      { severity: 'error', field: 'spec.replicas', message: 'Invalid value: -1', document: 1 },
      { severity: 'error', field: 'spec.selector', message: 'Required value', document: 1 },
    ]);
  });

  test('consist of its message when the causes concern the request', () => {
    const causes = [{ field: 'patch', message: 'Invalid value' }];
    expect(problemsOfError(refusal('cannot be patched', causes))).toEqual([
      { severity: 'error', message: 'cannot be patched', document: 0 },
    ]);
  });

  test('include problems of the whole object', () => {
    const causes = [
      { field: '<nil>', message: 'no more than one' },
      { field: 'spec.a', message: 'Required value' },
    ];
    expect(problemsOfError(refusal('it is invalid', causes))).toEqual([
      { severity: 'error', message: 'no more than one', document: 0 },
      { severity: 'error', field: 'spec.a', message: 'Required value', document: 0 },
    ]);
  });

  test('consist of the unknown fields of strict decoding', () => {
    const error = refusal('strict decoding error: unknown field "spec.a", duplicate field "data.b"');
    expect(problemsOfError(error).map(({ field }) => field)).toEqual(['spec.a', 'data.b']);
  });

  test('consist of the message of any other error', () => {
    expect(problemsOfError(new TypeError('Failed to fetch'))).toEqual([
      { severity: 'error', message: 'Failed to fetch', document: 0 },
    ]);
  });
});

test.each([
  ['unknown field "spec.foo"', 'spec.foo'],
  [
    'spec.template.spec.containers[0].env[1]: hides previous definition of "A"',
    'spec.template.spec.containers[0].env[1]',
  ],
  [
    'metadata.annotations[volume.beta.example.com/class]: deprecated',
    'metadata.annotations[volume.beta.example.com/class]',
  ],
  ['v1 ComponentStatus is deprecated in v1.19+', undefined],
])('the warning %s is about the field %s', (message, field) => {
  expect(problemsOfWarning(message).map((problem) => problem.field)).toEqual([field]);
});

test('syntax errors are located', () => {
  expect(syntaxProblems('a: 1\nb: [1\n').map(({ range }) => range.line)).toEqual([3]);
  expect(syntaxProblems('a: 1\na: 2\n')[0]).toMatchObject({ message: 'Map keys must be unique', range: { line: 2 } });
});

test('aliases without an anchor are syntax errors', () => {
  expect(syntaxProblems('a: &one 1\nb: *one\nc: *two\n')).toMatchObject([
    { message: "Unknown anchor 'two' referenced", range: { line: 3, column: 4, endColumn: 8 } },
  ]);
});
