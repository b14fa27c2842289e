/** A rule of a role, or of a review of the user's own rules. */
export interface Rule {
  readonly verbs: readonly string[];
  readonly apiGroups?: readonly string[];
  readonly resources?: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly nonResourceURLs?: readonly string[];
}

/** Returns texts as kubectl prints a list: `[get list]`. */
export const bracketed = (texts: readonly string[] = []): string => `[${texts.join(' ')}]`;

/** Returns the columns of a rule for one resource or path. */
export const ruleLine = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string => {
  const [resource = '', subresource] = (resources?.[0] ?? '').split('/');
  const type = [resource, apiGroups?.[0]].filter(Boolean).join('.') + (subresource ? `/${subresource}` : '');
  return `${type}\t${bracketed(nonResourceURLs)}\t${bracketed(resourceNames)}\t${bracketed(verbs)}`;
};

/** Splits rules into one for each resource and path, joins the verbs of equal resources, and sorts them as kubectl does. */
export function compactRules(rules: readonly Rule[]): Rule[] {
  const joined = new Map<string, { readonly rule: Rule; readonly verbs: Set<string> }>();
  const paths: Rule[] = [];
  for (const rule of rules) {
    for (const path of rule.nonResourceURLs ?? []) paths.push({ verbs: rule.verbs, nonResourceURLs: [path] });
    for (const group of rule.apiGroups ?? [])
      for (const resource of rule.resources ?? []) {
        const { resourceNames = [] } = rule;
        const key = JSON.stringify([group, resource, resourceNames]);
        const known = joined.get(key) ?? {
          rule: { verbs: [], apiGroups: [group], resources: [resource], resourceNames },
          verbs: new Set<string>(),
        };
        for (const verb of rule.verbs) known.verbs.add(verb);
        joined.set(key, known);
      }
  }
  const resources = [...joined.values()].map(({ rule, verbs }) => ({ ...rule, verbs: [...verbs] }));
  return [...resources, ...paths].sort((a, b) => (orderText(a) < orderText(b) ? -1 : 1));
}

const orderText = ({ verbs, apiGroups, resources, resourceNames, nonResourceURLs }: Rule): string =>
  `Verbs:${bracketed(verbs)},APIGroups:${bracketed(apiGroups)},Resources:${bracketed(resources)},ResourceNames:${bracketed(resourceNames)},NonResourceURLs:${bracketed(nonResourceURLs)}`;
