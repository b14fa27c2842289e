import { describe, expect, it } from 'vitest';
import type { RelationGraph } from '../../../src/client/relations/graph.ts';
import { layoutGraph, nodeTowards } from '../../../src/ui/views/object/graph/graph-layout.ts';

const node = (id: string) => ({ id, kind: 'core/Pod', members: [], isMissing: false }) as const;
const GRAPH: RelationGraph = {
  nodes: ['set', 'a', 'b', 'account'].map(node),
  edges: [
    { from: 'set', to: 'a', relation: 'owns' },
    { from: 'set', to: 'b', relation: 'owns' },
    { from: 'a', to: 'account', relation: 'uses' },
    { from: 'a', to: 'account', relation: 'refers to' },
  ],
};
const layout = layoutGraph(GRAPH);
const at = (id: string) => layout.nodes.get(id) ?? { x: Number.NaN, y: Number.NaN };

describe('the layout of a graph', () => {
  it('has owners on the left of what they own, and a line for each relation', () => {
    expect(at('set').x).toBeLessThan(at('a').x);
    expect(at('a').x).toBe(at('b').x);
    expect(at('a').x).toBeLessThan(at('account').x);
    expect(layout.lines.map((points) => points.length > 1)).toEqual([true, true, true, true]);
    expect(layout.width).toBeGreaterThan(at('account').x);
  });

  it('leads from a node to the nearest one in the direction of an arrow key', () => {
    const vertical = at('a').y < at('b').y ? 'ArrowDown' : 'ArrowUp';
    expect(nodeTowards('ArrowRight', 'a', layout.nodes)).toBe('account');
    expect(nodeTowards('ArrowLeft', 'a', layout.nodes)).toBe('set');
    expect(nodeTowards(vertical, 'a', layout.nodes)).toBe('b');
    expect(nodeTowards('ArrowLeft', 'set', layout.nodes)).toBeUndefined();
    expect(nodeTowards('x', 'a', layout.nodes)).toBeUndefined();
  });
});
