import type { NodeStatus } from '../../api/kinds/core-v1.generated.ts';
import { resourceAmount } from '../../api/scheduling/resource-amounts.ts';

type Resources = Readonly<Record<string, string | number>>;

/**
 * Returns how the allocatable resources of a node follow a changed capacity: the capacity minus the previously reserved
 * amount. Null marks a resource that the node no longer has. Undefined when unchanged.
 * @param before the last known capacity; undefined for a new node, or for the first look after a start. The reserved
 *   amounts are then unknown, and only what exceeds the capacity changes.
 */
export function changedAllocatable(
  { capacity = {}, allocatable = {} }: NodeStatus,
  before: Resources | undefined,
): Record<string, string | null> | undefined {
  const changed: Record<string, string | null> = {};
  for (const [name, amount] of Object.entries(capacity)) {
    const known = before ? before[name] : allocatable[name] === undefined ? undefined : amount;
    if (before === undefined && exceeds(name, allocatable[name], amount)) changed[name] = String(amount);
    if (known === amount) continue;
    const next = lessReserved(name, amount, known, allocatable[name]);
    if (next !== String(allocatable[name])) changed[name] = next;
  }
  for (const name in before) if (!(name in capacity) && name in allocatable) changed[name] = null;
  return Object.keys(changed).length > 0 ? changed : undefined;
}

type Amount = string | number | undefined;

const exceeds = (name: string, allocatable: Amount, capacity: string | number): boolean =>
  allocatable !== undefined && resourceAmount(name, allocatable) > resourceAmount(name, capacity);

function lessReserved(name: string, capacity: string | number, before: Amount, allocatable: Amount): string {
  if (before === undefined || allocatable === undefined) return String(capacity);
  const reserved = resourceAmount(name, before) - resourceAmount(name, allocatable);
  if (reserved === 0) return String(capacity);
  const rest = Math.max(resourceAmount(name, capacity) - reserved, 0);
  return name === 'cpu' ? `${rest}m` : String(rest);
}
