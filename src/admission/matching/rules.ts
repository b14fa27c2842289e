import type { RuleWithOperations } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { GroupVersionResource } from '../../api/object.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';

type MatchedRequest = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource' | 'namespace'>;

/** Reports whether a rule matches a request (or an equivalent of its resource). */
export function ruleMatches(rule: RuleWithOperations, request: MatchedRequest, resource = request.resource): boolean {
  return (
    scopeMatches(rule.scope ?? '*', request.namespace, resource) &&
    includes(rule.operations, request.operation) &&
    includes(rule.apiGroups, resource.group) &&
    includes(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((path) => pathMatches(path, resource.resource, request.subresource))
  );
}

const includes = (items: readonly string[] | undefined, wanted: string): boolean =>
  items?.some((item) => item === '*' || item === wanted) ?? false;

/** Namespaces are cluster-scoped, although requests for one have its name as their namespace. */
function scopeMatches(scope: string, namespace: string, { group, resource }: GroupVersionResource): boolean {
  if (scope === '*') return true;
  const isNamespaced = namespace !== '' && !(group === '' && resource === 'namespaces');
  return scope === (isNamespaced ? 'Namespaced' : 'Cluster');
}

/** `pods` matches the resource, `pods/*` also its subresources, `*` every resource, and `*` with `/*` everything. */
function pathMatches(path: string, resource: string, subresource: string): boolean {
  const slash = path.indexOf('/');
  const [main, below] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)];
  return (main === '*' || main === resource) && (below === '*' || below === subresource);
}
