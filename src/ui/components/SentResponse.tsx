import { Alert, AlertActionLink } from '@patternfly/react-core';
import type { SentResult } from '../commands/send-request.ts';
import { prettyJson } from '../state/pretty-json.ts';
import { ServerMessage } from './text/ServerMessage.tsx';
import { Verbatim } from './text/Verbatim.tsx';

interface SentResponseProps {
  readonly result: SentResult;
  /** Opens the trace of the request. */
  readonly onOpen: (trace: string) => void;
}

/** The answer to a request that was sent again. */
export function SentResponse({ result: { code, text, trace }, onOpen }: SentResponseProps) {
  const isError = code >= 400;
  return (
    <div aria-live="polite" ref={(element) => element?.scrollIntoView({ block: 'nearest' })}>
      <Alert
        component="h2"
        isInline
        variant={isError ? 'danger' : 'success'}
        title={`The server answered ${code}`}
        actionLinks={trace && <AlertActionLink onClick={() => onOpen(trace)}>View request</AlertActionLink>}
      >
        {isError && <ServerMessage>{text}</ServerMessage>}
      </Alert>
      {!isError && text && <Verbatim label="Response">{prettyJson(text)}</Verbatim>}
    </div>
  );
}
