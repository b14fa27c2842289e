import { Alert, AlertActionLink, Progress, Spinner } from '@patternfly/react-core';
import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { ApiClient } from '../../../client/api-client.ts';
import { useApplication } from '../../hooks/use-application.ts';
import type { PreparationProgress, PreparedCluster } from '../../platform-port.ts';
import { forgetPreparation, markPrepared } from '../../state/prepared-cluster.ts';

interface ScenarioPreparationProps {
  readonly scenario: PreparedCluster;
  readonly client: ApiClient;
  readonly onDone: () => void;
}

/** Prepares the cluster of the page, and shows the progress. */
export function ScenarioPreparation({ scenario, client, onDone }: ScenarioPreparationProps) {
  const { platform } = useApplication();
  const [progress, setProgress] = useState<PreparationProgress>({ text: 'Starting the cluster' });
  const [error, setError] = useState<unknown>();
  const hasBegun = useRef(false);
  useEffect(() => {
    // Effects run twice in development.
    if (hasBegun.current || error !== undefined) return;
    hasBegun.current = true;
    scenario
      .prepare(client, setProgress)
      .then(() => markPrepared(client, scenario.name))
      .then(() => {
        forgetPreparation(platform.session);
        onDone();
      })
      .catch(setError);
  }, [scenario, client, platform, onDone, error]);
  if (error !== undefined) {
    const retry = () => {
      hasBegun.current = false;
      setError(undefined);
    };
    return (
      <Alert
        component="h2"
        variant="danger"
        isInline
        title="The cluster could not be prepared"
        actionLinks={<AlertActionLink onClick={retry}>Try again</AlertActionLink>}
      >
        {errorText(error)}
      </Alert>
    );
  }
  const { text, share } = progress;
  return (
    <div className="tp-scenario-progress">
      <p role="status">Preparing the cluster. Keep this page open.</p>
      {share === undefined ? (
        <p>
          <Spinner size="md" aria-label="Preparing the cluster" /> {text}…
        </p>
      ) : (
        <Progress value={share * 100} title={text} measureLocation="none" />
      )}
    </div>
  );
}
