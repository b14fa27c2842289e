import type { Call } from '../context/call.ts';
import type { WriteOutcome, WritePlan } from './write-plan.ts';

/** Frequent writes from which nothing follows: renewals of Leases, and the Events of components. */
const UNRECORDED = new Set(['leases', 'events']);

/** Records the writes of an attempt, and what led to them. */
export function recordWrites(
  { resource, subresource, namespace, name }: WritePlan,
  { request, user, trace, server: { clock, writes } }: Call,
  revisions: readonly string[],
  outcome: WriteOutcome | undefined,
): void {
  if (!writes || UNRECORDED.has(resource.resource)) return;
  const { cause } = request;
  for (const revision of revisions)
    writes.add({
      time: clock.now(),
      revision: Number(revision),
      effect: outcome?.effect ?? 'updated',
      resource: resource.resource,
      group: resource.group,
      subresource,
      namespace,
      name: outcome?.object.metadata.name ?? name,
      user: user.username,
      trace: trace?.name,
      cause,
    });
}
