import { Card, CardBody, CardFooter, CardTitle } from '@patternfly/react-core';
import { Link } from '@tanstack/react-router';
import { AddNodesButton } from '../../components/AddNodesButton.tsx';
import { useClusterActivity } from '../../hooks/use-cluster-activity.ts';
import { resourceParameters } from '../../state/objects/addresses.ts';

const NODES = resourceParameters({ group: '', version: 'v1', resource: 'nodes' });

/** The number of running controllers and ready nodes. Without nodes, a button adds simulated ones. */
export function ActivityCard() {
  const activity = useClusterActivity();
  if (!activity) return null;
  const { controllers, nodes, readyNodes } = activity;
  const running = [...controllers.values()].filter(Boolean).length;
  const hasNodes = nodes > 0;
  return (
    <Card isCompact={hasNodes} className="tp-activity">
      <CardTitle component="h2">Controllers and nodes</CardTitle>
      <CardBody>
        <Link to="/controllers">
          {running === controllers.size ? running : `${running} of ${controllers.size}`} controllers
        </Link>{' '}
        run
        {hasNodes ? (
          <>
            , and {readyNodes} of{' '}
            <Link to="/objects/$group/$version/$resource" params={NODES}>
              {nodes} {nodes === 1 ? 'node' : 'nodes'}
            </Link>{' '}
            {nodes === 1 ? 'is' : 'are'} ready.
          </>
        ) : (
          <>
            . The cluster has no nodes, so new pods stay pending. On simulated nodes, pods start, become ready, write
            logs and fail as real ones do, but no container runs.
          </>
        )}
      </CardBody>
      {!hasNodes && (
        <CardFooter>
          <AddNodesButton activity={activity} />
        </CardFooter>
      )}
    </Card>
  );
}
