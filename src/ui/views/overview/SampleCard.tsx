import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import { findResource } from '../../../client/discovery.ts';
import { createSample, restoreSample, SAMPLE_NAMESPACE } from '../../commands/create-sample.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';
import { SampleObjects } from './SampleObjects.tsx';

/** Creates the sample; later lists and restores its objects. */
export function SampleCard() {
  const application = useApplication();
  const discovery = useDiscovery();
  const navigate = useNavigate();
  const [isCreating, setCreating] = useState(false);
  const namespaces = findResource(discovery, 'namespaces');
  const { items, isLoaded } = useCollection(namespaces);
  const hasSample = items.some(({ metadata }) => metadata.name === SAMPLE_NAMESPACE);
  if (!isLoaded) return null;
  const create = async () => {
    const { notify } = application.notifications.getState();
    setCreating(true);
    try {
      await (hasSample ? restoreSample(application) : createSample(application));
      notify('success', `Namespace “${SAMPLE_NAMESPACE}” is ready`);
      const configMaps = findResource(discovery, 'configmaps');
      if (configMaps) {
        const params = resourceParameters(configMaps);
        await navigate({ to: '/objects/$group/$version/$resource', params, search: { namespace: SAMPLE_NAMESPACE } });
      }
    } catch (error) {
      notify('danger', 'The sample could not be created', errorText(error));
    } finally {
      setCreating(false);
    }
  };
  const isPresent = hasSample && !isCreating;
  return (
    <Card className="tp-sample" isCompact={isPresent}>
      <CardTitle component="h2">{isPresent ? 'Sample' : 'Start with a sample'}</CardTitle>
      <CardBody>
        {isPresent ? (
          <SampleObjects />
        ) : (
          <>
            Creates the namespace “{SAMPLE_NAMESPACE}” with config maps, a secret, a deployment, a service, a service
            account and a role, and simulated nodes if the cluster has none. Nothing leaves this browser. To remove the
            sample, delete the namespace.
          </>
        )}
      </CardBody>
      <CardFooter>
        <Button
          variant={isPresent ? 'link' : 'primary'}
          isInline={isPresent}
          onClick={() => void create()}
          isLoading={isCreating}
          isDisabled={isCreating}
        >
          {isPresent ? 'Restore sample' : 'Create sample'}
        </Button>
      </CardFooter>
    </Card>
  );
}
