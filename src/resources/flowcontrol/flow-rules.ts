import { type FieldError, forbiddenField, invalid, notSupported, required } from '../../api/field-error.ts';
import type {
  NonResourcePolicyRule,
  PolicyRulesWithSubjects,
  ResourcePolicyRule,
  Subject,
} from '../../api/kinds/flowcontrol-v1beta3.generated.ts';
import { isDns1123Label, isDns1123Subdomain } from '../../api/names.ts';
import { invalidFor } from '../field-validation.ts';
import { goSlice } from '../go-text.ts';

const SUBJECT_KINDS = ['Group', 'ServiceAccount', 'User'];
const VERBS = ['create', 'delete', 'deletecollection', 'get', 'list', 'patch', 'proxy', 'update', 'watch'];

/** Validates a rule of a flow schema: the matched subjects and requests. */
export function validateFlowRule(rule: PolicyRulesWithSubjects, field: string): FieldError[] {
  const [resourceRules, nonResourceRules] = [rule.resourceRules ?? [], rule.nonResourceRules ?? []];
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
  const errors = validateSubjectName(subject, field);
  for (const [name, member] of Object.entries(members)) {
    const path = `${field}.${member}`;
    if (name === kind && !subject[member]) {
      errors.unshift(required(path, `${member} is required when subject kind is '${name}'`));
    } else if (name !== kind && subject[member]) {
      errors.push(forbiddenField(path, `${member} is forbidden when subject kind is not '${name}'`));
    }
  }
  return errors;
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

/** Requires a list that is not empty, and in which a wildcard is the only item. */
function validateList(items: readonly string[], field: string, missing: string, others: string): FieldError[] {
  if (items.length === 0) return [required(field, missing)];
  return items.includes('*') ? validateStar(items, field, others) : [];
}

const validateStar = (items: readonly string[], field: string, others: string): FieldError[] =>
  items.length > 1 ? [invalid(field, items, `if '*' is present, must not specify other ${others}`)] : [];

function validateVerbs(verbs: readonly string[], field: string): FieldError[] {
  const errors = validateList(verbs, field, 'verbs must contain at least one value', 'verbs');
  const isKnown = verbs.includes('*') || verbs.every((verb) => VERBS.includes(verb));
  return isKnown ? errors : [notSupported(field, goSlice('string', verbs), VERBS)];
}

function validateResourceRule(rule: ResourcePolicyRule, field: string): FieldError[] {
  const { clusterScope } = rule;
  const [verbs, groups, resources] = [rule.verbs ?? [], rule.apiGroups ?? [], rule.resources ?? []];
  const missing = (what: string) => `resource rules must supply at least one ${what}`;
  return [
    ...validateVerbs(verbs, `${field}.verbs`),
    ...validateList(groups, `${field}.apiGroups`, missing('api group'), 'api groups'),
    ...validateList(resources, `${field}.resources`, missing('resource'), 'resources'),
    ...validateNamespaces(rule.namespaces ?? [], clusterScope === true, `${field}.namespaces`),
  ];
}

function validateNamespaces(namespaces: readonly string[], isClusterScoped: boolean, field: string): FieldError[] {
  if (namespaces.length === 0 && !isClusterScoped) {
    return [required(field, 'resource rules that are not cluster scoped must supply at least one namespace')];
  }
  if (namespaces.includes('*')) return validateStar(namespaces, field, 'namespaces');
  return namespaces.flatMap((name, index) => {
    const messages = isDns1123Label(name).map(
      (why) => `each member of this list must be '*' or a DNS-1123 label; ${why}`,
    );
    return invalidFor(`${field}[${index}]`, name, messages);
  });
}

function validatePathRule(rule: NonResourcePolicyRule, field: string): FieldError[] {
  const [verbs, paths] = [rule.verbs ?? [], rule.nonResourceURLs ?? []];
  const path = `${field}.nonResourceURLs`;
  const missing = 'nonResourceURLs must contain at least one value';
  return [
    ...validateVerbs(verbs, `${field}.verbs`),
    ...validateList(paths, path, missing, 'non-resource URLs'),
    ...(paths.includes('*') ? [] : paths.flatMap((text, index) => validatePath(text, `${path}[${index}]`))),
  ];
}

/** Validates a path, which may end in a wildcard. */
function validatePath(path: string, field: string): FieldError[] {
  const because = (why: string) => [invalid(field, path, why)];
  if (path === '') return because('must not be empty');
  if (path === '/') return [];
  if (!path.startsWith('/')) return because('must start with slash');
  if (path.includes(' ')) return because('must not contain white-space');
  if (path.includes('//')) return because('must not contain double slash');
  const stars = path.split('*').length - 1;
  return stars > 1 || (stars === 1 && !path.endsWith('/*')) ? because('wildcard can only do suffix matching') : [];
}
