import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';

/** What one rule says to a request, part by part: a rule grants when every part matches. */
export interface RuleMatch {
  readonly verb: boolean;
  readonly group: boolean;
  readonly resource: boolean;
  readonly name: boolean;
  readonly path: boolean;
}

/** The part of a request that rules speak of. */
export type AskedAction = Pick<
  AuthorizationAttributes,
  'verb' | 'group' | 'resource' | 'subresource' | 'name' | 'path'
>;

export const resourceText = ({ resource, subresource }: Pick<AskedAction, 'resource' | 'subresource'>): string =>
  subresource ? `${resource}/${subresource}` : resource;

export function matchRule(rule: PolicyRule, attributes: AskedAction): RuleMatch {
  return {
    verb: includes(rule.verbs, '*') || includes(rule.verbs, attributes.verb),
    group: includes(rule.apiGroups, '*') || includes(rule.apiGroups, attributes.group),
    resource: resourceMatches(rule.resources, attributes),
    name: !rule.resourceNames?.length || rule.resourceNames.includes(attributes.name),
    path: (rule.nonResourceURLs ?? []).some((url) => pathCovers(url, attributes.path)),
  };
}

export function ruleAllows(rule: PolicyRule, attributes: AuthorizationAttributes): boolean {
  const match = matchRule(rule, attributes);
  if (!match.verb) return false;
  return attributes.isResourceRequest ? match.group && match.resource && match.name : match.path;
}

/** How far a rule is from granting: 0 when it does; another verb or name is nearer than another resource or group. */
export function missesOf(rule: PolicyRule, attributes: AuthorizationAttributes): number {
  const { verb, group, resource, name, path } = matchRule(rule, attributes);
  const missed = Number(!verb);
  if (!attributes.isResourceRequest) return missed + (path ? 0 : 3);
  const isOfWhole = rule.resources?.includes(attributes.resource) ?? false;
  return missed + Number(!name) + (group ? 0 : 2) + (resource ? 0 : isOfWhole ? 1 : 2);
}

// A star for the resource alone (`*` and a subresource) stands for that subresource of every resource; `pods` with a star
// for the subresource is no pattern.
function resourceMatches(resources: readonly string[] | undefined, attributes: AskedAction): boolean {
  const combined = resourceText(attributes);
  return (resources ?? []).some(
    (resource) =>
      resource === '*' ||
      resource === combined ||
      (attributes.subresource !== '' && resource === `*/${attributes.subresource}`),
  );
}

/** A path pattern that ends in `*` stands for every path that begins so. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')));

const includes = (list: readonly string[] | null | undefined, item: string): boolean => list?.includes(item) ?? false;
