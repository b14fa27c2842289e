import { Link } from '@tanstack/react-router';
import type { WriteRecord } from '../../../api/debug/causes.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import { useAnswer } from '../../hooks/use-answer.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { admissionText } from '../../state/followed-steps.ts';
import { TRACES } from '../../state/trace-steps.ts';

/** The request of a user until its object was stored: authorization, admission and the revision. */
export function RequestSteps({ write: { trace = '', revision } }: { readonly write: WriteRecord }) {
  const { client } = useApplication();
  const { value } = useAnswer(trace, '', (signal) => client.get<RequestTrace>({ ...TRACES, name: trace }, { signal }));
  if (!value) return null;
  return (
    <ul className="tp-follow-request" aria-label="Request">
      <li>
        Request:{' '}
        <Link to="/requests" search={{ trace }}>
          {value.request.method} {value.request.path.split('?')[0]}
        </Link>
      </li>
      <li>Admission: {admissionText(value.admission)}</li>
      <li>Stored: revision {revision}</li>
    </ul>
  );
}
