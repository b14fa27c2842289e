import './graph.css';
import { Button } from '@patternfly/react-core';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { Mark } from '../../../../client/states/state.ts';
import { MiddleText } from '../../../components/text/MiddleText.tsx';
import { type LaidOutGraph, layoutGraph, NODE, nodeTowards, type Point } from './graph-layout.ts';

const LEAST_ZOOM = 0.25;
const MOST_ZOOM = 2;
const ZOOM_STEP = 1.25;

interface CanvasNode {
  readonly id: string;
  readonly kind: string;
  readonly name: string;
  /** A state in one word, and its mark. */
  readonly word?: string | undefined;
  readonly mark?: Mark | undefined;
  readonly isGroup?: boolean;
}

interface CanvasEdge {
  readonly from: string;
  readonly to: string;
  readonly relation: string;
  readonly style: 'owns' | 'selects' | 'uses' | 'binds';
}

interface GraphCanvasProps {
  readonly label: string;
  readonly nodes: readonly CanvasNode[];
  readonly edges: readonly CanvasEdge[];
  /** Id of the node whose page this is. */
  readonly root: string | undefined;
  readonly onOpen: (id: string) => void;
}

/** A picture of nodes and edges. Arrow keys move between the nodes, and Enter opens a node. */
export function GraphCanvas({ label, nodes, edges, root, onOpen }: GraphCanvasProps) {
  const key = JSON.stringify({
    nodes: nodes.map(({ id }) => ({ id })),
    edges: edges.map(({ from, to, relation }) => ({ from, to, relation })),
  });
  const layout = useMemo(() => layoutGraph(JSON.parse(key) as LaidOutGraph), [key]);
  const [focused, setFocused] = useState<string>();
  const scroller = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(1);
  const zoomTo = (wanted: number) => setZoom(Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, wanted)));
  const fit = () => zoomTo(Math.min(1, (scroller.current?.clientWidth ?? layout.width) / layout.width));
  const buttons = useRef(new Map<string, HTMLButtonElement>());
  const current = focused !== undefined && layout.nodes.has(focused) ? focused : (root ?? nodes[0]?.id);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = current === undefined ? undefined : nodeTowards(event.key, current, layout.nodes);
    if (next === undefined) return;
    event.preventDefault();
    buttons.current.get(next)?.focus();
  };
  return (
    <div className="tp-graph-frame">
      {/* biome-ignore lint/a11y/useSemanticElements: A set of fields is for forms. */}
      <div className="tp-graph-zoom" role="group" aria-label="Zoom">
        <Button
          variant="secondary"
          size="sm"
          aria-label="Zoom out"
          isDisabled={zoom <= LEAST_ZOOM}
          onClick={() => zoomTo(zoom / ZOOM_STEP)}
        >
          −
        </Button>
        <Button
          variant="secondary"
          size="sm"
          aria-label="Zoom in"
          isDisabled={zoom >= MOST_ZOOM}
          onClick={() => zoomTo(zoom * ZOOM_STEP)}
        >
          +
        </Button>
        <Button variant="secondary" size="sm" onClick={fit}>
          Fit to width
        </Button>
        <Button variant="secondary" size="sm" isDisabled={zoom === 1} onClick={() => setZoom(1)}>
          Actual size
        </Button>
        <span className="tp-subtle" aria-live="polite">
          {Math.round(zoom * 100)}%
        </span>
      </div>
      <div className="tp-graph-scroller" ref={scroller}>
        {/* biome-ignore lint/a11y/useSemanticElements: A set of fields is for forms. */}
        <div
          role="group"
          aria-label={label}
          className="tp-graph"
          style={{ width: layout.width, height: layout.height, zoom }}
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
            {edges.map((edge, index) => (
              <path
                key={`${edge.from} ${edge.relation} ${edge.to}`}
                d={lineText(layout.lines[index] ?? [])}
                className={`tp-graph-edge tp-graph-${edge.style}`}
                markerEnd="url(#tp-graph-arrow)"
              />
            ))}
          </svg>
          {nodes.map(({ id, kind, name, word, mark = 'plain', isGroup = false }) => {
            const { x, y } = layout.nodes.get(id) ?? { x: 0, y: 0 };
            return (
              <button
                key={id}
                type="button"
                ref={(button) => {
                  if (button) buttons.current.set(id, button);
                  else buttons.current.delete(id);
                }}
                tabIndex={id === current ? 0 : -1}
                aria-current={id === root ? 'page' : undefined}
                aria-label={[kind, name, word].filter(Boolean).join(' ')}
                title={name}
                className={`tp-graph-node tp-graph-is-${mark}${isGroup ? ' tp-graph-group' : ''}`}
                style={{ left: x - NODE.width / 2, top: y - NODE.height / 2, ...NODE }}
                onFocus={() => setFocused(id)}
                onClick={() => onOpen(id)}
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
    </div>
  );
}

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
