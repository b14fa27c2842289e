import type { Node, NodeSelector, NodeSelectorRequirement, NodeSelectorTerm, Pod } from '../kinds/core-v1.generated.ts';

type Fields = Readonly<Record<string, string>> | undefined;

/** Reports whether a node matches the `nodeSelector` and the required node affinity of a pod. */
export function matchesNodeAffinity({ spec }: Pod, node: Node): boolean {
  const { labels } = node.metadata;
  for (const key in spec?.nodeSelector) if (labels?.[key] !== spec.nodeSelector[key]) return false;
  const required = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  return required === undefined || matchesNodeSelector(required, node);
}

/** Reports whether a node matches at least one term. A selector without terms matches no node. */
export const matchesNodeSelector = ({ nodeSelectorTerms }: NodeSelector, node: Node): boolean =>
  (nodeSelectorTerms ?? []).some((term) => matchesNodeSelectorTerm(term, node));

/** Reports whether a node matches all requirements of a term. A term without requirements matches no node. */
export function matchesNodeSelectorTerm(term: NodeSelectorTerm, { metadata }: Node): boolean {
  const { matchExpressions = [], matchFields = [] } = term;
  if (matchExpressions.length === 0 && matchFields.length === 0) return false;
  if (!matchExpressions.every((requirement) => meets(requirement, metadata.labels))) return false;
  return matchFields.length === 0 || matchFields.every((each) => meets(each, { 'metadata.name': metadata.name ?? '' }));
}

function meets({ key, operator, values = [] }: NodeSelectorRequirement, fields: Fields): boolean {
  const value = fields && Object.hasOwn(fields, key) ? fields[key] : undefined;
  switch (operator) {
    case 'In':
      return value !== undefined && values.includes(value);
    case 'NotIn':
      return value === undefined || !values.includes(value);
    case 'Exists':
      return value !== undefined;
    case 'DoesNotExist':
      return value === undefined;
    default:
      return exceeds(value, values[0], operator);
  }
}

function exceeds(value: string | undefined, bound: string | undefined, operator: string): boolean {
  if (!isInteger(value) || !isInteger(bound)) return false;
  return operator === 'Gt' ? BigInt(value) > BigInt(bound) : operator === 'Lt' && BigInt(value) < BigInt(bound);
}

const isInteger = (text: string | undefined): text is string => text !== undefined && /^-?[0-9]+$/.test(text);
