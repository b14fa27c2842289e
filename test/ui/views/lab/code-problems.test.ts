import { describe, expect, test } from 'vitest';
import type { AdmissionStep } from '../../../../src/api/debug/request-trace.ts';
import { codeProblems } from '../../../../src/ui/views/lab/code-problems.ts';

const step = (name: string, why: string): AdmissionStep => ({
  plugin: 'MutatingAdmissionWebhook',
  phase: 'mutate',
  name,
  matched: true,
  why,
  decision: 'failed',
  milliseconds: 1,
});

const CODE = 'export default () => {\n  const one two = 1;\n};\n';
const FAILED = 'failed calling webhook "w.lab.tabplane.dev": failed to call webhook: Post "https://w.a.svc:443/": ';

const placesOf = (why: string, name = 'w-a/w.lab.tabplane.dev') =>
  codeProblems([step(name, FAILED + why)], 'w.lab.tabplane.dev', CODE);

describe('an error in a handler', () => {
  test('is marked at its word', () => {
    expect(placesOf("SyntaxError: expecting ';' at handler.js:2:13")).toEqual([
      { message: "SyntaxError: expecting ';'", range: { line: 2, column: 13, endLine: 2, endColumn: 16 } },
    ]);
  });

  test('without a column is marked at the start of its line', () => {
    expect(placesOf('TypeError: not a function at handler.js:2')).toMatchObject([{ range: { line: 2, column: 1 } }]);
  });

  test('after the end of the code is marked at its end', () => {
    expect(placesOf('SyntaxError: unexpected end at handler.js:9:5')).toMatchObject([
      { range: { line: 4, column: 1, endColumn: 2 } },
    ]);
  });

  test('is reported once even if a webhook is reinvoked', () => {
    const failed = step('w-a/w.lab.tabplane.dev', `${FAILED}Error: no at handler.js:1:1`);
    expect(codeProblems([failed, failed], 'w.lab.tabplane.dev', CODE)).toHaveLength(1);
  });

  test('is not marked without a position or in another handler', () => {
    expect(placesOf('context deadline exceeded')).toEqual([]);
    expect(placesOf('TypeError: not a function at handler.js:2:3', 'other/other.lab.tabplane.dev')).toEqual([]);
  });
});
