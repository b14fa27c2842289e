import { type FieldError, invalid, required } from '../../api/field-error.ts';
import type { AggregationRule, ClusterRole } from '../../api/kinds/rbac-v1.generated.ts';
import { nameIsPathSegment } from '../../api/names.ts';
import type { KindFacts } from '../kind-facts.ts';
import { matcherOf, validateLabelSelector } from '../label-selector-validation.ts';
import { resource, type StrategyContext } from '../resource-definition.ts';
import { dropEmptyRules, validatePolicyRules } from './policy-rules.ts';

const facts = {
  group: 'rbac.authorization.k8s.io',
  version: 'v1',
  kind: 'ClusterRole',
  resource: 'clusterroles',
  namespaced: false,
  description: 'A cluster-wide set of permissions.',
  twins: ['rbac.authorization.k8s.io/v1beta1', 'rbac.authorization.k8s.io/v1alpha1'],
  types: {
    ClusterRole: { 'rules?': '[]PolicyRule written', 'aggregationRule?': '*AggregationRule' },
    AggregationRule: { 'clusterRoleSelectors?': '[]meta.v1.LabelSelector' },
  },
} satisfies KindFacts;

export const clusterroles = resource<ClusterRole>(facts, {
  validateName: nameIsPathSegment,
  allowCreateOnUpdate: true,
  strategy: {
    prepareForCreate: dropEmptyRules,
    prepareForUpdate: dropEmptyRules,
    validate: validateClusterRole,
  },
});

function validateClusterRole({ rules, aggregationRule }: ClusterRole, context: StrategyContext): FieldError[] {
  return [
    ...validatePolicyRules(rules, false, context),
    ...(aggregationRule ? validateAggregation(aggregationRule, 'aggregationRule.clusterRoleSelectors') : []),
  ];
}

function validateAggregation({ clusterRoleSelectors = [] }: AggregationRule, field: string): FieldError[] {
  if (clusterRoleSelectors.length === 0) {
    return [required(field, 'at least one clusterRoleSelector required if aggregationRule is non-nil')];
  }
  return clusterRoleSelectors.flatMap((selector, index) => [
    ...validateLabelSelector(selector, `${field}[${index}]`),
    ...(matcherOf(selector) ? [] : [invalid(`${field}[${index}]`, undefined, 'invalid label selector.')]),
  ]);
}
