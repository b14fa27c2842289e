import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useStore } from 'zustand';
import { errorText } from '../../../api/error-text.ts';
import { isTransient } from '../../../api/transient-objects.ts';
import { isServerCreated } from '../../../client/manifests/clean-objects.ts';
import { collectObjects } from '../../../client/manifests/collect-objects.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { DIALECTS } from '../../state/dialect-names.ts';
import type { ClustersStore } from '../../state/stores/clusters-store.ts';

interface BuildCardProps {
  readonly clusters: ClustersStore;
}

/** Offers an empty cluster. A new user chooses the names of the first one, which already runs with neutral names. */
export function BuildCard({ clusters }: BuildCardProps) {
  const { list, openDialog } = useStore(clusters);
  return (
    <Card>
      <CardTitle component="h2">Build</CardTitle>
      <CardBody className="tp-start-text">
        <p>
          Start with an empty cluster: apply your own YAML, or <Link to="/connect">connect your code</Link>.
        </p>
        <p>
          {DIALECTS.kubernetes.title}, such as <code>{DIALECTS.kubernetes.example}</code>, are those of a real cluster:
          Kubernetes YAML works unchanged. {DIALECTS.cluster.title}, such as <code>{DIALECTS.cluster.example}</code>,
          are those of the specification: YAML must use them, and the editor and the import can rewrite it.
        </p>
      </CardBody>
      <CardFooter className="tp-start-actions">
        {list.isDialectChosen ? (
          <Button variant="secondary" onClick={() => openDialog('create')}>
            Create empty cluster…
          </Button>
        ) : (
          <DialectButtons clusters={clusters} />
        )}
      </CardFooter>
    </Card>
  );
}

function DialectButtons({ clusters }: BuildCardProps) {
  const { client, notifications } = useApplication();
  const discovery = useDiscovery();
  const { shown, request, openDialog } = useStore(clusters);
  const [isBusy, setBusy] = useState(false);
  const takeKubernetes = async () => {
    setBusy(true);
    try {
      const { objects, unreadable } = await collectObjects(client, discovery);
      const isEmpty =
        unreadable.length === 0 && objects.every(({ object }) => isServerCreated(object) || isTransient(object));
      if (isEmpty) request({ type: 'reset', id: shown.id, dialect: 'kubernetes' });
      // Existing objects use neutral names: they stay, and the user creates another cluster.
      else openDialog('create');
    } catch (error) {
      const text = errorText(error);
      notifications.getState().notify('danger', 'The cluster could not be read', text);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="secondary" onClick={() => void takeKubernetes()} isLoading={isBusy} isDisabled={isBusy}>
        Use Kubernetes names
      </Button>
      <Button variant="secondary" isDisabled={isBusy} onClick={() => request({ type: 'keep-dialect' })}>
        Keep neutral names
      </Button>
    </>
  );
}
