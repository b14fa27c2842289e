import { Alert } from '@patternfly/react-core';
import type { ApiObject, GroupResource } from '../../../api/object.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { simulationNote } from '../../state/objects/simulation-notes.ts';

interface SimulationNoteProps {
  readonly resource: GroupResource;
  /** Absent: the note is about the kind. */
  readonly object?: ApiObject;
}

/** Says what nobody needs to wait for, because it is not simulated; never of a cluster outside the browser. */
export function SimulationNote({ resource, object }: SimulationNoteProps) {
  const isSimulated = useApplication().platform.clusters !== undefined;
  const note = isSimulated ? simulationNote(resource, object) : undefined;
  return note ? <Alert variant="info" isInline isPlain title={note} className="tp-simulation-note" /> : null;
}
