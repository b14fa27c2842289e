import type { AccessSource } from '../../../api/debug/access-analysis.ts';
import type { NamedObject } from '../../../api/debug/access-explanation.ts';
import { ruleText } from './access-choices.ts';

export interface AccessGraphNode {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** The binding or role of the node; undefined for the subject and for rules. */
  readonly object?: NamedObject;
}

export interface AccessGraphEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: 'is bound by' | 'grants' | 'allows';
}

export interface AccessGraph {
  readonly nodes: readonly AccessGraphNode[];
  readonly edges: readonly AccessGraphEdge[];
}

/** Returns the graph subject → binding → role → rule, each node and edge once. */
export function accessGraph(subject: string, sources: readonly AccessSource[]): AccessGraph {
  const root: AccessGraphNode = { id: SUBJECT, kind: 'Subject', name: subject };
  const nodes = new Map([[root.id, root]]);
  const edges = new Map<string, AccessGraphEdge>();
  const join = (from: AccessGraphNode, relation: AccessGraphEdge['relation'], to: AccessGraphNode) => {
    nodes.set(to.id, nodes.get(to.id) ?? to);
    edges.set(`${from.id} ${to.id}`, { from: from.id, to: to.id, relation });
  };
  for (const { binding, role, rule } of sources) {
    const [bindingNode, roleNode] = [nodeOf(binding), nodeOf(role)];
    const text = ruleText({ ...rule, verbs: rule.verbs ?? [] });
    join(root, 'is bound by', bindingNode);
    join(bindingNode, 'grants', roleNode);
    join(roleNode, 'allows', { id: `${roleNode.id} ${text}`, kind: 'Rule', name: text });
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()] };
}

/** Id of the subject's node. */
export const SUBJECT = 'subject';

const nodeOf = (object: NamedObject): AccessGraphNode => {
  const { kind, namespace, name } = object;
  const text = namespace ? `${namespace}/${name}` : name;
  return { id: `${kind} ${text}`, kind, name: text, object };
};
