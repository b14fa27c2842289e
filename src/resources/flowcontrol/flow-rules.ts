import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { isDns1123Label, isDns1123Subdomain } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';

const SUBJECT_KINDS = ['Group', 'ServiceAccount', 'User'];
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

/** Errors of a rule that says whose requests, and which of them, a flow schema takes. */
export function validateFlowRule(rule: PolicyRulesWithSubjects, field: string): FieldError[] {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  const subjects = rule.subjects ?? [];
  const isEmpty = resourceRules.length + nonResourceRules.length === 0;
  return [
    ...(subjects.length === 0 ? [required(`${field}.subjects`, 'subjects must contain at least one value')] : []),
    ...subjects.flatMap((subject, index) => validateSubject(subject, `${field}.subjects[${index}]`)),
    ...(isEmpty ? [required(field, 'at least one of resourceRules and nonResourceRules has to be non-empty')] : []),
    ...resourceRules.flatMap((item, index) => validateResourceRule(item, `${field}.resourceRules[${index}]`)),
    ...nonResourceRules.flatMap((item, index) => validatePathRule(item, `${field}.nonResourceRules[${index}]`)),
  ];
}

function validateSubject(subject: Subject, field: string): FieldError[] {
  const { kind } = subject;
  if (!SUBJECT_KINDS.includes(kind)) return [notSupported(`${field}.kind`, kind, SUBJECT_KINDS)];
  const members = { ServiceAccount: 'serviceAccount', User: 'user', Group: 'group' } as const;
  const errors = Object.entries(members).flatMap(([name, member]) => {
    if (name === kind && !subject[member]) {
      return [required(`${field}.${member}`, `${member} is required when subject kind is '${name}'`)];
    }
    if (name === kind || !subject[member]) return [];
    return [forbiddenField(`${field}.${member}`, `${member} is forbidden when subject kind is not '${name}'`)];
  });
  return [...errors, ...validateSubjectName(subject, field)];
}

function validateSubjectName({ kind, serviceAccount, user, group }: Subject, field: string): FieldError[] {
  if (kind === 'User') return user?.name === '' ? [required(`${field}.user.name`)] : [];
  if (kind === 'Group') return group?.name === '' ? [required(`${field}.group.name`)] : [];
  if (!serviceAccount) return [];
  const { name, namespace } = serviceAccount;
  const path = `${field}.serviceAccount`;
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(name === '' || name === '*' ? [] : invalidFor(`${path}.name`, name, isDns1123Subdomain(name))),
    ...(namespace === ''
      ? [required(`${path}.namespace`, 'must specify namespace for service account')]
      : invalidFor(`${path}.namespace`, namespace, isDns1123Label(namespace))),
  ];
}

/** A list that may not be empty, nor hold anything beside a star. */
function validateList(items: readonly string[] | null | undefined, field: string, detail: string): FieldError[] {
  if (!items?.length) return [required(field, detail)];
  if (items.length === 1 || !items.includes('*')) return [];
  return [invalid(field, items, `if '*' is present, must not specify other ${field.split('.').at(-1)}`)];
}

function validateVerbs(verbs: readonly string[] | null | undefined, field: string): FieldError[] {
  const errors = validateList(verbs, field, 'verbs must contain at least one value');
  const unknown = (verbs ?? []).some((verb) => verb !== '*' && !VERBS.includes(verb));
  return unknown ? [...errors, notSupported(field, verbs, [...VERBS, '*'].sort())] : errors;
}

function validateResourceRule(rule: ResourcePolicyRule, field: string): FieldError[] {
  const { namespaces = [], clusterScope } = rule;
  const errors = [
    ...validateVerbs(rule.verbs, `${field}.verbs`),
    ...validateList(rule.apiGroups, `${field}.apiGroups`, 'resource rules must supply at least one api group'),
    ...validateList(rule.resources, `${field}.resources`, 'resource rules must supply at least one resource'),
  ];
  if (namespaces.length === 0 && !clusterScope) {
    const detail = 'resource rules that are not cluster scoped must supply at least one namespace';
    return [...errors, required(`${field}.namespaces`, detail)];
  }
  if (namespaces.length > 1 && namespaces.includes('*')) {
    errors.push(invalid(`${field}.namespaces`, namespaces, "if '*' is present, must not specify other namespaces"));
  }
  return [
    ...errors,
    ...namespaces
      .filter((name) => name !== '*')
      .flatMap((name, index) => invalidFor(`${field}.namespaces[${index}]`, name, isDns1123Label(name))),
  ];
}

const validatePathRule = (rule: NonResourcePolicyRule, field: string): FieldError[] => [
  ...validateVerbs(rule.verbs, `${field}.verbs`),
  ...validateList(rule.nonResourceURLs, `${field}.nonResourceURLs`, 'nonResourceURLs must contain at least one value'),
];
