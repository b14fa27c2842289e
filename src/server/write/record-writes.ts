import { changeOf, qualifiedResource, type WriteCause } from '../../api/debug/causes.ts';
import { isTransientResource } from '../../api/transient-objects.ts';
import type { Attempt } from './attempt.ts';
import type { WriteOutcome } from './write-plan.ts';

/** The component of the server's own writes. */
const COMPONENT = 'kube-apiserver';

/** Records the writes of an attempt, and what led to them. */
export function recordWrites({ plan, live, revisions }: Attempt, outcome: WriteOutcome | undefined): void {
  const { origin, resource, subresource, namespace, name } = plan;
  const { clock, writes } = origin.server;
  // Nothing follows from renewals of leases and from events of components, which are frequent.
  if (!writes || isTransientResource(resource)) return;
  const { cause, trace } =
    origin.kind === 'client'
      ? { cause: origin.call.request.cause, trace: origin.call.trace?.name }
      : { cause: serverCause(qualifiedResource(resource.resource, resource.group), live), trace: undefined };
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
      user: origin.user.username,
      trace,
      cause,
    });
}

/** The server reacts to the state in which it found an object. */
const serverCause = (resource: string, live: Attempt['live']): WriteCause =>
  live
    ? { component: COMPONENT, reasons: [changeOf(resource, live)] }
    : { component: COMPONENT, reasons: [], because: 'it did not exist' };
