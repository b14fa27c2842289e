import type { Dialect } from '../../../../api/dialect.ts';
import type { PodAffinityTerm, PodSpec } from '../../../../api/kinds/core-v1.generated.ts';
import { nodeLabelDeprecation, nodeSelectorTermWarnings } from '../../node/node-label-warnings.ts';

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution';

const nullSelector = (selector: object | undefined, field: string): string[] =>
  selector ? [] : [`${field}.labelSelector: a null labelSelector results in matching no pod`];

/** Returns warnings about node affinity and topology spread: deprecated labels, and null selectors. */
export function nodeAffinityWarnings(
  { affinity, topologySpreadConstraints }: PodSpec,
  field: string,
  dialect: Dialect,
): string[] {
  const { nodeAffinity } = affinity ?? {};
  const nodePath = `${field}.affinity.nodeAffinity`;
  return [
    ...(nodeAffinity?.[REQUIRED]?.nodeSelectorTerms ?? []).flatMap((term, index) =>
      nodeSelectorTermWarnings(term, `${nodePath}.${REQUIRED}.nodeSelectorTerms[${index}]`, dialect),
    ),
    ...(nodeAffinity?.[PREFERRED] ?? []).flatMap(({ preference }, index) =>
      nodeSelectorTermWarnings(preference, `${nodePath}.${PREFERRED}[${index}].preference`, dialect),
    ),
    ...(topologySpreadConstraints ?? []).flatMap(({ topologyKey, labelSelector }, index) => {
      const path = `${field}.topologySpreadConstraints[${index}]`;
      const message = nodeLabelDeprecation(topologyKey, dialect);
      return [
        ...(message ? [`${path}.topologyKey: ${topologyKey} is ${message}`] : []),
        ...nullSelector(labelSelector, path),
      ];
    }),
  ];
}

/** Returns warnings about pod affinity terms that match no pod. */
export const podAffinityWarnings = ({ affinity }: PodSpec, field: string): string[] => [
  ...podTermWarnings(affinity?.podAffinity, `${field}.affinity.podAffinity`),
  ...podTermWarnings(affinity?.podAntiAffinity, `${field}.affinity.podAntiAffinity`),
];

interface PodTerms {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: { podAffinityTerm: PodAffinityTerm }[] | undefined;
}

const podTermWarnings = (terms: PodTerms | undefined, field: string): string[] => [
  ...(terms?.[REQUIRED] ?? []).flatMap(({ labelSelector }, index) =>
    nullSelector(labelSelector, `${field}.${REQUIRED}[${index}]`),
  ),
  ...(terms?.[PREFERRED] ?? []).flatMap(({ podAffinityTerm }, index) =>
    nullSelector(podAffinityTerm.labelSelector, `${field}.${PREFERRED}[${index}].podAffinityTerm`),
  ),
];
