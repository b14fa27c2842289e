import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import { findKind } from '../../../../client/discovery.ts';
import { servedKind } from '../../../../client/objects/kind-key.ts';
import type { GraphEdge, GraphNode, RelationGraph } from '../../../../client/relations/graph.ts';
import type { KnownObjects } from '../../../../client/relations/relations-of.ts';
import type { State } from '../../../../client/states/state.ts';
import { stateOf } from '../../../../client/states/state-of.ts';
import { MiddleText } from '../../../components/text/MiddleText.tsx';
import { useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import { objectParameters } from '../../../state/objects/addresses.ts';
import { groupText } from './GraphList.tsx';
import { layoutGraph, NODE, nodeTowards, type Point } from './graph-layout.ts';

/** Number of nodes that are laid out without a pause. */
const MOST = 150;

interface GraphPictureProps {
  readonly graph: RelationGraph;
  readonly objects: KnownObjects;
  /** Id of the node whose page this is; undefined for a namespace. */
  readonly root: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** The graph as a picture. Arrow keys move between its nodes, and Enter opens a node. */
export function GraphPicture({ graph, objects, root, onOpen }: GraphPictureProps) {
  const discovery = useDiscovery();
  const dialect = dialectNamed(dialectOf(discovery));
  const navigate = useNavigate();
  const shown = useShown(graph);
  const layout = useMemo(() => layoutGraph(shown), [shown]);
  const [focused, setFocused] = useState<string>();
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const current = focused !== undefined && layout.nodes.has(focused) ? focused : (root ?? shown.nodes[0]?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = current === undefined ? undefined : nodeTowards(event.key, current, layout.nodes);
    if (next === undefined) return;
    event.preventDefault();
    buttons.current.get(next)?.focus();
  };
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
      <div className="tp-graph-scroller">
        {/* biome-ignore lint/a11y/useSemanticElements: A set of fields is for forms. */}
        <div
          role="group"
          aria-label="Graph of relations"
          className="tp-graph"
          style={{ width: layout.width, height: layout.height }}
          onKeyDown={onKeyDown}
        >
          <svg width={layout.width} height={layout.height} aria-hidden="true">
            <defs>
              <marker
                id="tp-graph-arrow"
                viewBox="0 0 8 8"
                refX="8"
                refY="4"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
              >
                <path d="M0 0 L8 4 L0 8 z" />
              </marker>
            </defs>
            {shown.edges.map((edge, index) => (
              <path
                key={`${edge.from} ${edge.relation} ${edge.to}`}
                d={lineText(layout.lines[index] ?? [])}
                className={`tp-graph-edge tp-graph-${lineStyle(edge)}`}
                markerEnd="url(#tp-graph-arrow)"
              />
            ))}
          </svg>
          {shown.nodes.map((node) => {
            const { x, y } = layout.nodes.get(node.id) ?? { x: 0, y: 0 };
            const state = stateOfNode(node);
            const isGroup = node.members.length > 1;
            const kind = isGroup ? 'Group' : node.kind.slice(node.kind.indexOf('/') + 1);
            const name = isGroup ? groupText(node) : (node.members[0]?.name ?? '');
            const word = node.isMissing ? 'Not found' : state?.word;
            const mark = node.isMissing ? 'danger' : state?.mark;
            return (
              <button
                key={node.id}
                type="button"
                ref={(button) => {
                  if (button) buttons.current.set(node.id, button);
                  else buttons.current.delete(node.id);
                }}
                tabIndex={node.id === current ? 0 : -1}
                aria-current={node.id === root ? 'page' : undefined}
                aria-label={[kind, name, word].filter(Boolean).join(' ')}
                title={name}
                className={`tp-graph-node tp-graph-is-${mark ?? 'plain'}${isGroup ? ' tp-graph-group' : ''}`}
                style={{ left: x - NODE.width / 2, top: y - NODE.height / 2, ...NODE }}
                onFocus={() => setFocused(node.id)}
                onClick={() => open(node)}
              >
                <span className="tp-graph-kind">{kind}</span>{' '}
                <span className="tp-graph-name">
                  <MiddleText>{name}</MiddleText>
                </span>{' '}
                {word && <span className="tp-graph-state">{word}</span>}
              </button>
            );
          })}
        </div>
      </div>
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

/** Returns the part of a graph that is drawn: the same object while neither its nodes nor its edges change. */
function useShown(graph: RelationGraph): RelationGraph {
  const nodes = graph.nodes.slice(0, MOST);
  const ids = new Set(nodes.map(({ id }) => id));
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to));
  const key = JSON.stringify({ nodes, edges });
  return useMemo(() => JSON.parse(key) as RelationGraph, [key]);
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
const lineStyle = ({ relation }: GraphEdge) => STYLES[relation];

/** Returns the path of a line through points, curved at the points between its ends. */
function lineText([start, ...points]: readonly Point[]): string {
  const end = points.at(-1);
  if (!start || !end) return '';
  const middle = points.slice(0, -1).map(({ x, y }, index) => {
    const { x: nextX, y: nextY } = points[index + 1] ?? end;
    return `Q${x} ${y} ${(x + nextX) / 2} ${(y + nextY) / 2}`;
  });
  return [`M${start.x} ${start.y}`, ...middle, `L${end.x} ${end.y}`].join(' ');
}
