import { useMemo } from 'react';
import { meaningfulChanges } from '../../state/object-difference.ts';
import type { TimelineEvent } from '../../state/timeline-event.ts';
import { FieldChanges } from '../FieldChanges.tsx';

/** The fields that an event changed. */
export function EventChanges({ event: { object, previous, isStateless } }: { readonly event: TimelineEvent }) {
  const changes = useMemo(() => (previous ? meaningfulChanges(previous, object) : []), [previous, object]);
  if (isStateless) return <p className="tp-subtle">The server no longer retains the object as it was then.</p>;
  if (!previous) return <p className="tp-subtle">The state before this change is not known.</p>;
  if (changes.length === 0) return <p className="tp-subtle">Only the resource version or managed fields changed.</p>;
  return <FieldChanges changes={changes} />;
}
