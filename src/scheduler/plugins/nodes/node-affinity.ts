import type { NodeSelectorTerm, Pod } from '../../../api/kinds/core-v1.generated.ts';
import { matchesNodeAffinity, matchesNodeSelectorTerm } from '../../../api/scheduling/node-affinity.ts';
import { type FilterPlugin, finalRejection, type ScorePlugin, scaleScores } from '../../framework/plugin.ts';

const REJECTION = finalRejection("node(s) didn't match Pod's node affinity/selector");
const CONFLICT = finalRejection('pod affinity terms conflict');

/** Rejects nodes that do not match the node selector and the required node affinity of the pod. */
export const nodeAffinity: FilterPlugin = {
  name: 'NodeAffinity',
  prepare({ pod }) {
    const required = pod.spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
    if (!required && !pod.spec?.nodeSelector) return undefined;
    const candidates = namedNodes(pod);
    if (candidates?.size === 0) return CONFLICT;
    return {
      candidates,
      check: ({ node }) => (node && matchesNodeAffinity(pod, node) ? undefined : REJECTION),
    };
  },
};

/** Returns the names of the nodes in the required terms; undefined when a term does not name its nodes. */
function namedNodes({ spec }: Pod): Set<string> | undefined {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms ?? [];
  const names = new Set<string>();
  for (const term of terms) {
    const named = namedByTerm(term);
    if (!named) return undefined;
    for (const name of named) names.add(name);
  }
  return terms.length > 0 ? names : undefined;
}

function namedByTerm({ matchFields = [] }: NodeSelectorTerm): string[] | undefined {
  const lists = matchFields
    .filter(({ key, operator }) => key === 'metadata.name' && operator === 'In')
    .map(({ values }) => values ?? []);
  const [first, ...others] = lists;
  return first?.filter((name) => others.every((list) => list.includes(name)));
}

/** Prefers nodes that match the preferred terms of the pod's node affinity. */
export const nodeAffinityScore: ScorePlugin = {
  name: 'NodeAffinity',
  weight: 2,
  score({ pod }, nodes) {
    const terms = pod.spec?.affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution ?? [];
    if (terms.length === 0) return undefined;
    const scores = nodes.map(({ node }) =>
      terms.reduce(
        (sum, { weight, preference }) => sum + (node && matchesNodeSelectorTerm(preference, node) ? weight : 0),
        0,
      ),
    );
    return scaleScores(scores, false);
  },
};
