import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';

/** Which parts of a request a rule matches; it grants the request when all match. */
export interface RuleMatch {
  readonly verb: boolean;
  readonly group: boolean;
  readonly resource: boolean;
  readonly name: boolean;
  readonly path: boolean;
}

/** The attributes of a request that rules match. */
export type RequestedAction = Pick<
  AuthorizationAttributes,
  'verb' | 'group' | 'resource' | 'subresource' | 'name' | 'path'
>;

export const resourceText = ({ resource, subresource }: Pick<RequestedAction, 'resource' | 'subresource'>): string =>
  subresource ? `${resource}/${subresource}` : resource;

export function matchRule(rule: PolicyRule, attributes: RequestedAction): RuleMatch {
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

/** Reports whether a rule grants a request to a resource, or would for an object with another name. */
export function ruleAllowsSome(rule: PolicyRule, attributes: AuthorizationAttributes): boolean {
  const { verb, group, resource } = matchRule(rule, attributes);
  return verb && group && resource;
}

/**
 * Returns the distance of a rule from granting a request, 0 if it grants it. A different verb or name counts less than
 * a different resource or group.
 */
export function missesOf(rule: PolicyRule, attributes: AuthorizationAttributes): number {
  const { verb, group, resource, name, path } = matchRule(rule, attributes);
  const missed = Number(!verb);
  if (!attributes.isResourceRequest) return missed + (path ? 0 : 3);
  const isOfWhole = rule.resources?.includes(attributes.resource) ?? false;
  return missed + Number(!name) + (group ? 0 : 2) + (resource ? 0 : isOfWhole ? 1 : 2);
}

// `*/status` matches that subresource of every resource; `pods/*` is not a pattern.
function resourceMatches(resources: readonly string[] | undefined, attributes: RequestedAction): boolean {
  const combined = resourceText(attributes);
  return (resources ?? []).some(
    (resource) =>
      resource === '*' ||
      resource === combined ||
      (attributes.subresource !== '' && resource === `*/${attributes.subresource}`),
  );
}

/** Reports whether a pattern matches a path; a final `*` matches any suffix. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')));

const includes = (list: readonly string[] | null | undefined, item: string): boolean => list?.includes(item) ?? false;
