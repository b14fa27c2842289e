import { duplicate, type FieldError, notSupported, required } from '../../api/field-error.ts';
import type {
  MatchResources,
  NamedRuleWithOperations,
} from '../../api/kinds/admissionregistration-v1beta1.generated.ts';
import { isValidPathSegmentName } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { validateLabelSelector } from '../label-selector-validation.ts';
import { validateRule } from './rule-validation.ts';

const MATCH_POLICIES = ['Equivalent', 'Exact'];

export function setMatchResourcesDefaults(match: MatchResources | undefined): void {
  if (!match) return;
  match.matchPolicy ??= 'Equivalent';
  match.namespaceSelector ??= {};
  match.objectSelector ??= {};
  for (const rule of [...(match.resourceRules ?? []), ...(match.excludeResourceRules ?? [])]) rule.scope ??= '*';
}

/** Validates which requests a policy or a binding matches. */
export function validateMatchResources(match: MatchResources, field: string): FieldError[] {
  const { matchPolicy, namespaceSelector, objectSelector } = match;
  const rules = (['resourceRules', 'excludeResourceRules'] as const).flatMap((member) =>
    (match[member] ?? []).flatMap((rule, index) => validateNamedRule(rule, `${field}.${member}[${index}]`)),
  );
  return [
    ...(matchPolicy === undefined ? [required(`${field}.matchPolicy`)] : []),
    ...(matchPolicy === undefined || MATCH_POLICIES.includes(matchPolicy)
      ? []
      : [notSupported(`${field}.matchPolicy`, matchPolicy, MATCH_POLICIES)]),
    ...(namespaceSelector ? [] : [required(`${field}.namespaceSelector`)]),
    ...validateLabelSelector(namespaceSelector, `${field}.namespaceSelector`),
    // The path names another field, as in the real server.
    ...(objectSelector ? [] : [required(`${field}.labelSelector`)]),
    ...validateLabelSelector(objectSelector, `${field}.labelSelector`),
    ...rules,
  ];
}

const validateNamedRule = (rule: NamedRuleWithOperations, field: string): FieldError[] => [
  ...(rule.resourceNames ?? []).flatMap((name, index, names) => [
    ...invalidFor(`${field}.resourceNames[${index}]`, name, isValidPathSegmentName(name)),
    ...(names.indexOf(name) < index ? [duplicate(`${field}.resourceNames[${index}]`, name)] : []),
  ]),
  ...validateRule(rule, field),
];
