import { Button } from '@patternfly/react-core';
import { useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';
import type { LessonRun } from '../../state/stores/lessons-store.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';

/** Empties the cluster of a lesson, and begins the lesson again. */
export function ResetLesson({ run: { name, yaml } }: { readonly run: LessonRun }) {
  const { clusters, lessons } = useApplication();
  const [isAsking, setAsking] = useState(false);
  if (!clusters) return null;
  const reset = () => {
    const { shown, request } = clusters.getState();
    const isForeign = yaml !== undefined;
    request(
      { type: 'reset', id: shown.id, ...(isForeign ? { awaitsConsent: true } : {}) },
      location.pathname,
      ({ database }) => lessons.getState().beginOnNextPage(yaml === undefined ? { name } : { name, yaml }, database),
    );
  };
  return (
    <>
      <Button variant="link" size="sm" onClick={() => setAsking(true)}>
        Reset lesson…
      </Button>
      {isAsking && (
        <ConfirmDialog
          title="Reset the lesson?"
          submitText="Reset lesson"
          onClose={() => setAsking(false)}
          onSubmit={reset}
        >
          This deletes every object in the cluster of the lesson, and your progress in it. The lesson then starts again.
        </ConfirmDialog>
      )}
    </>
  );
}
