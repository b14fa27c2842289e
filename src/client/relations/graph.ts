import type { Dialect } from '../../api/dialect.ts';
import type { ApiObject } from '../../api/object.ts';
import { type KindKey, kindKeyOf } from '../objects/kind-key.ts';
import { KIND_LINKS } from './kind-links.ts';
import { inverseOf, type OwnRelation, type RelationName } from './relation.ts';
import { type Identity, identityOf, type KnownObjects, type NeededCollection, ownRelationsOf } from './relations-of.ts';

/** An object, or objects of one kind with the same relations. */
export interface GraphNode {
  /** Equal for the same object, or group, in every version of a graph. */
  readonly id: string;
  readonly kind: KindKey;
  /** The objects of a group; a single object otherwise. */
  readonly members: readonly Identity[];
  /** Whether the object is named but does not exist. */
  readonly isMissing: boolean;
}

/** A relation from one node to another. Owners own their dependents, against the direction of the reference. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: OwnRelation | 'owns';
}

export interface RelationGraph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** Kinds that repeat the relations of others, or tell about them. */
const LEFT_OUT: ReadonlySet<KindKey> = new Set([
  'core/Event',
  'events/Event',
  'core/Endpoints',
  'discovery/EndpointSlice',
  'apps/ControllerRevision',
]);

const LINKED_KINDS: readonly KindKey[] = [
  ...new Set(Object.entries(KIND_LINKS).flatMap(([kind, { targets }]) => [kind as KindKey, ...targets])),
].filter((kind) => !LEFT_OUT.has(kind));

/** Returns the collections of a namespace from which its graph is made. */
export const graphCollections = (namespace: string): NeededCollection[] =>
  LINKED_KINDS.map((kind) => ({ kind, namespace }));

/** Returns the id of an object's node. */
export const nodeIdOf = ({ kind, namespace = '', name }: Identity): string => `${kind} ${namespace}/${name}`;

/** Returns the graph of all known objects, and of objects that they name but that do not exist. */
export function relationGraph(objects: KnownObjects, dialect: Dialect): RelationGraph {
  const nodes = new Map<string, GraphNode>();
  const add = (identity: Identity, isMissing: boolean): string => {
    const id = nodeIdOf(identity);
    if (!nodes.has(id)) nodes.set(id, { id, kind: identity.kind, members: [identity], isMissing });
    return id;
  };
  const shown = [...objects].filter(([kind]) => !LEFT_OUT.has(kind));
  for (const [kind, all] of shown) for (const { metadata } of all) add(identityOf(kind, metadata), false);
  const edges: GraphEdge[] = [];
  for (const [kind, all] of shown)
    for (const object of all) {
      const id = nodeIdOf(identityOf(kind, object.metadata));
      for (const { relation, kind: to, namespace, name, isMissing } of ownRelationsOf(kind, object, objects, dialect)) {
        const other = { kind: to, namespace, name };
        // An object of a kind that is not loaded may exist or not.
        if (!isMissing && !nodes.has(nodeIdOf(other))) continue;
        const target = add(other, isMissing);
        edges.push(
          relation === 'owner' ? { from: target, to: id, relation: 'owns' } : { from: id, to: target, relation },
        );
      }
    }
  return { nodes: [...nodes.values()], edges: withoutRepeated(edges) };
}

/** Leaves out that an object selects what it owns through others, and uses what these use, as a deployment does with its pods. */
function withoutRepeated(edges: readonly GraphEdge[]): GraphEdge[] {
  const owners = new Map<string, string[]>();
  for (const { from, to, relation } of edges) if (relation === 'owns') valuesAt(owners, to).push(from);
  const ancestorsOf = (id: string): ReadonlySet<string> => {
    const found = new Set(owners.get(id));
    for (const owner of found) for (const next of owners.get(owner) ?? []) found.add(next);
    return found;
  };
  const repeated = new Set<string>();
  for (const { from, to, relation } of edges) {
    if (relation === 'selects' && ancestorsOf(to).has(from)) repeated.add(`${from} selects ${to}`);
    if (relation === 'uses') for (const owner of ancestorsOf(from)) repeated.add(`${owner} uses ${to}`);
  }
  return edges.filter(({ from, to, relation }) => !repeated.has(`${from} ${relation} ${to}`));
}

/** Returns the values at a key, which a caller may extend. */
function valuesAt<Value>(map: Map<string, Value[]>, key: string): Value[] {
  const values = map.get(key) ?? [];
  map.set(key, values);
  return values;
}

/** Returns the part of a graph in a namespace: its objects, and those without a namespace that relate to them. */
export function graphWithin(graph: RelationGraph, namespace: string): RelationGraph {
  const isWithin = ({ members }: GraphNode) => members[0]?.namespace === namespace;
  const within = new Set(graph.nodes.filter(isWithin).map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => within.has(from) || within.has(to));
  const kept = new Set([...edges.flatMap(({ from, to }) => [from, to]), ...within]);
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  // Related objects come first.
  return { nodes: [...kept].flatMap((id) => byId.get(id) ?? []), edges };
}

