import { Alert } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import type { ApiObject, GroupResource } from '../../../api/object.ts';
import { useClusterActivity } from '../../hooks/use-cluster-activity.ts';
import { useIsPast } from '../../hooks/use-is-past.ts';
import { simulationNote } from '../../state/objects/simulation-notes.ts';
import { AddNodesButton } from '../AddNodesButton.tsx';

interface SimulationNoteProps {
  readonly resource: GroupResource;
  /** Undefined when the note is about the kind. */
  readonly object?: ApiObject;
}

/** Explains why objects wait for controllers or nodes that do not run, with an action that starts or adds them. */
export function SimulationNote({ resource, object }: SimulationNoteProps) {
  const activity = useClusterActivity();
  const isPast = useIsPast();
  const note = activity && !isPast && simulationNote(resource, activity, object);
  if (!note) return null;
  return (
    <Alert variant="info" isInline isPlain component="h2" title={note.text} className="tp-simulation-note">
      {note.remedy === 'add nodes' ? (
        <AddNodesButton activity={activity} variant="link" isInline />
      ) : (
        note.remedy === 'start controllers' && <Link to="/controllers">Start it in Controllers</Link>
      )}
    </Alert>
  );
}
