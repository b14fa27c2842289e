import type { ChangeNode, WriteRecord } from '../../api/debug/causes.ts';
import { writerOf } from './cause-text.ts';

interface GrowingNode {
  readonly writes: WriteRecord[];
  readonly effects: GrowingNode[];
}

/**
 * Returns what followed from writes. All writes of an object by one component are one node, which stands below the cause
 * of the first of them, so that the tree stays small although components react to each other for as long as they run.
 * @param records oldest first
 */
export function changeTree(roots: readonly WriteRecord[], records: readonly WriteRecord[]): readonly ChangeNode[] {
  const tree: GrowingNode[] = [];
  const nodes = new Map<string, GrowingNode>();
  const byRevision = new Map<string, GrowingNode>();
  const isRoot = new Set(roots.map(({ revision }) => revision));
  for (const record of records) {
    const parent = isRoot.has(record.revision) ? undefined : latestCause(record, byRevision);
    if (!parent && !isRoot.has(record.revision)) continue;
    const key = keyOf(record);
    let node = nodes.get(key);
    if (!node) {
      node = { writes: [], effects: [] };
      nodes.set(key, node);
      (parent?.effects ?? tree).push(node);
    }
    node.writes.push(record);
    byRevision.set(record.revision, node);
  }
  return tree;
}

/** Returns the node of the newest change that a write reacted to, among those in the tree. */
function latestCause({ cause }: WriteRecord, byRevision: ReadonlyMap<string, GrowingNode>): GrowingNode | undefined {
  let found: { readonly revision: number; readonly node: GrowingNode } | undefined;
  for (const reason of cause?.reasons ?? []) {
    if (reason.type !== 'change') continue;
    const node = byRevision.get(reason.revision);
    const revision = Number(reason.revision);
    if (node && (!found || revision > found.revision)) found = { revision, node };
  }
  return found?.node;
}

const keyOf = (write: WriteRecord): string =>
  JSON.stringify([writerOf(write), write.resource, write.namespace, write.name]);
