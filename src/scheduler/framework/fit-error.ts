import type { Rejection } from './plugin.ts';

export interface NodeRejection extends Rejection {
  /** The filter that rejected the node; undefined for preemption. */
  readonly plugin?: string;
}

/** Why no node can take a pod. */
export interface Diagnosis {
  /** By the name of the node. */
  readonly rejections: ReadonlyMap<string, NodeRejection>;
  /** Set when a filter rejected all nodes at once. */
  readonly problem?: string;
  /** The filters that rejected a node. */
  readonly plugins: ReadonlySet<string>;
}

/** Returns the message for a pod that fits no node: the reasons with their node counts, sorted as text. */
export function fitErrorText(
  nodeCount: number,
  { rejections, problem }: Pick<Diagnosis, 'rejections' | 'problem'>,
  preemptionProblem = '',
): string {
  const reasons = problem ?? reasonsText(rejections.values());
  const suffix = preemptionProblem ? ` ${preemptionProblem}.` : '';
  return `0/${nodeCount} nodes are available:${reasons ? ` ${reasons}.` : ''}${suffix}`;
}

function reasonsText(rejections: Iterable<Rejection>): string {
  const counts = new Map<string, number>();
  for (const { reasons } of rejections) for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const texts = [...counts].map(([reason, count]) => `${count} ${reason}`);
  return texts.sort().join(', ');
}
