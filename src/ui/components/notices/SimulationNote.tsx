import { Alert } from '@patternfly/react-core';
import type { ApiObject, GroupResource } from '../../../api/object.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { simulationNote } from '../../state/objects/simulation-notes.ts';

interface SimulationNoteProps {
  readonly resource: GroupResource;
  /** Undefined when the note is about the kind. */
  readonly object?: ApiObject;
}

/** Tells which expected behaviour is not simulated; only for clusters in this browser. */
export function SimulationNote({ resource, object }: SimulationNoteProps) {
  const isSimulated = useApplication().platform.clusters !== undefined;
  const note = isSimulated ? simulationNote(resource, object) : undefined;
  return note ? <Alert variant="info" isInline isPlain title={note} className="tp-simulation-note" /> : null;
}
