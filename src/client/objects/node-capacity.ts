import type { Node, Pod } from '../../api/kinds/core-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import { podRequests } from '../../api/scheduling/pod-requests.ts';
import { addAmounts, type ResourceAmounts, resourceAmounts } from '../../api/scheduling/resource-amounts.ts';

/** The requests of a node's pods for one of its resources. */
export interface ResourceUse {
  readonly resource: string;
  /** CPU in thousandths, everything else in whole units. */
  readonly requested: number;
  readonly allocatable: number;
  /** `1.5 of 4 cores`. */
  readonly text: string;
}

/** Returns the resources of a node with the requests of its pods; finished pods use nothing. */
export function nodeUse(node: Node, pods: readonly Pod[]): ResourceUse[] {
  const requested: ResourceAmounts = {};
  for (const pod of pods) if (!hasEnded(pod)) addAmounts(requested, { ...podRequests(pod), pods: 1 });
  return Object.entries(resourceAmounts(node.status?.allocatable))
    .filter(([resource, amount]) => amount > 0 || (requested[resource] ?? 0) > 0)
    .map(([resource, allocatable]) => {
      const amount = requested[resource] ?? 0;
      const text = `${amountText(resource, amount)} of ${amountText(resource, allocatable)}`;
      return { resource, requested: amount, allocatable, text };
    });
}

const UNITS = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'];
const BYTES = /^(memory|ephemeral-storage|storage|hugepages-.*)$/;

/** Returns an amount as a quantity: `1500m`, `2`, `1.5Gi`. */
export function amountText(resource: string, amount: number): string {
  if (resource === 'cpu') return amount % 1000 === 0 ? String(amount / 1000) : `${amount}m`;
  if (!BYTES.test(resource)) return String(amount);
  const power = amount < 1 ? 0 : Math.min(Math.floor(Math.log2(amount) / 10), UNITS.length - 1);
  const value = amount / 1024 ** power;
  return `${Number(value.toFixed(value < 10 ? 1 : 0))}${UNITS[power]}`;
}
