import type { Dialect } from '../api/dialect.ts';

const REPLACEMENTS: Readonly<Record<string, { readonly since: string; readonly label: string }>> = {
  'beta.kubernetes.io/arch': { since: 'v1.14', label: 'kubernetes.io/arch' },
  'beta.kubernetes.io/os': { since: 'v1.14', label: 'kubernetes.io/os' },
  'beta.kubernetes.io/instance-type': { since: 'v1.17', label: 'node.kubernetes.io/instance-type' },
  'failure-domain.beta.kubernetes.io/region': { since: 'v1.17', label: 'topology.kubernetes.io/region' },
  'failure-domain.beta.kubernetes.io/zone': { since: 'v1.17', label: 'topology.kubernetes.io/zone' },
};

/** What to use instead of a label that nodes once had; undefined for every other label. */
export function deprecatedNodeLabelMessage(label: string, dialect: Dialect): string | undefined {
  const old = Object.keys(REPLACEMENTS).find((key) => dialect.rename(key) === label);
  const replacement = old === undefined ? undefined : REPLACEMENTS[old];
  return replacement && `deprecated since ${replacement.since}; use "${dialect.rename(replacement.label)}" instead`;
}

/** A warning for each deprecated label of a map or list, at the path that `fieldOf` gives it. */
export const deprecatedNodeLabelWarnings = (
  labels: readonly string[],
  fieldOf: (label: string, index: number) => string,
  dialect: Dialect,
): string[] =>
  labels.flatMap((label, index) => {
    const message = deprecatedNodeLabelMessage(label, dialect);
    return message === undefined ? [] : [`${fieldOf(label, index)}: ${message}`];
  });
