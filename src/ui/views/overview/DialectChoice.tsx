import { errorText } from '../../../api/error-text.ts';
import './dialect-choice.css';
import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isServerCreated, isTransient } from '../../../client/manifests/clean-objects.ts';
import { collectObjects } from '../../../client/manifests/collect-objects.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { DIALECTS } from '../../state/dialect-names.ts';
import type { ClustersStore } from '../../state/stores/clusters-store.ts';

/** Lets a new user choose the names of the first cluster, which already runs with neutral ones. */
export function DialectChoice() {
  const { clusters } = useApplication();
  return clusters ? <OpenChoice clusters={clusters} /> : null;
}

function OpenChoice({ clusters }: { readonly clusters: ClustersStore }) {
  const { client, notifications } = useApplication();
  const discovery = useDiscovery();
  const { list, shown, request, openDialog } = useStore(clusters);
  const [isBusy, setBusy] = useState(false);
  if (list.isDialectChosen) return null;
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
    <Card className="tp-sample">
      <CardTitle component="h2">Choose API group and label names</CardTitle>
      <CardBody>
        This cluster uses {DIALECTS.cluster.inSentence} such as <code>{DIALECTS.cluster.example}</code>. To use
        Kubernetes YAML unchanged, switch to Kubernetes names such as <code>{DIALECTS.kubernetes.example}</code>. Later,
        you can create clusters with either kind of names in the cluster menu.
      </CardBody>
      <CardFooter className="tp-choice">
        <Button onClick={() => void takeKubernetes()} isLoading={isBusy} isDisabled={isBusy}>
          Use Kubernetes names
        </Button>
        <Button variant="secondary" isDisabled={isBusy} onClick={() => request({ type: 'keep-dialect' })}>
          Keep neutral names
        </Button>
      </CardFooter>
    </Card>
  );
}
