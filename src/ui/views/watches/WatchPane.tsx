import { Button, Card, CardBody, CardHeader, CardTitle, Label } from '@patternfly/react-core';
import { useState } from 'react';
import type { DiscoveredResource } from '../../../client/discovery.ts';
import { denialIn } from '../../../client/requests/denial.ts';
import { DenialLinks } from '../../components/access/DenialLinks.tsx';
import { useIdentity } from '../../hooks/use-application.ts';
import { usernameOf } from '../../state/stores/identity-store.ts';
import type { LabWatch, LabWatchState } from '../../state/watch-lab/lab-watch.ts';
import type { WatchParameters } from '../../state/watch-lab/watch-parameters.ts';
import { CacheList } from './CacheList.tsx';
import { StreamLog } from './StreamLog.tsx';
import { useLabWatch } from './use-lab-watch.ts';
import { WatchFields } from './WatchFields.tsx';

interface WatchPaneProps {
  readonly title: string;
  readonly resource: DiscoveredResource;
  /** Undefined for all namespaces. */
  readonly namespace: string | undefined;
  readonly first: WatchParameters;
  /** Undefined for the last watch, which stays. */
  readonly onRemove: (() => void) | undefined;
}

/** One client: its parameters, its connection, the stream that it receives and its cache. */
export function WatchPane({ title, resource, namespace, first, onRemove }: WatchPaneProps) {
  const [parameters, setParameters] = useState(first);
  const { watch, state } = useLabWatch(resource, namespace);
  return (
    <Card isCompact component="section" aria-label={title} className="tp-watch">
      <CardHeader
        actions={{
          actions: onRemove && (
            <Button variant="link" isInline onClick={onRemove} aria-label={`Remove ${title}`}>
              Remove
            </Button>
          ),
        }}
      >
        <CardTitle component="h2">
          {title} <PhaseLabel phase={state.phase} />
        </CardTitle>
      </CardHeader>
      <CardBody className="tp-watch-body">
        <WatchFields title={title} parameters={parameters} onChange={setParameters} />
        <ConnectionActions watch={watch} state={state} parameters={parameters} />
        <DeniedWatch state={state} />
        <StreamLog title={title} items={state.items} dropped={state.dropped} />
        <CacheList title={title} state={state} resource={resource} namespace={namespace} parameters={parameters} />
      </CardBody>
    </Card>
  );
}

const PHASES = {
  idle: { text: 'Not started', status: undefined },
  listing: { text: 'Listing', status: 'info' },
  watching: { text: 'Watching', status: 'success' },
  ended: { text: 'Not connected', status: 'warning' },
} as const;

function PhaseLabel({ phase }: Pick<LabWatchState, 'phase'>) {
  const { text, status } = PHASES[phase];
  return (
    <Label isCompact {...(status ? { status } : {})}>
      {text}
    </Label>
  );
}

/** The reason of a denial, outside the stream, whose rows cannot contain links. */
function DeniedWatch({ state: { phase, items } }: { readonly state: LabWatchState }) {
  const username = usernameOf(useIdentity());
  const message = items.findLast(({ type }) => type === 'ERROR')?.subject;
  if (phase !== 'ended' || message === undefined || !denialIn(message)) return null;
  return (
    <p>
      Access denied for <bdi>{username}</bdi>. <DenialLinks message={message} />
    </p>
  );
}

interface ConnectionActionsProps {
  readonly watch: LabWatch;
  readonly state: LabWatchState;
  readonly parameters: WatchParameters;
}

function ConnectionActions({ watch, state, parameters }: ConnectionActionsProps) {
  const { phase, isPaused, resumeFrom } = state;
  const isConnected = phase === 'listing' || phase === 'watching';
  const canResume = phase === 'ended' && resumeFrom !== undefined;
  return (
    <div className="tp-watches-actions">
      <Button size="sm" onClick={() => void watch.start(parameters)}>
        {phase === 'idle' ? 'Start' : 'Start again'}
      </Button>
      <Button size="sm" variant="secondary" isDisabled={!isConnected} onClick={() => watch.disconnect()}>
        Disconnect
      </Button>
      <Button size="sm" variant="secondary" isDisabled={!canResume} onClick={() => void watch.resume(parameters)}>
        Resume{resumeFrom === undefined ? '' : ` from ${resumeFrom}`}
      </Button>
      <Button
        size="sm"
        variant="secondary"
        isDisabled={phase !== 'watching' || resumeFrom === undefined}
        title="Watches from the last version with timeoutSeconds=1, so that the server ends the stream"
        onClick={() => void watch.resume(parameters, 1)}
      >
        Let it expire
      </Button>
      <Button
        size="sm"
        variant="secondary"
        aria-pressed={isPaused}
        isDisabled={phase === 'idle'}
        onClick={() => watch.setPaused(!isPaused)}
      >
        {isPaused ? 'Show new events' : 'Pause'}
      </Button>
    </div>
  );
}
