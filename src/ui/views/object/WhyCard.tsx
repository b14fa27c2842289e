import './why-card.css';
import { Button, Card, CardBody, CardTitle } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { Cause, Evidence, Fix } from '../../../api/debug/why.ts';
import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { ApiObject } from '../../../api/object.ts';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { kindKeyOf } from '../../../client/objects/kind-key.ts';
import type { KnownObjects } from '../../../client/relations/relations-of.ts';
import { asSentence } from '../../../client/why/words.ts';
import { sendFix } from '../../commands/ask-why.ts';
import { Age } from '../../components/Age.tsx';
import { KindLink } from '../../components/KindLink.tsx';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useWhy } from '../../hooks/use-why.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { printableText } from '../../state/printable-text.ts';

interface WhyCardProps {
  readonly resource: DiscoveredResource;
  readonly object: ApiObject;
  /** The related objects: a change of one requests a new explanation. */
  readonly objects: KnownObjects;
}

/** Explains the state of an object as chains of causes. Renders nothing without causes. */
export function WhyCard(props: WhyCardProps) {
  const why = useWhy(props);
  if (!why || why.causes.length === 0) return null;
  return (
    <Card isCompact className="tp-why">
      <CardTitle component="h2">Why?</CardTitle>
      <CardBody>
        <p className="tp-why-sentence">{printableText(why.sentence)}</p>
        <Causes causes={why.causes} label="Causes" />
        {why.unread.length > 0 && (
          <p className="tp-subtle">You cannot list {why.unread.join(', ')}, so causes in them are missing.</p>
        )}
      </CardBody>
    </Card>
  );
}

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
const OF_CONTROLLERS: ReadonlySet<string> = new Set(['controller-stopped', 'clock-paused']);

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
