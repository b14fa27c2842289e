import type { AccessSource } from '../../../api/debug/access-analysis.ts';
import type { NamedObject } from '../../../api/debug/access-explanation.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import type { PolicyRule } from '../../../api/kinds/rbac-v1.generated.ts';
import { matchRule, type RequestedAction, resourceText } from '../../../api/rule-matching.ts';
import type { UserInfo } from '../../../api/user-info.ts';

/** A request that a subject has sent. */
export interface UsedAction extends RequestedAction {
  /** Empty for cluster-scoped resources, paths, and requests to all namespaces. */
  readonly namespace: string;
}

/** Returns what a traced request has asked for, as authorization has seen it. */
export function usedActionOf({ request }: Pick<RequestTrace, 'request'>): UsedAction {
  const { verb, group = '', resource = '', subresource = '', namespace = '', name = '', path } = request;
  // The name of an object to create is not known yet when its request is authorized.
  const isNameless = verb === 'create' && subresource === '';
  return {
    verb,
    group,
    resource,
    subresource,
    namespace: resource === 'namespaces' ? '' : namespace,
    name: isNameless ? '' : name,
    path: resource ? '' : (path.split('?')[0] ?? ''),
  };
}

/** Reports whether a user has sent a request; for a user without a name, whether a member of the user's first group has. */
export const isSentBy = ({ user }: Pick<RequestTrace, 'user'>, { username, groups = [] }: UserInfo): boolean =>
  username ? user.username === username : (user.groups ?? []).includes(groups[0] ?? '');

/** The binding, role and subject that a reason of the RBAC authorizer names. */
const REASON = /allowed by (\w+) "([^"]+)" of (\w+) "([^"]+)" to (\w+) "([^"]+)"/;

/** Groups that every user is in: what their roles allow needs no other role. */
const EVERYBODY: ReadonlySet<string> = new Set(['system:authenticated', 'system:unauthenticated']);

type Authorized = Pick<RequestTrace, 'authorization'>;

export const isAllowed = ({ authorization }: Authorized): boolean => authorization?.decision === 'allow';

/** Reports whether a request was allowed because everybody may send it. */
export function isAllowedToEverybody({ authorization }: Authorized): boolean {
  const [, , , , , kind, name = ''] = REASON.exec(authorization?.reason ?? '') ?? [];
  return kind === 'Group' && EVERYBODY.has(name);
}

/** Returns the role that allowed a request, as the server's reason names it; undefined when no role did. */
export function roleOfTrace({ authorization }: Authorized): NamedObject | undefined {
  const [, , binding = '', kind, name] = REASON.exec(authorization?.reason ?? '') ?? [];
  if (!kind || !name) return undefined;
  const namespace = binding.split('/')[1];
  return kind === 'Role' && namespace ? { kind, namespace, name } : { kind, name };
}

export interface RuleUse {
  readonly role: NamedObject;
  readonly rule: PolicyRule;
  /** Number of requests that the rule allowed. */
  readonly count: number;
  /** Time of the newest of them. */
  readonly lastTime: string | undefined;
  /** Users who sent them, sorted. */
  readonly users: readonly string[];
  /** Verbs and resources of a used rule that no request needed. */
  readonly unused: readonly string[];
}

/**
 * Returns how often requests used each rule, rules that were never used first. A rule was used when the server names its
 * role as the one that allowed the request.
 */
export function ruleUses(
  sources: readonly Pick<AccessSource, 'role' | 'rule'>[],
  traces: readonly RequestTrace[],
): RuleUse[] {
  const allowed = traces.flatMap((trace) => {
    const role = isAllowed(trace) ? roleOfTrace(trace) : undefined;
    return role ? [{ key: keyOf(role), trace, action: usedActionOf(trace) }] : [];
  });
  const distinct = new Map(sources.map((source) => [`${keyOf(source.role)} ${JSON.stringify(source.rule)}`, source]));
  return [...distinct.values()]
    .map(({ role, rule }): RuleUse => {
      const used = allowed.filter(({ key, action }) => key === keyOf(role) && ruleCovers(rule, action));
      return {
        role,
        rule,
        count: used.length,
        lastTime: used
          .map(({ trace }) => trace.requestReceivedTimestamp)
          .sort()
          .at(-1),
        users: [...new Set(used.map(({ trace }) => trace.user.username))].sort(),
        unused:
          used.length > 0
            ? unusedParts(
                rule,
                used.map(({ action }) => action),
              )
            : [],
      };
    })
    .sort((one, other) => Number(one.count > 0) - Number(other.count > 0));
}

const keyOf = ({ kind, namespace = '', name }: NamedObject): string => `${kind} ${namespace}/${name}`;

/** Reports whether a rule allows an action. */
function ruleCovers(rule: PolicyRule, action: UsedAction): boolean {
  const match = matchRule(rule, action);
  return match.verb && (action.resource ? match.group && match.resource && match.name : match.path);
}

/** The lists of a rule, each item of which allows something. */
const LISTS = ['verbs', 'resources', 'resourceNames', 'nonResourceURLs'] as const;

const unusedParts = (rule: PolicyRule, actions: readonly UsedAction[]): string[] =>
  LISTS.flatMap((list) =>
    (rule[list] ?? []).filter((item) => !actions.some((action) => ruleCovers({ ...rule, [list]: [item] }, action))),
  );

/**
 * Returns the smallest rules that allow some actions.
 * @param areNamed whether the rules allow only the objects that the actions name
 */
export function rulesOf(actions: readonly UsedAction[], areNamed: boolean): PolicyRule[] {
  const targets = gathered(actions, targetOf(areNamed), ({ verb }) => verb);
  const [paths, objects] = [targets.filter(({ key }) => key.path), targets.filter(({ key }) => !key.path)];
  const named = gathered(
    objects,
    ({ key: { group, resource }, values }) => ({ group, resource, verbs: values }),
    ({ key: { name } }) => name,
  );
  const resources = gathered(
    named,
    // A rule for every name allows the named objects, too.
    ({ key: { group, verbs }, values }) => ({ group, verbs, names: values.includes('') ? [] : values }),
    ({ key: { resource } }) => resource,
  );
  return [
    ...resources.map(({ key: { group, verbs, names }, values }) => ({
      verbs,
      apiGroups: [group],
      resources: values,
      ...(names.length > 0 ? { resourceNames: names } : {}),
    })),
    ...gathered(
      paths,
      ({ values }) => values,
      ({ key: { path } }) => path,
    ).map(({ key, values }) => ({ verbs: key, nonResourceURLs: values })),
  ];
}

const targetOf = (areNamed: boolean) => (action: UsedAction) => ({
  group: action.group,
  resource: action.resource ? resourceText(action) : '',
  name: areNamed ? action.name : '',
  path: action.path,
});

/** Gathers the distinct values of items with equal keys. Keys and values are sorted. */
function gathered<Item, Key>(items: readonly Item[], keyOfItem: (item: Item) => Key, textOf: (item: Item) => string) {
  const groups = new Map<string, { readonly key: Key; readonly values: Set<string> }>();
  for (const item of items) {
    const key = keyOfItem(item);
    const text = JSON.stringify(key);
    const group = groups.get(text) ?? { key, values: new Set<string>() };
    groups.set(text, group);
    group.values.add(textOf(item));
  }
  return [...groups.entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, { key, values }]) => ({ key, values: [...values].sort() }));
}
