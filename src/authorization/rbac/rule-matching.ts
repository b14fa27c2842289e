import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import { matchRule } from '../../api/rule-matching.ts';
import type { AuthorizationAttributes } from '../authorizer.ts';

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
