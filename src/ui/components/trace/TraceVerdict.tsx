import './trace.css';
import { Alert } from '@patternfly/react-core';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { searchOfTrace } from '../../state/access/access-question.ts';
import { isDenied, verdictOf } from '../../state/trace-steps.ts';
import { AccessLinks } from '../access/AccessLinks.tsx';
import { ServerMessage } from '../text/ServerMessage.tsx';

/** The result of a request with the server's message. */
export function TraceVerdict({ trace }: { readonly trace: RequestTrace }) {
  const { status, title, text } = verdictOf(trace);
  const { warnings } = trace.response;
  return (
    <>
      <Alert component="h2" variant={status} isInline title={title}>
        {isDenied(trace) ? (
          <>
            {text} <AccessLinks search={searchOfTrace(trace)} />
          </>
        ) : (
          text && <ServerMessage>{text}</ServerMessage>
        )}
      </Alert>
      {warnings.map((warning) => (
        <Alert component="h3" key={warning} variant="warning" isInline isPlain title={warning} />
      ))}
    </>
  );
}
