import type {
  MatchCondition,
  ValidatingAdmissionPolicy,
  Validation,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { admissionEnvironment, growingEnvironment } from '../../cel/admission/admission-environment.ts';
import { type Compilation, compileExpression } from '../../cel/compile-expression.ts';

/** A policy with compiled expressions. Compilation errors only surface when the expression is evaluated. */
export interface CompiledPolicy {
  readonly conditions: readonly { readonly condition: MatchCondition; readonly compilation: Compilation }[];
  readonly variables: ReadonlyMap<string, Compilation>;
  readonly validations: readonly CompiledValidation[];
  /** Whether a validation has a message expression. */
  readonly hasMessages: boolean;
  readonly annotations: readonly { readonly key: string; readonly expression: string; readonly value: Compilation }[];
}

export interface CompiledValidation {
  readonly validation: Validation;
  readonly test: Compilation;
  readonly message: Compilation | undefined;
}

/** Compiled policies. They belong to frozen stored objects, so each is compiled once. */
const compiled = new WeakMap<ValidatingAdmissionPolicy, CompiledPolicy>();

export function compilePolicy(policy: ValidatingAdmissionPolicy): CompiledPolicy {
  let known = compiled.get(policy);
  if (!known) {
    known = compile(policy);
    compiled.set(policy, known);
  }
  return known;
}

function compile({ spec = {} }: ValidatingAdmissionPolicy): CompiledPolicy {
  const variables = spec.variables ?? [];
  const params = spec.paramKind !== undefined;
  const names = variables.map(({ name }) => name);
  const scope = { params, ...(names.length > 0 ? { variables: names } : {}) };
  const full = admissionEnvironment({ ...scope, authorizer: true });
  const ofMessages = admissionEnvironment({ ...scope, authorizer: false });
  const growing = growingEnvironment(params);
  return {
    conditions: (spec.matchConditions ?? []).map((condition) => ({
      condition,
      compilation: compileExpression(condition.expression, full, ['bool']),
    })),
    variables: new Map(
      variables.map(({ name, expression }) => {
        const compilation = compileExpression(expression, growing.environment, []);
        growing.declare(name);
        return [name, compilation];
      }),
    ),
    validations: (spec.validations ?? []).map((validation) => ({
      validation,
      test: compileExpression(validation.expression, full, ['bool']),
      message: validation.messageExpression
        ? compileExpression(validation.messageExpression, ofMessages, ['string'])
        : undefined,
    })),
    hasMessages: (spec.validations ?? []).some(({ messageExpression }) => messageExpression),
    annotations: (spec.auditAnnotations ?? []).map(({ key, valueExpression }) => ({
      key,
      expression: valueExpression,
      value: compileExpression(valueExpression, full, ['string', 'null']),
    })),
  };
}
