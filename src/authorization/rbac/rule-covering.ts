import { quoted } from '../../api/field-error.ts';
import type { PolicyRule } from '../../api/kinds/rbac-v1.generated.ts';
import { pathCovers } from '../../api/rule-matching.ts';

/** Rules that allow everything. */
export const FULL_AUTHORITY: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'] },
  { verbs: ['*'], nonResourceURLs: ['*'] },
];

/**
 * Returns the parts of `wanted` that `held` does not cover, as rules with one verb on one resource (and name) or one
 * path.
 */
export const missingRules = (held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] =>
  wanted.flatMap(breakDown).filter((part) => !held.some((rule) => covers(rule, part)));

/** Merges rules for the same groups and resources, keeping the order of verbs. */
export function compactRules(rules: readonly PolicyRule[]): readonly PolicyRule[] {
  const compact: PolicyRule[] = [];
  const byResource = new Map<string, PolicyRule>();
  for (const rule of rules) {
    if (rule.nonResourceURLs?.length) {
      compact.push(rule);
      continue;
    }
    const key = JSON.stringify([rule.apiGroups, rule.resources, rule.resourceNames]);
    const known = byResource.get(key);
    const joined = { ...rule, verbs: [...(known?.verbs ?? []), ...(rule.verbs ?? [])] };
    byResource.set(key, joined);
  }
  return [...compact, ...byResource.values()];
}

/** `{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}` */
export function ruleText({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): string {
  const parts: [string, readonly string[] | null | undefined][] = [
    ['APIGroups', apiGroups],
    ['Resources', resources],
    ['NonResourceURLs', nonResourceURLs],
    ['ResourceNames', resourceNames],
    ['Verbs', verbs],
  ];
  const texts = parts.flatMap(([name, items]) => (items?.length ? [`${name}:[${items.map(quoted).join(' ')}]`] : []));
  return `{${texts.join(', ')}}`;
}

function breakDown({ apiGroups, resources, nonResourceURLs, resourceNames, verbs }: PolicyRule): PolicyRule[] {
  const parts: PolicyRule[] = [];
  const names = resourceNames?.length ? resourceNames : [undefined];
  for (const group of apiGroups ?? []) {
    for (const resource of resources ?? []) {
      for (const verb of verbs ?? []) {
        for (const name of names) {
          const part = { apiGroups: [group], resources: [resource], verbs: [verb] };
          parts.push(name === undefined ? part : { ...part, resourceNames: [name] });
        }
      }
    }
  }
  for (const url of nonResourceURLs ?? []) {
    for (const verb of verbs ?? []) parts.push({ nonResourceURLs: [url], verbs: [verb] });
  }
  return parts;
}

function covers(rule: PolicyRule, part: PolicyRule): boolean {
  return (
    containsAll(rule.verbs, part.verbs) &&
    containsAll(rule.apiGroups, part.apiGroups) &&
    (part.resources ?? []).every((resource) => coversResource(rule.resources ?? [], resource)) &&
    (part.nonResourceURLs ?? []).every((url) => (rule.nonResourceURLs ?? []).some((own) => pathCovers(own, url))) &&
    coversName(rule.resourceNames ?? [], part.resourceNames)
  );
}

function coversResource(resources: readonly string[], wanted: string): boolean {
  if (resources.includes('*') || resources.includes(wanted)) return true;
  const slash = wanted.indexOf('/');
  return slash >= 0 && resources.includes(`*${wanted.slice(slash)}`);
}

// In object names, `*` has no special meaning.
const coversName = (names: readonly string[], wanted: readonly string[] | undefined): boolean =>
  names.length === 0 || (wanted?.every((name) => names.includes(name)) ?? false);

const containsAll = (
  held: readonly string[] | null | undefined,
  wanted: readonly string[] | null | undefined,
): boolean => (held?.includes('*') ?? false) || (wanted ?? []).every((item) => held?.includes(item) ?? false);
