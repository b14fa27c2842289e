import type { Pod, PodAffinityTerm, WeightedPodAffinityTerm } from '../../api/kinds/core-v1.generated.ts';
import { type LabelSelector, type Labels, labelSelectorFromObject } from '../../api/selectors/label-selector.ts';

/** A term of pod affinity or anti-affinity, with its selectors parsed. */
export interface AffinityTerm {
  readonly topologyKey: string;
  readonly selector: LabelSelector;
  readonly namespaces: ReadonlySet<string>;
  readonly namespaceSelector: LabelSelector;
}

export interface WeightedAffinityTerm {
  readonly weight: number;
  readonly term: AffinityTerm;
}

/** Returns the labels of a namespace. */
export type NamespaceLabels = (namespace: string) => Labels | undefined;

/** Parses a term of a pod. Without namespaces and a namespace selector, it applies to the pod's namespace. */
export function affinityTermOf(pod: Pod, term: PodAffinityTerm): AffinityTerm {
  const isOwnNamespace = !term.namespaces?.length && term.namespaceSelector === undefined;
  return {
    topologyKey: term.topologyKey,
    selector: labelSelectorFromObject(term.labelSelector),
    namespaces: new Set(isOwnNamespace ? [pod.metadata.namespace ?? ''] : term.namespaces),
    namespaceSelector: labelSelectorFromObject(term.namespaceSelector),
  };
}

export const weightedTermOf = (pod: Pod, { weight, podAffinityTerm }: WeightedPodAffinityTerm) => ({
  weight,
  term: affinityTermOf(pod, podAffinityTerm),
});

/** Reports whether a term selects a pod. */
export function termMatches(term: AffinityTerm, { metadata }: Pod, namespaceLabels: NamespaceLabels): boolean {
  const { namespace = '', labels } = metadata;
  const isInNamespace =
    term.namespaces.has(namespace) || term.namespaceSelector.matches(namespaceLabels(namespace) ?? {});
  return isInNamespace && term.selector.matches(labels);
}
