import { useNavigate } from '@tanstack/react-router';
import { dialectNamed } from '../../../../api/dialect.ts';
import { findKind } from '../../../../client/discovery.ts';
import { servedKind } from '../../../../client/objects/kind-key.ts';
import type { GraphEdge, GraphNode, RelationGraph } from '../../../../client/relations/graph.ts';
import type { KnownObjects } from '../../../../client/relations/relations-of.ts';
import type { State } from '../../../../client/states/state.ts';
import { stateOf } from '../../../../client/states/state-of.ts';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { objectParameters } from '../../../state/objects/addresses.ts';
import { GraphCanvas } from './GraphCanvas.tsx';
import { groupText } from './GraphList.tsx';

/** Number of nodes that are laid out without a pause. */
const MOST = 150;

interface GraphPictureProps {
  readonly graph: RelationGraph;
  readonly objects: KnownObjects;
  /** Id of the node whose page this is; undefined for a namespace. */
  readonly root: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The graph as a picture. */
export function GraphPicture({ graph, objects, root, onOpen }: GraphPictureProps) {
  const discovery = useDiscovery();
  const dialect = dialectNamed(dialectOf(discovery));
  const navigate = useNavigate();
  const shown = shownPart(graph);
  const stateOfNode = ({ kind, members: [first, ...others] }: GraphNode): State | undefined => {
    const object =
      others.length > 0
        ? undefined
        : objects
            .get(kind)
            ?.find(({ metadata }) => metadata.name === first?.name && metadata.namespace === first?.namespace);
    return object && stateOf(object, dialect, objects);
  };
  const open = ({ id, kind, members: [first, ...others] }: GraphNode) => {
    if (others.length > 0) return onOpen(id);
    const served = servedKind(kind, dialect);
    const resource = findKind(discovery, served.kind, served.group);
    if (!resource || !first) return;
    void navigate({
      to: '/objects/$group/$version/$resource/$in/$name',
      params: objectParameters(resource, resource.namespaced ? first : { name: first.name }),
      search: (old) => ({ namespace: old.namespace, tab: 'graph' }),
    });
  };
  return (
    <>
      {shown.nodes.length < graph.nodes.length && (
        <p className="tp-subtle">
          {shown.nodes.length} of {graph.nodes.length} nodes are drawn. The list has all.
        </p>
      )}
      <GraphCanvas
        label="Graph of relations"
        nodes={shown.nodes.map((node) => {
          const state = stateOfNode(node);
          const isGroup = node.members.length > 1;
          return {
            id: node.id,
            kind: isGroup ? 'Group' : node.kind.slice(node.kind.indexOf('/') + 1),
            name: isGroup ? groupText(node) : (node.members[0]?.name ?? ''),
            word: node.isMissing ? 'Not found' : state?.word,
            mark: node.isMissing ? 'danger' : state?.mark,
            isGroup,
          };
        })}
        edges={shown.edges.map((edge) => ({ ...edge, style: STYLES[edge.relation] }))}
        root={root}
        onOpen={(id) => {
          const node = shown.nodes.find((one) => one.id === id);
          if (node) open(node);
        }}
      />
      <ul className="tp-graph-legend" aria-label="Lines">
        {LEGEND.map(([style, text]) => (
          <li key={style}>
            <svg width="32" height="8" aria-hidden="true">
              <path d="M0 4 H32" className={`tp-graph-edge tp-graph-${style}`} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </>
  );
}

/** Returns the part of a graph that is drawn. */
function shownPart(graph: RelationGraph): RelationGraph {
  const nodes = graph.nodes.slice(0, MOST);
  const ids = new Set(nodes.map(({ id }) => id));
  return { nodes, edges: graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) };
}

const LEGEND = [
  ['owns', 'owns'],
  ['selects', 'selects'],
  ['uses', 'uses or refers to'],
  ['binds', 'binds or allows'],
] as const;

const STYLES: Readonly<Record<GraphEdge['relation'], (typeof LEGEND)[number][0]>> = {
  owner: 'owns',
  owns: 'owns',
  selects: 'selects',
  uses: 'uses',
  'refers to': 'uses',
  binds: 'binds',
  allows: 'binds',
};
