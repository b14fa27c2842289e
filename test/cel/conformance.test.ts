import { tests as conformance } from '@bufbuild/cel-spec/testdata/conformance.js';
import { describe, expect, it } from 'vitest';
import { type Compilation, compileExpression } from '../../src/cel/compile-expression.ts';
import { Budget } from '../../src/cel/evaluation/budget.ts';
import { createEnvironment } from '../../src/cel/expression-environment.ts';
import { KUBERNETES_LIBRARIES } from '../../src/cel/kubernetes-libraries.ts';
import { equals } from '../../src/cel/values/equality.ts';
import { Failure, type Value } from '../../src/cel/values/values.ts';
import { allTests, typeFrom, valueFrom } from './cel-spec.ts';

type Json = Readonly<Record<string, unknown>>;
interface Original {
  readonly name?: string;
  readonly expr: string;
  readonly container?: string;
  readonly disableCheck?: boolean;
  readonly typeEnv?: readonly { readonly name: string; readonly ident?: { readonly type: Json } }[];
  readonly bindings?: Readonly<Record<string, { readonly value?: Json }>>;
  readonly value?: Json;
  readonly evalError?: unknown;
}

/** Cases with messages, enums, optionals or newer libraries, which this environment does not have. */
const OTHER_SUITES =
  /proto|wrappers|enums|namespace|optional|encoders|math_ext|bindings|block|type_deduction|unknowns|dynamic|string_ext|network|macros2|receiver_function_names|quoted_map_fields/;
const OTHER_EXPRESSIONS = /google\.protobuf|TestAllTypes|optional|proto|existsOne|format\(|quote|reverse/;
/** Errors of Kubernetes' type checker: several types in one literal or comparison. */
const REFUSED = /expected type|found no matching overload/;
/** Cases in which cel-go itself differs. */
const OTHERWISE = new Set([
  'get_milliseconds',
  'map_key_null',
  'map_value_repeat_key',
  'map_value_repeat_key_heterogeneous',
  'unbound_is_runtime_error',
]);

const tests = allTests<{ readonly original: unknown }>(conformance)
  .map(({ path, test }) => ({ path, test: test.original as Original }))
  .filter(({ path, test }) => !OTHER_SUITES.test(path) && !OTHER_EXPRESSIONS.test(test.expr) && !test.container)
  // Ints and doubles are compared exactly here; cel-go rounds the ints first.
  .filter(({ test: { name = '' } }) => !OTHERWISE.has(name) && !/lossy_double|big_double/.test(name));

function outcome({ typeEnv = [], bindings = {}, expr }: Original): { compilation: Compilation; value?: Value } {
  const variables = typeEnv.flatMap(({ name, ident }) => (ident ? [[name, typeFrom(ident.type)] as const] : []));
  const environment = createEnvironment(KUBERNETES_LIBRARIES, Object.fromEntries(variables));
  const compilation = compileExpression(expr, environment, []);
  if (!compilation.program) return { compilation };
  const { value } = compilation.program.evaluate((name) => valueFrom(bindings[name]?.value ?? {}));
  return { compilation, value };
}

function isAsSpecified(test: Original): boolean {
  const { compilation, value = null } = outcome(test);
  if (compilation.error !== undefined) return test.evalError !== undefined || REFUSED.test(compilation.error);
  if (test.evalError !== undefined) return value instanceof Failure;
  const expected = valueFrom(test.value ?? { boolValue: true }) ?? null;
  return equals(value, expected, new Budget(1)) || (Number.isNaN(expected) && Number.isNaN(value));
}

describe('CEL conformance tests', () => {
  it('include more than 900 cases', () => expect(tests.length).toBeGreaterThan(900));

  it.each([...new Set(tests.map(({ path }) => path))])('%s', (suite) => {
    const failed = tests.filter(({ path, test }) => path === suite && !isAsSpecified(test));
    expect(failed.map(({ test }) => `${test.name}: ${test.expr}`)).toEqual([]);
  });
});
