import type {
  ExpressionWarning,
  ValidatingAdmissionPolicy,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import type { GroupVersionKind } from '../../api/object.ts';
import { admissionEnvironment } from '../../cel/admission/admission-environment.ts';
import { expressionIssues } from '../../cel/compile-expression.ts';
import { type Environment, withVariables } from '../../cel/expression-environment.ts';
import { kubernetesStoredEnvironment } from '../../cel/kubernetes-libraries.ts';
import { AUTHORIZER_TYPE } from '../../cel/library/authorizer-library.ts';
import { DYN, type ObjectType } from '../../cel/typing/types.ts';

/** A kind that a policy matches, and the type of its objects. */
export interface TypedKind extends GroupVersionKind {
  readonly type: ObjectType;
}

/**
 * Returns type errors of a policy: a warning for each expression of its validations, with a paragraph for each matched
 * kind.
 * @param params undefined when the policy has no parameters or their kind is unknown: then `params` is not declared
 */
export function checkPolicyTypes(
  { spec = {} }: ValidatingAdmissionPolicy,
  kinds: readonly TypedKind[],
  params: ObjectType | undefined,
): ExpressionWarning[] {
  const variables = (spec.variables ?? []).map(({ name }) => name);
  const scopes = kinds.map((kind) => ({ kind, environment: typedEnvironment(kind.type, params, variables) }));
  const warningsOf = (fieldRef: string, expression: string): ExpressionWarning[] => {
    const issues = scopes.flatMap(({ kind, environment }) => {
      const text = expressionIssues(expression, environment);
      return text === undefined ? [] : [`${kindText(kind)}: ${text}\n`];
    });
    return issues.length > 0 ? [{ fieldRef, warning: issues.join('\n') }] : [];
  };
  return (spec.validations ?? []).flatMap(({ expression, messageExpression }, index) => [
    ...warningsOf(`spec.validations[${index}].expression`, expression),
    ...(messageExpression ? warningsOf(`spec.validations[${index}].messageExpression`, messageExpression) : []),
  ]);
}

/** Every expression gets `authorizer` and none `authorizer.requestResource`, as in the real type checker. */
const typedEnvironment = (
  object: ObjectType,
  params: ObjectType | undefined,
  variables: readonly string[],
): Environment =>
  withVariables(
    admissionEnvironment(
      { params: params !== undefined, authorizer: false, variables },
      { object, params: params ?? DYN },
      kubernetesStoredEnvironment(),
    ),
    { authorizer: { kind: 'opaque', name: AUTHORIZER_TYPE } },
  );

const kindText = ({ group, version, kind }: GroupVersionKind): string => `${group}/${version}, Kind=${kind}`;
