import type { StructuralSchema, ValidationRule } from '../../schema/structural/structural.ts';
import { type Compilation, compileExpression } from '../compile-expression.ts';
import { estimateCost } from '../evaluation/cost-estimate.ts';
import { type Environment, withVariables } from '../expression-environment.ts';
import { kubernetesEnvironment } from '../kubernetes-libraries.ts';
import type { Type } from '../typing/types.ts';
import { readFieldPath } from './rule-field-path.ts';

/** A compiled validation rule of a schema. */
export interface CompiledRule {
  readonly rule: ValidationRule;
  readonly test: Compilation;
  /** The message expression; undefined when the rule has none. */
  readonly message: Compilation | undefined;
  /** Whether it uses `oldSelf`; such a rule is skipped when there is no old value. */
  readonly isTransition: boolean;
  readonly fieldPath: string;
  /** Maximum cost of its expressions for one value. */
  readonly cost: number;
  readonly messageCost: number;
}

/** Returns the environment of a schema's rules. @param type the type of the schema's values */
export const ruleEnvironment = (type: Type): Environment =>
  withVariables(kubernetesEnvironment(), { self: type, oldSelf: type });

/** @param type the type of the schema's values */
export function compileRules(schema: StructuralSchema, type: Type): readonly CompiledRule[] {
  const environment = ruleEnvironment(type);
  return schema.validations.map((rule) => {
    const test = withRuleWording(
      compileExpression(rule.rule, environment, ['bool']),
      '',
      'cel expression must evaluate to a bool',
    );
    const message = rule.messageExpression?.trim()
      ? withRuleWording(
          compileExpression(rule.messageExpression, environment, ['string']),
          'messageExpression ',
          'messageExpression must evaluate to a string',
        )
      : undefined;
    const cost = (compilation: Compilation | undefined): number =>
      compilation?.program ? estimateCost(compilation.program, environment.variables) : 0;
    return {
      rule,
      test,
      message,
      isTransition: test.program?.checked.variables.has('oldSelf') ?? false,
      fieldPath: rule.fieldPath ? (readFieldPath(rule.fieldPath, schema) ?? '') : '',
      cost: cost(test),
      messageCost: cost(message),
    };
  });
}

/** Rewords errors, whose texts differ between rules and policies. */
function withRuleWording(compilation: Compilation, prefix: string, ofType: string): Compilation {
  if (compilation.error === undefined) return compilation;
  const isOfType = compilation.error.startsWith('must evaluate to ');
  return { ...compilation, error: isOfType ? ofType : `${prefix}${compilation.error}` };
}
