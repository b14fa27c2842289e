import type { RuleWithOperations } from '../../api/kinds/admissionregistration-v1.generated.ts';
import type { AdmissionAttributes } from '../admission-plugin.ts';
import { isInNamespace } from '../attributes.ts';

type MatchedRequest = Pick<AdmissionAttributes, 'operation' | 'resource' | 'subresource' | 'namespace'>;

/** Reports whether a rule matches a request (or an equivalent of its resource). */
export function ruleMatches(rule: RuleWithOperations, request: MatchedRequest, resource = request.resource): boolean {
  return (
    scopeMatches(rule.scope ?? '*', isInNamespace({ namespace: request.namespace, resource })) &&
    includes(rule.operations, request.operation) &&
    includes(rule.apiGroups, resource.group) &&
    includes(rule.apiVersions, resource.version) &&
    (rule.resources ?? []).some((path) => pathMatches(path, resource.resource, request.subresource))
  );
}

const includes = (items: readonly string[] | undefined, wanted: string): boolean =>
  items?.some((item) => item === '*' || item === wanted) ?? false;

const scopeMatches = (scope: string, isNamespaced: boolean): boolean =>
  scope === '*' || scope === (isNamespaced ? 'Namespaced' : 'Cluster');

/** `pods` matches the resource, `pods/*` also its subresources, `*` every resource, and `*` with `/*` everything. */
function pathMatches(path: string, resource: string, subresource: string): boolean {
  const slash = path.indexOf('/');
  const [main, below] = slash < 0 ? [path, ''] : [path.slice(0, slash), path.slice(slash + 1)];
  return (main === '*' || main === resource) && (below === '*' || below === subresource);
}
