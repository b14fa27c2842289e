import './revisions.css';
import { Button, Modal, ModalBody, ModalFooter, ModalHeader } from '@patternfly/react-core';
import { useMemo, useState } from 'react';
import { useClusterSeconds } from '../../../hooks/use-cluster-time.ts';
import { meaningfulChanges } from '../../../state/objects/object-difference.ts';
import { authorOf, EVENT_WORDS, eventTimeText } from '../../../state/timeline/event-facts.ts';
import { hasState, type TimelineEvent } from '../../../state/timeline/timeline-event.ts';
import { ChoiceField } from '../../ChoiceField.tsx';
import { FieldChanges } from '../../FieldChanges.tsx';

interface RevisionsDialogProps {
  /** The event whose revision is compared at first: with the newest one, or the newest with the last one that differs. */
  readonly event: TimelineEvent;
  /** The events of the object. */
  readonly events: readonly TimelineEvent[];
  readonly onClose: () => void;
}

/** The fields in which two chosen revisions of an object differ. */
export function RevisionsDialog({ event, events, onClose }: RevisionsDialogProps) {
  const now = useClusterSeconds();
  const revisions = useMemo(
    () => events.filter(hasState).toSorted((one, other) => other.revision - one.revision),
    [events],
  );
  const [newest, ...earlier] = revisions;
  const [from, setFrom] = useState(() => {
    if (newest?.id !== event.id) return String(event.id);
    // A deletion leaves the last state as it was.
    const differing = earlier.find(({ object }) => meaningfulChanges(object, newest.object).length > 0);
    return String((differing ?? earlier[0])?.id);
  });
  const [to, setTo] = useState(() => String(newest?.id));
  const find = (id: string) => revisions.find((revision) => String(revision.id) === id);
  const [before, after] = [find(from), find(to)];
  const changes = useMemo(() => meaningfulChanges(before?.object, after?.object), [before, after]);
  // Keys that look like numbers would be sorted.
  const options = Object.fromEntries(
    revisions.map((revision) => {
      const author = authorOf(revision);
      const what = `${EVENT_WORDS[revision.type].toLowerCase()}${author ? ` by ${author}` : ''}`;
      const text = `${revision.object.metadata.resourceVersion}: ${what}, ${eventTimeText(revision, now)}`;
      return [`revision ${revision.id}`, text];
    }),
  );
  const field = (label: string, value: string, change: (id: string) => void) => (
    <ChoiceField
      id={`revision-${label.toLowerCase()}`}
      label={label}
      value={`revision ${value}`}
      options={options}
      onChange={(chosen) => change(chosen.replace('revision ', ''))}
    />
  );
  return (
    <Modal isOpen variant="medium" onClose={onClose} aria-labelledby="revisions-title">
      <ModalHeader title={`Compare revisions of ${event.object.metadata.name}`} labelId="revisions-title" />
      <ModalBody>
        <div className="tp-revisions">
          {field('From', from, setFrom)}
          {field('To', to, setTo)}
        </div>
        <div className="tp-revision-changes" aria-live="polite">
          {changes.length === 0 ? <p>The revisions are equal.</p> : <FieldChanges changes={changes} />}
        </div>
      </ModalBody>
      <ModalFooter>
        <Button onClick={onClose}>Close</Button>
      </ModalFooter>
    </Modal>
  );
}
