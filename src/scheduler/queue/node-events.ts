import type { Node, NodeCondition } from '../../api/kinds/core-v1.generated.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import type { EventAction } from './cluster-event.ts';

/** The parts of a node that decide whether pods fit. Heartbeats change none of them. */
const PARTS: readonly (readonly [action: EventAction, part: (node: Node) => unknown])[] = [
  ['taint', ({ spec }) => spec?.unschedulable ?? false],
  ['allocatable', ({ status }) => status?.allocatable],
  ['label', ({ metadata }) => metadata.labels],
  ['taint', ({ spec }) => spec?.taints],
  [
    'condition',
    ({ status }) => (status?.conditions ?? []).map(({ type, status: value }: NodeCondition) => [type, value]),
  ],
];

/** Returns the parts of a node that an update changes. */
export function nodeActions(before: Node, after: Node): EventAction[] {
  const changed = PARTS.filter(([, part]) => !isEqualJson(part(before), part(after)));
  return [...new Set(changed.map(([action]) => action))];
}
