import { type FieldError, invalid, notSupported, required } from '../../api/field-error.ts';
import type { RuleWithOperations } from '../../api/kinds/admissionregistration-v1.generated.ts';
import { goSlice } from '../go-text.ts';

const OPERATIONS = ['*', 'CONNECT', 'CREATE', 'DELETE', 'UPDATE'];
const SCOPES = ['*', 'Cluster', 'Namespaced'];

/** Validates a rule that selects requests. */
export function validateRule(rule: RuleWithOperations, field: string): FieldError[] {
  const { operations = [], apiVersions = [], resources = [], scope } = rule;
  return [
    ...validateWildcardList(
      operations,
      `${field}.operations`,
      goSlice('admissionregistration.OperationType', operations),
      'operations',
    ),
    ...operations.flatMap((operation, index) =>
      OPERATIONS.includes(operation) ? [] : [notSupported(`${field}.operations[${index}]`, operation, OPERATIONS)],
    ),
    ...validateWildcardList(rule.apiGroups ?? [], `${field}.apiGroups`, rule.apiGroups, 'API groups'),
    ...validateWildcardList(apiVersions, `${field}.apiVersions`, apiVersions, 'API versions'),
    ...apiVersions.flatMap((version, index) => (version === '' ? [required(`${field}.apiVersions[${index}]`)] : [])),
    ...validateResources(resources, `${field}.resources`),
    ...(scope === undefined || SCOPES.includes(scope) ? [] : [notSupported(`${field}.scope`, scope, SCOPES)]),
  ];
}

/** Requires a list that is not empty, and in which a wildcard is the only item. */
function validateWildcardList(items: readonly string[], field: string, shown: unknown, noun: string): FieldError[] {
  if (items.length === 0) return [required(field)];
  if (items.length === 1 || !items.includes('*')) return [];
  return [invalid(field, shown, `if '*' is present, must not specify other ${noun}`)];
}

function validateResources(resources: readonly string[], field: string): FieldError[] {
  const errors = resources.length === 0 ? [required(field)] : [];
  const allOfResource = new Set<string>();
  const allOfSubresource = new Set<string>();
  resources.forEach((text, index) => {
    if (text === '') errors.push(required(`${field}[${index}]`));
    const slash = text.indexOf('/');
    if (slash < 0) return;
    const [resource, subresource] = [text.slice(0, slash), text.slice(slash + 1)];
    const wrong = (by: string) =>
      invalid(`${field}[${index}]`, text, `if '${by}' is present, must not specify ${text}`);
    if (allOfResource.has(resource)) errors.push(wrong(`${resource}/*`));
    if (allOfSubresource.has(subresource)) errors.push(wrong(`*/${subresource}`));
    if (subresource === '*') allOfResource.add(resource);
    if (resource === '*') allOfSubresource.add(subresource);
  });
  if (resources.length > 1 && resources.includes('*/*')) {
    errors.push(invalid(field, resources, "if '*/*' is present, must not specify other resources"));
  }
  // The last resource without a subresource counts, as in the real server.
  const last = resources.findLast((text) => text !== '' && !text.includes('/')) ?? '*';
  if (resources.includes('*') && last !== '*') {
    const detail = "if '*' is present, must not specify other resources without subresources";
    errors.push(invalid(field, resources, detail));
  }
  return errors;
}
