import { Button, Flex } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { requestText } from '../../state/trace-steps.ts';
import { isRepeatable, recordedRequest } from '../lab/lab-objects.ts';
import { CopyRequest } from './CopyRequest.tsx';
import { RepeatDialog } from './RepeatDialog.tsx';

/** Copies a request, sends it again, and opens it in the admission lab. */
export function TraceActions({ trace }: { readonly trace: RequestTrace }) {
  const { lab } = useApplication();
  const navigate = useNavigate();
  const [repeated, setRepeated] = useState<'edited' | 'as another'>();
  const openInLab = () => {
    lab.setState({ request: recordedRequest(trace, requestText(trace.request)) });
    void navigate({ to: '/lab', search: { namespace: trace.request.namespace } });
  };
  return (
    <Flex gap={{ default: 'gapSm' }}>
      <CopyRequest trace={trace} />
      {trace.response.resourceVersion && (
        <Button
          variant="secondary"
          size="sm"
          onClick={() => void navigate({ to: '/follow', search: { request: trace.metadata.name } })}
        >
          Follow this change
        </Button>
      )}
      <Button variant="secondary" size="sm" onClick={() => setRepeated('edited')}>
        Edit and send again…
      </Button>
      <Button variant="secondary" size="sm" onClick={() => setRepeated('as another')}>
        Send as another user…
      </Button>
      {isRepeatable(trace) && (
        <Button variant="secondary" size="sm" onClick={openInLab}>
          Open in admission lab
        </Button>
      )}
      {repeated && (
        <RepeatDialog trace={trace} isForAnother={repeated === 'as another'} onClose={() => setRepeated(undefined)} />
      )}
    </Flex>
  );
}
