import { Alert, Button } from '@patternfly/react-core';
import { useRef, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { compactHistory, deleteWrittenObjects, FLOOD, writeObjects } from '../../commands/watch-lab.ts';
import { ServerMessage } from '../../components/text/ServerMessage.tsx';
import { useApplication } from '../../hooks/use-application.ts';

/** Buttons that change the cluster, so that watches have something to receive. */
export function ClusterActions({ namespace }: { readonly namespace: string }) {
  const { client, platform } = useApplication();
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<{ readonly text?: string; readonly error?: unknown }>({});
  const written = useRef(0);
  const run = async (action: () => Promise<string>) => {
    setBusy(true);
    try {
      setOutcome({ text: await action() });
    } catch (error) {
      setOutcome({ error });
    }
    setBusy(false);
  };
  const write = (count: number) =>
    run(async () => {
      await writeObjects(client, platform.clock, { namespace, first: written.current, count });
      written.current += count;
      return count === 1 ? `Wrote 1 ConfigMap in ${namespace}.` : `Wrote ConfigMaps in ${namespace} ${count} times.`;
    });
  return (
    <div className="tp-watches-actions">
      <Button variant="secondary" isDisabled={isBusy} onClick={() => void write(1)}>
        Write object
      </Button>
      <Button variant="secondary" isDisabled={isBusy} onClick={() => void write(FLOOD)}>
        Flood ({FLOOD} writes)
      </Button>
      <Button
        variant="secondary"
        isDisabled={isBusy}
        onClick={() =>
          void run(async () => {
            await deleteWrittenObjects(client, namespace);
            return `Deleted the ConfigMaps that the lab wrote in ${namespace}.`;
          })
        }
      >
        Delete written objects
      </Button>
      <Button
        variant="secondary"
        isDisabled={isBusy}
        onClick={() => void run(async () => `The history up to version ${await compactHistory(client)} is gone.`)}
      >
        Compact history now
      </Button>
      <span role="status" className="tp-subtle">
        {outcome.text}
      </span>
      {outcome.error !== undefined && (
        <Alert component="h2" isInline variant="danger" title="The cluster rejected the request">
          <ServerMessage>{errorText(outcome.error)}</ServerMessage>
        </Alert>
      )}
    </div>
  );
}
