import { Alert, FormGroup, FormSelect, FormSelectOption, TextArea, TextInput } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { errorText } from '../../../api/error-text.ts';
import { bodyType } from '../../../client/requests/copied-request.ts';
import { type SentResult, sendRequest } from '../../commands/send-request.ts';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { FormDialog } from '../../components/dialogs/FormDialog.tsx';
import { SentResponse } from '../../components/SentResponse.tsx';
import { useApplication } from '../../hooks/use-application.ts';
import { identityOfTrace } from '../../state/access/access-question.ts';
import { prettyJson } from '../../state/pretty-json.ts';
import { SenderFields } from './SenderFields.tsx';

interface RepeatDialogProps {
  readonly trace: RequestTrace;
  /** Whether the form starts with another user as the sender instead of the traced one. */
  readonly isForAnother: boolean;
  readonly onClose: () => void;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const WITHOUT_BODY = new Set(['GET', 'HEAD']);

/** Edits a traced request and sends it again, also as another user. */
export function RepeatDialog({ trace, isForAnother, onClose }: RepeatDialogProps) {
  const application = useApplication();
  const navigate = useNavigate();
  const { request } = trace;
  const [method, setMethod] = useState(request.method);
  const [path, setPath] = useState(request.path);
  const [contentType, setContentType] = useState(bodyType(request) ?? 'application/json');
  const [body, setBody] = useState(prettyJson(request.body ?? ''));
  const [sender, setSender] = useState(isForAnother ? undefined : identityOfTrace(trace));
  const [result, setResult] = useState<SentResult>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const hasBody = !WITHOUT_BODY.has(method);
  const send = async () => {
    if (!sender) return;
    setBusy(true);
    setResult(undefined);
    setError(undefined);
    const edited = { method, path, as: sender, ...(hasBody ? { body } : { body: '' }) };
    await sendRequest(application, { ...edited, contentType: hasBody && body ? contentType : undefined }).then(
      setResult,
      setError,
    );
    setBusy(false);
  };
  const open = (name: string) => {
    onClose();
    void navigate({ to: '/requests', search: (old) => ({ ...old, trace: name }) });
  };
  return (
    <FormDialog
      title="Send again"
      description="The server handles this as a new request, which can change the cluster."
      submitText="Send request"
      variant="medium"
      isReady={sender !== undefined && path.startsWith('/')}
      isBusy={isBusy}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <SenderFields traced={identityOfTrace(trace)} isForAnother={isForAnother} onChange={setSender} />
      <div className="tp-repeat-line">
        <FormGroup label="Method" fieldId="repeat-method">
          <FormSelect id="repeat-method" value={method} onChange={(_, value) => setMethod(value)}>
            {[...new Set([...METHODS, request.method])].map((one) => (
              <FormSelectOption key={one} value={one} label={one} />
            ))}
          </FormSelect>
        </FormGroup>
        <FormGroup label="Path" isRequired fieldId="repeat-path">
          <TextInput id="repeat-path" value={path} onChange={(_, value) => setPath(value)} />
        </FormGroup>
      </div>
      {hasBody && (
        <>
          <FormGroup label="Content type" fieldId="repeat-type">
            <TextInput id="repeat-type" value={contentType} onChange={(_, value) => setContentType(value)} />
          </FormGroup>
          <FormGroup label="Body" fieldId="repeat-body">
            <TextArea
              id="repeat-body"
              className="tp-repeat-body"
              rows={8}
              resizeOrientation="vertical"
              value={body}
              onChange={(_, value) => setBody(value)}
            />
            {request.body === undefined && bodyType(request) && (
              <FieldHint>The body was not recorded: it is secret, binary or larger than 64 KiB.</FieldHint>
            )}
          </FormGroup>
        </>
      )}
      {result && <SentResponse result={result} onOpen={open} />}
      {error !== undefined && (
        <Alert component="h2" isInline variant="danger" title="The request could not be sent">
          {errorText(error)}
        </Alert>
      )}
    </FormDialog>
  );
}
