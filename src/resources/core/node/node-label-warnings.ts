import type { Dialect } from '../../../api/dialect.ts';
import type { NodeSelectorTerm } from '../../../api/kinds/core-v1.generated.ts';

/** Deprecated node labels, with the release of the deprecation and the replacement. */
const RENAMED: Readonly<Record<string, readonly [since: string, use: string]>> = {
  'beta.kubernetes.io/arch': ['v1.14', 'kubernetes.io/arch'],
  'beta.kubernetes.io/os': ['v1.14', 'kubernetes.io/os'],
  'failure-domain.beta.kubernetes.io/region': ['v1.17', 'topology.kubernetes.io/region'],
  'failure-domain.beta.kubernetes.io/zone': ['v1.17', 'topology.kubernetes.io/zone'],
  'beta.kubernetes.io/instance-type': ['v1.17', 'node.kubernetes.io/instance-type'],
};

/** Returns `deprecated since v1.14; use "kubernetes.io/os" instead`, or undefined for other labels. */
export function nodeLabelDeprecation(label: string, dialect: Dialect): string | undefined {
  for (const [name, [since, use]] of Object.entries(RENAMED)) {
    if (dialect.rename(name) === label) return `deprecated since ${since}; use "${dialect.rename(use)}" instead`;
  }
  return undefined;
}

export const nodeSelectorTermWarnings = (term: NodeSelectorTerm, field: string, dialect: Dialect): string[] =>
  (term.matchExpressions ?? []).flatMap(({ key }, index) => {
    const message = nodeLabelDeprecation(key, dialect);
    return message ? [`${field}.matchExpressions[${index}].key: ${key} is ${message}`] : [];
  });

/** Returns warnings about duplicate names. */
export const duplicateWarnings = (
  names: readonly (string | undefined)[],
  path: (index: number) => string,
  what: string,
) => names.flatMap((name, index) => (names.indexOf(name) < index ? [`${path(index)}: ${what} "${name ?? ''}"`] : []));
