import { Alert, Spinner } from '@patternfly/react-core';
import { errorText } from '../../../api/error-text.ts';
import { tryWrite } from '../../commands/restore-objects.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { meaningfulChanges } from '../../state/objects/object-difference.ts';
import type { RestoringWrite } from '../../state/time/restoration.ts';
import { FieldChanges } from '../FieldChanges.tsx';
import { ServerMessage } from '../text/ServerMessage.tsx';

/** What the server answers to a restoring write as a dry run: the fields that it changes, or why it is refused. */
export function RestorePreview({ write }: { readonly write: RestoringWrite }) {
  const application = useApplication();
  const live = write.difference.after;
  const { value, error } = useAnswer(JSON.stringify(write.object), '', async () => ({
    stored: await tryWrite(application, write),
  }));
  if (error !== undefined)
    return (
      <Alert isInline component="h2" variant="danger" title="The server refuses this write">
        <ServerMessage>{errorText(error)}</ServerMessage>
      </Alert>
    );
  if (!value) return <Spinner size="md" aria-label="Trying the write" />;
  const changes = live && value.stored ? meaningfulChanges(live, value.stored) : [];
  return (
    <>
      <Alert isInline isPlain component="h2" variant="info" title="Dry run: the server accepts this write" />
      {changes.length > 0 && <FieldChanges changes={changes} />}
    </>
  );
}
