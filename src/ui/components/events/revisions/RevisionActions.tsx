import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import { findResource } from '../../../../client/discovery.ts';
import { differenceFromNow } from '../../../commands/revision-difference.ts';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import type { ObjectDifference } from '../../../state/time/comparison.ts';
import { hasState, type TimelineEvent, typedObject } from '../../../state/timeline/timeline-event.ts';
import { RestoreDialog } from '../../restore/RestoreDialog.tsx';
import { RevisionsDialog } from './RevisionsDialog.tsx';

interface RevisionActionsProps {
  readonly event: TimelineEvent;
  /** All events of the same object. */
  readonly events: readonly TimelineEvent[];
}

/** Compares the object after an event with another revision of it, and restores it. */
export function RevisionActions({ event, events }: RevisionActionsProps) {
  const application = useApplication();
  const discovery = useDiscovery();
  const [isComparing, setComparing] = useState(false);
  const [difference, setDifference] = useState<ObjectDifference>();
  const { name, resourceVersion } = event.object.metadata;
  const resource = findResource(discovery, event.resource.resource, event.resource.group);
  if (!resource || !hasState(event)) return null;
  const restore = async () => {
    const { notify } = application.notifications.getState();
    try {
      const found = await differenceFromNow(application, resource, typedObject(event));
      if (!found) notify('info', `${name} is as it was at revision ${resourceVersion}`);
      setDifference(found);
    } catch (error) {
      notify('danger', `${name} could not be read`, errorText(error));
    }
  };
  return (
    <>
      {events.filter(hasState).length > 1 && (
        <Button
          variant="link"
          isInline
          aria-label={`Compare revision ${resourceVersion}`}
          onClick={() => setComparing(true)}
        >
          Compare
        </Button>
      )}
      <Button variant="link" isInline aria-label={`Restore revision ${resourceVersion}`} onClick={() => void restore()}>
        Restore
      </Button>
      {isComparing && <RevisionsDialog event={event} events={events} onClose={() => setComparing(false)} />}
      {difference && (
        <RestoreDialog
          title={`Restore ${name} as of revision ${resourceVersion}`}
          differences={[difference]}
          onClose={() => setDifference(undefined)}
        />
      )}
    </>
  );
}
