import { type Dialect, type KubernetesName, kubernetesName } from '../../../api/dialect.ts';
import type { NodeSelectorTerm } from '../../../api/kinds/core-v1.generated.ts';

/** Deprecated node labels, with the release of the deprecation and the replacement. */
const RENAMED: readonly (readonly [label: KubernetesName, since: string, use: KubernetesName])[] = [
  [kubernetesName('beta.kubernetes.io/arch'), 'v1.14', kubernetesName('kubernetes.io/arch')],
  [kubernetesName('beta.kubernetes.io/os'), 'v1.14', kubernetesName('kubernetes.io/os')],
  [
    kubernetesName('failure-domain.beta.kubernetes.io/region'),
    'v1.17',
    kubernetesName('topology.kubernetes.io/region'),
  ],
  [kubernetesName('failure-domain.beta.kubernetes.io/zone'), 'v1.17', kubernetesName('topology.kubernetes.io/zone')],
  [kubernetesName('beta.kubernetes.io/instance-type'), 'v1.17', kubernetesName('node.kubernetes.io/instance-type')],
];

/** Returns `deprecated since v1.14; use "kubernetes.io/os" instead`, or undefined for other labels. */
export function nodeLabelDeprecation(label: string, dialect: Dialect): string | undefined {
  for (const [name, since, use] of RENAMED) {
    if (dialect.rename(name) === label) return `deprecated since ${since}; use "${dialect.rename(use)}" instead`;
  }
  return undefined;
}

/** Returns the label that replaces a deprecated one, or the label itself. */
export const currentNodeLabel = (label: string, dialect: Dialect): string => {
  const [, , use] = RENAMED.find(([name]) => dialect.rename(name) === label) ?? [];
  return use ? dialect.rename(use) : label;
};

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
