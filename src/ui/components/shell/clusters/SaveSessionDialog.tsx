import { Alert, Checkbox } from '@patternfly/react-core';
import { useState } from 'react';
import { errorText } from '../../../../api/error-text.ts';
import { downloadSession } from '../../../commands/save-session.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { FormDialog } from '../../dialogs/FormDialog.tsx';

/** Saves the history of the cluster as a file. */
export function SaveSessionDialog({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  const application = useApplication();
  const [hasSecrets, setSecrets] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const save = () => {
    setBusy(true);
    downloadSession(application, name, hasSecrets).then(onClose, (error: unknown) => {
      setFailure(errorText(error));
      setBusy(false);
    });
  };
  return (
    <FormDialog
      title="Save session"
      description="The file has the objects with their history, the requests, and the causes of changes. “Open session…” plays it in another browser."
      submitText="Save"
      isReady
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={save}
    >
      <Checkbox
        id="session-secrets"
        label="Include the values of secrets"
        description="Without them, secrets keep their names, labels and keys. All other objects are saved whole."
        isChecked={hasSecrets}
        onChange={(_, isChecked) => setSecrets(isChecked)}
      />
      {hasSecrets && (
        <Alert
          isInline
          component="p"
          variant="warning"
          title="The file contains the values of all secrets. Give it only to people who may read them."
        />
      )}
      {failure !== undefined && (
        <Alert isInline component="p" variant="danger" title="The session was not saved">
          {failure}
        </Alert>
      )}
    </FormDialog>
  );
}
