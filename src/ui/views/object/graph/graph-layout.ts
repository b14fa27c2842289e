import { Graph, layout } from '@dagrejs/dagre';

/** Size of a node in pixels. */
export const NODE = { width: 192, height: 52 };

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What the layout of a graph depends on. */
export interface LaidOutGraph {
  readonly nodes: readonly { readonly id: string }[];
  readonly edges: readonly { readonly from: string; readonly to: string; readonly relation: string }[];
}

/** Positions in pixels. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** Centers of nodes by id. */
  readonly nodes: ReadonlyMap<string, Point>;
  /** The points of each edge's line, in the order of the edges. */
  readonly lines: readonly (readonly Point[])[];
}

/** Lays out a graph in columns, from owners and selectors on the left to what is used on the right. */
export function layoutGraph({ nodes, edges }: LaidOutGraph): GraphLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'LR', nodesep: 16, ranksep: 56, marginx: 16, marginy: 16 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id } of nodes) graph.setNode(id, { ...NODE });
  for (const { from, to, relation } of edges) graph.setEdge(from, to, {}, relation);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph() as { width?: number; height?: number };
  const pointOf = ({ x, y }: Point): Point => ({ x, y });
  return {
    width,
    height,
    nodes: new Map(nodes.map(({ id }) => [id, pointOf(graph.node(id) as Point)])),
    lines: edges.map(({ from, to, relation }) =>
      (graph.edge(from, to, relation) as { points: Point[] }).points.map(pointOf),
    ),
  };
}

const DIRECTIONS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Returns the id of the nearest node in the direction of an arrow key; undefined for other keys, or when there is none. */
export function nodeTowards(key: string, from: string, nodes: GraphLayout['nodes']): string | undefined {
  const direction = DIRECTIONS[key];
  const start = nodes.get(from);
  if (!direction || !start) return undefined;
  const distances = [...nodes].flatMap(([id, { x, y }]) => {
    const [dx, dy] = [x - start.x, y - start.y];
    const ahead = dx * direction.x + dy * direction.y;
    // What lies aside is further away than it seems.
    const aside = Math.abs(dx * direction.y) + Math.abs(dy * direction.x);
    return ahead > 1 ? [{ id, distance: ahead + aside * 2 }] : [];
  });
  return distances.sort((one, other) => one.distance - other.distance)[0]?.id;
}