/** Relations that lead on: the others end at their target, which many unrelated objects may use. */
const LEADING: ReadonlySet<GraphEdge['relation']> = new Set(['owns', 'selects']);

/** Returns the part of a graph around an object: those that it owns or selects, directly or not, and what all these relate to. */
export function graphAround(graph: RelationGraph, root: ApiObject, dialect: Dialect): RelationGraph {
  const id = nodeIdOf(identityOf(kindKeyOf(root, dialect), root.metadata));
  const touching = new Map<string, GraphEdge[]>();
  for (const edge of graph.edges) for (const end of new Set([edge.from, edge.to])) valuesAt(touching, end).push(edge);
  const family = new Set([id]);
  for (const member of family)
    for (const { from, to, relation } of touching.get(member) ?? [])
      if (LEADING.has(relation)) family.add(from === member ? to : from);
  const edges = graph.edges.filter(
    ({ from, to }) => (family.has(from) && family.has(to)) || from === id || to === id || family.has(from),
  );
  const kept = new Set([id, ...edges.flatMap(({ from, to }) => [from, to])]);
  return { nodes: graph.nodes.filter((node) => kept.has(node.id)), edges };
}

/** Number of equally related objects of a kind from which they are one node. */
const GROUP_SIZE = 4;

/**
 * Returns a graph in which objects of a kind with the same relations are one node, except for the root and the groups
 * that are open.
 * @param open Ids of groups
 */
export function groupedGraph(graph: RelationGraph, open: ReadonlySet<string>, root?: string): RelationGraph {
  const relations = new Map<string, string[]>(graph.nodes.map(({ id }) => [id, []]));
  for (const { from, to, relation } of graph.edges) {
    relations.get(from)?.push(`> ${relation} ${to}`);
    relations.get(to)?.push(`< ${relation} ${from}`);
  }
  const groups = new Map<string, GraphNode[]>();
  for (const node of graph.nodes) {
    const { id, kind, isMissing } = node;
    const group = id === root ? id : `${kind} ${isMissing} ${relations.get(id)?.sort().join()}`;
    const members = groups.get(group);
    if (members) members.push(node);
    else groups.set(group, [node]);
  }
  const groupOf = new Map<string, string>();
  const nodes = [...groups].flatMap(([id, members]): readonly GraphNode[] => {
    const [first] = members;
    if (!first || members.length < GROUP_SIZE || open.has(id)) return members;
    for (const member of members) groupOf.set(member.id, id);
    return [{ ...first, id, members: members.flatMap((member) => member.members) }];
  });
  const edges = graph.edges.map(({ from, to, relation }) => ({
    from: groupOf.get(from) ?? from,
    to: groupOf.get(to) ?? to,
    relation,
  }));
  const unique = new Map(edges.map((edge) => [`${edge.from} ${edge.relation} ${edge.to}`, edge]));
  return { nodes, edges: [...unique.values()] };
}

/** A node in the nested list that tells the same as a graph. */
export interface GraphBranch {
  readonly node: GraphNode;
  /** The relation of the node above to this one; undefined at the top. */
  readonly relation: RelationName | 'owns' | undefined;
  readonly branches: readonly GraphBranch[];
}

const inverse = (relation: GraphEdge['relation']): RelationName =>
  relation === 'owns' ? 'owner' : inverseOf(relation);

/** Returns a graph as nested lists in which each node occurs once, below the root or the nodes to which nothing leads. */
export function graphBranches({ nodes, edges }: RelationGraph, root?: string): GraphBranch[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const touching = new Map<string, GraphEdge[]>(nodes.map(({ id }) => [id, []]));
  for (const edge of edges) for (const end of new Set([edge.from, edge.to])) touching.get(end)?.push(edge);
  // What an object owns is its closest part.
  for (const all of touching.values())
    all.sort((one, other) => Number(other.relation === 'owns') - Number(one.relation === 'owns'));
  const below = new Map<string, { readonly node: GraphNode; readonly relation: GraphBranch['relation'] }[]>();
  /** Hangs everything that can be reached below a node, as close to it as possible. */
  const spread = (top: GraphNode): void => {
    below.set(top.id, []);
    const reached = [top.id];
    for (const id of reached)
      for (const edge of touching.get(id) ?? []) {
        const isForward = edge.from === id;
        const node = byId.get(isForward ? edge.to : edge.from);
        if (!node || below.has(node.id)) continue;
        below.get(id)?.push({ node, relation: isForward ? edge.relation : inverse(edge.relation) });
        below.set(node.id, []);
        reached.push(node.id);
      }
  };
  const branch = (node: GraphNode, relation: GraphBranch['relation']): GraphBranch => ({
    node,
    relation,
    branches: (below.get(node.id) ?? []).map((next) => branch(next.node, next.relation)),
  });
  const targets = new Set(edges.map(({ to }) => to));
  const candidates = [
    ...nodes.filter(({ id }) => id === root),
    ...nodes.filter(({ id }) => !targets.has(id)),
    ...nodes,
  ];
  const tops = candidates.filter((node) => {
    if (below.has(node.id)) return false;
    spread(node);
    return true;
  });
  return tops.map((node) => branch(node, undefined));
}
