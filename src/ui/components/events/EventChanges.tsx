import { useMemo } from 'react';
import { meaningfulChanges } from '../../state/objects/object-difference.ts';
import type { TimelineEvent } from '../../state/timeline/timeline-event.ts';
import { FieldChanges } from '../FieldChanges.tsx';

/** The fields that an event changed. */
export function EventChanges({ event: { object, previous, isStateless } }: { readonly event: TimelineEvent }) {
  const changes = useMemo(() => (previous ? meaningfulChanges(previous, object) : []), [previous, object]);
  if (isStateless) return <p className="tp-subtle">The server no longer retains this version of the object.</p>;
  if (!previous) return <p className="tp-subtle">The previous state is unknown.</p>;
  if (changes.length === 0) return <p className="tp-subtle">Only the resource version or managed fields changed.</p>;
  return <FieldChanges changes={changes} />;
}
