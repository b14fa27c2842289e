import { Button, Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '../../../api/error-text.ts';
import type { APIService } from '../../../api/kinds/apiregistration-v1.generated.ts';
import {
  ALMANAC,
  ALMANAC_API,
  breakExampleApi,
  installExampleApi,
  removeExampleApi,
} from '../../commands/example-api.ts';
import { useApplication, useDiscovery } from '../../hooks/use-application.ts';
import { ALMANAC_GROUP, ALMANAC_VERSION } from '../../state/aggregation/moon-phases.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';

type Command = typeof installExampleApi;

/** Installs an aggregated API whose server is JavaScript in a ConfigMap, and breaks and repairs it. */
export function ExampleApiCard({ services }: { readonly services: readonly APIService[] }) {
  const { client, notifications } = useApplication();
  const discovery = useDiscovery();
  const [isBusy, setBusy] = useState(false);
  const installed = services.find(({ metadata }) => metadata.name === ALMANAC_API);
  const isBroken = installed?.status?.conditions?.some(({ reason }) => reason === 'ServiceNotFound');
  const run = async (command: Command, done: string) => {
    const { notify } = notifications.getState();
    setBusy(true);
    try {
      await command(client, discovery);
      notify('success', done);
    } catch (error) {
      notify('danger', 'The example could not be changed', errorText(error));
    } finally {
      setBusy(false);
    }
  };
  const button = (title: string, command: Command, done: string, variant: 'primary' | 'secondary' | 'link') => (
    <Button variant={variant} isDisabled={isBusy} onClick={() => void run(command, done)}>
      {title}
    </Button>
  );
  return (
    <Card isCompact>
      <CardTitle component="h2">Example: phases of the moon</CardTitle>
      <CardBody>
        {installed ? <ExampleObjects /> : <Explanation />}
        {isBroken && (
          <p>
            The Service does not exist, so every request to the group returns 503. Other groups still work. Repair the
            example to create the Service again.
          </p>
        )}
      </CardBody>
      <CardFooter className="tp-example-actions">
        {!installed && button('Install example', installExampleApi, 'Installed the example', 'primary')}
        {isBroken && button('Repair example', installExampleApi, 'Repaired the example', 'primary')}
        {installed &&
          !isBroken &&
          button('Break example', breakExampleApi, 'Deleted the service of the example', 'secondary')}
        {installed && button('Remove example', removeExampleApi, 'Removed the example', 'link')}
      </CardFooter>
    </Card>
  );
}

const Explanation = () => (
  <p>
    An API server written in JavaScript, which runs in this page and computes its objects. Installs the namespace{' '}
    <code>{ALMANAC}</code> with a ConfigMap that holds the code, a Service that it answers for, and the APIService{' '}
    <code>{ALMANAC_API}</code>.
  </p>
);

/** Links to the objects that the example serves and to its code. */
function ExampleObjects() {
  const address = { group: ALMANAC_GROUP, version: ALMANAC_VERSION, resource: 'moonphases' };
  return (
    <p>
      It serves{' '}
      <Link to="/objects/$group/$version/$resource" params={resourceParameters(address)}>
        moon phases
      </Link>{' '}
      from code in{' '}
      <Link
        to="/objects/$group/$version/$resource/$in/$name"
        params={{ group: 'core', version: 'v1', resource: 'configmaps', in: ALMANAC, name: `${ALMANAC}-code` }}
      >
        the ConfigMap {ALMANAC}-code
      </Link>
      .
    </p>
  );
}
