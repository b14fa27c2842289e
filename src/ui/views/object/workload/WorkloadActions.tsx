import { Button, Flex, Tooltip } from '@patternfly/react-core';
import { useState } from 'react';
import { dialectNamed } from '../../../../api/dialect.ts';
import { timeText } from '../../../../api/environment.ts';
import { errorText } from '../../../../api/error-text.ts';
import type { DiscoveredResource } from '../../../../client/discovery.ts';
import { pausePatch, restartPatch } from '../../../../client/objects/rollout-patches.ts';
import type { Workload } from '../../../../client/objects/workload.ts';
import { patchObject } from '../../../commands/patch-object.ts';
import { ScaleDialog } from '../../../components/dialogs/ScaleDialog.tsx';
import { useApplication, useDiscovery } from '../../../hooks/use-application.ts';
import { dialectOf } from '../../../state/dialect-names.ts';
import type { KindActionsProps } from '../kind-actions.ts';

interface WorkloadActionsProps {
  readonly resource: DiscoveredResource;
  readonly workload: Workload;
}

const RESTARTABLE = new Set(['deployments', 'statefulsets', 'daemonsets']);

export const WorkloadHeaderActions = ({ resource, object }: KindActionsProps) => (
  <WorkloadActions resource={resource} workload={object} />
);

/** Scale, restart, pause and resume, where the kind supports them. */
export function WorkloadActions({ resource, workload }: WorkloadActionsProps) {
  const application = useApplication();
  const dialect = dialectNamed(dialectOf(useDiscovery()));
  const [isScaling, setScaling] = useState(false);
  const { name } = workload.metadata;
  const isPaused = workload.spec?.paused === true;
  const restart = async () => {
    const failed = `${name} could not be restarted`;
    try {
      const now = await application.clusterClock.getState().readNow();
      const patch = restartPatch(timeText(now), dialect);
      await patchObject(application, resource, workload, patch, { done: `Restarting the pods of ${name}`, failed });
    } catch (error) {
      application.notifications.getState().notify('danger', failed, errorText(error));
    }
  };
  const setPaused = (paused: boolean) =>
    void patchObject(application, resource, workload, pausePatch(paused), {
      done: `${paused ? 'Paused' : 'Resumed'} ${name}`,
      failed: `${name} could not be ${paused ? 'paused' : 'resumed'}`,
    });
  const restartButton = (
    <Button variant="secondary" isAriaDisabled={isPaused} onClick={() => void restart()}>
      Restart
    </Button>
  );
  return (
    <Flex gap={{ default: 'gapSm' }}>
      {resource.subresources.includes('scale') && (
        <Button variant="secondary" onClick={() => setScaling(true)}>
          Scale…
        </Button>
      )}
      {RESTARTABLE.has(resource.resource) &&
        (isPaused ? <Tooltip content="Resume the deployment first">{restartButton}</Tooltip> : restartButton)}
      {resource.resource === 'deployments' && (
        <Button variant="secondary" onClick={() => setPaused(!isPaused)}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
      )}
      {isScaling && <ScaleDialog resource={resource} metadata={workload.metadata} onClose={() => setScaling(false)} />}
    </Flex>
  );
}
