import type { PolicyRule } from './kinds/rbac-v1.generated.ts';
import type { GroupResource } from './object.ts';

/** Which parts of a request a rule matches; it grants the request when all match. */
export interface RuleMatch {
  readonly verb: boolean;
  readonly group: boolean;
  readonly resource: boolean;
  readonly name: boolean;
  readonly path: boolean;
}

/** The attributes of a request that rules match; empty where the request has none. */
export interface RequestedAction {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  readonly name: string;
  readonly path: string;
}

export const resourceText = ({ resource, subresource }: Pick<RequestedAction, 'resource' | 'subresource'>): string =>
  subresource ? `${resource}/${subresource}` : resource;

export function matchRule(rule: PolicyRule, action: RequestedAction): RuleMatch {
  return {
    verb: includes(rule.verbs, '*') || includes(rule.verbs, action.verb),
    group: includes(rule.apiGroups, '*') || includes(rule.apiGroups, action.group),
    resource: resourceMatches(rule.resources, action),
    name: !rule.resourceNames?.length || rule.resourceNames.includes(action.name),
    path: (rule.nonResourceURLs ?? []).some((url) => pathCovers(url, action.path)),
  };
}

/** Verbs that are authorized without an object name, so rules with names do not grant them. */
const NAMELESS_VERBS = new Set(['create', 'deletecollection']);

/**
 * Reports whether a rule grants the verb on the resource, or on some of its names.
 */
export function coversSome(rule: PolicyRule, { group, resource: path }: GroupResource, verb: string): boolean {
  const [resource = '', subresource = ''] = path.split('/');
  const match = matchRule(rule, { verb, group, resource, subresource, name: '', path: '' });
  const isNameless = rule.resourceNames?.length && subresource === '' && NAMELESS_VERBS.has(verb);
  return match.verb && match.group && match.resource && !isNameless;
}

// `*/status` matches that subresource of every resource; `pods/*` is not a pattern.
function resourceMatches(resources: readonly string[] | undefined, action: RequestedAction): boolean {
  const combined = resourceText(action);
  return (resources ?? []).some(
    (resource) =>
      resource === '*' ||
      resource === combined ||
      (action.subresource !== '' && resource === `*/${action.subresource}`),
  );
}

/** Reports whether a pattern matches a path; a final `*` matches any suffix. */
export const pathCovers = (pattern: string, path: string): boolean =>
  pattern === path || (pattern.endsWith('*') && path.startsWith(pattern.replace(/\*+$/, '')));

const includes = (list: readonly string[] | null | undefined, item: string): boolean => list?.includes(item) ?? false;
