import './causes.css';
import { Button } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Cause, Evidence, Fix, Why } from '../../../api/debug/why.ts';
import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import { printableText } from '../../../api/printable-text.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import { asSentence } from '../../../client/why/words.ts';
import { sendFix } from '../../commands/ask-why.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { Age } from '../Age.tsx';
import { KindLink } from '../KindLink.tsx';
import { ServerMessage } from '../text/ServerMessage.tsx';

/** The sentence of an explanation, and its causes with evidence and fixes. */
export const Explanation = ({ why: { sentence, causes, unread } }: { readonly why: Why }) => (
  <>
    <p className="tp-why-sentence">{printableText(sentence)}</p>
    <Causes causes={causes} label="Causes" />
    {unread.length > 0 && (
      <p className="tp-subtle">You cannot list {unread.join(', ')}, so causes in them are missing.</p>
    )}
  </>
);

function Causes({ causes, label }: { readonly causes: readonly Cause[]; readonly label: string }) {
  return (
    <ol className="tp-causes" aria-label={label}>
      {causes.map((cause) => (
        <li key={`${cause.rule} ${cause.text}`}>
          <CauseView cause={cause} />
        </li>
      ))}
    </ol>
  );
}

/** Causes that the user can resolve in the Controllers view. */
const OF_CONTROLLERS: ReadonlySet<string> = new Set(['controller-stopped', 'clock-paused', 'clock-moved']);

function CauseView({ cause: { rule, text, evidence, fix, because } }: { readonly cause: Cause }) {
  return (
    <>
      <span className="tp-cause-text">{asSentence(printableText(text))}</span>
      {OF_CONTROLLERS.has(rule) && (
        <>
          {' '}
          <Link to="/controllers">View controllers</Link>
        </>
      )}
      {evidence.length > 0 && (
        <ul className="tp-evidence" aria-label="Evidence">
          {evidence.map((each) => (
            <li key={`${each.type} ${each.object?.name} ${each.text}`}>
              <EvidenceView evidence={each} />
            </li>
          ))}
        </ul>
      )}
      {fix && <FixButtons fix={fix} />}
      {because.length > 0 && <Causes causes={because} label="Because" />}
    </>
  );
}

function EvidenceView({ evidence: { object, text, time, trace } }: { readonly evidence: Evidence }) {
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  return (
    <>
      {object && (
        <KindLink kind={kindKeyOf(object, dialect)} namespace={object.namespace} name={object.name} withKind />
      )}{' '}
      {printableText(text)} {time && <Age timestamp={time} />}{' '}
      {trace && (
        <Link to="/requests" search={{ trace }}>
          View request
        </Link>
      )}
    </>
  );
}

function FixButtons({ fix }: { readonly fix: Fix }) {
  const { client, notifications } = useApplication();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly text: string; readonly isError: boolean }>();
  const send = async (dryRun: boolean) => {
    setBusy(true);
    setOutcome(undefined);
    try {
      await sendFix(client, fix, dryRun);
      if (dryRun) setOutcome({ text: 'Request would succeed.', isError: false });
      else notifications.getState().notify('success', `Request succeeded: ${fix.text}`);
    } catch (error) {
      setOutcome({ text: errorText(error), isError: true });
    }
    setBusy(false);
  };
  return (
    <div className="tp-why-fix">
      <Button variant="secondary" size="sm" isDisabled={isBusy} onClick={() => void send(false)}>
        {fix.text}
      </Button>
      <Button
        variant="link"
        isInline
        isDisabled={isBusy}
        aria-label={`Try as a dry run: ${fix.text}`}
        onClick={() => void send(true)}
      >
        Try as a dry run
      </Button>
      <span aria-live="polite">
        {outcome && (outcome.isError ? <ServerMessage>{outcome.text}</ServerMessage> : outcome.text)}
      </span>
    </div>
  );
}
