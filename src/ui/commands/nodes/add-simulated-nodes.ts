import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import { ApiError } from '../../../client/api-error.ts';
import type { Application } from '../../application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { newSimulatedNodes } from '../../state/objects/nodes/simulated-nodes.ts';
import { CONTROLLERS, NODE_SIMULATION } from '../../state/objects/simulation-notes.ts';

export const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** Nodes that are added at a time: enough to show pods on different nodes. */
export const ADDED_NODES = 3;

type Needed = Pick<Application, 'client' | 'discovery' | 'notifications'>;

/** Creates simulated nodes beside the existing ones, and reports the result. */
export const addSimulatedNodes = (application: Needed): Promise<void> => addNodes(application, async () => true);

/** Creates simulated nodes if the cluster has none and simulates them, and reports the result. */
export const addFirstNodes = (application: Needed): Promise<void> =>
  addNodes(application, async (existing) => {
    if (existing.length > 0) return false;
    try {
      const { items } = await application.client.list(CONTROLLERS);
      return items.some(({ metadata }) => metadata.name === NODE_SIMULATION);
    } catch (error) {
      // A cluster outside the browser may lack the resource.
      if (error instanceof ApiError && error.status.code === 404) return false;
      throw error;
    }
  });

async function addNodes(
  { client, discovery, notifications }: Needed,
  areNeeded: (existing: readonly Node[]) => Promise<boolean>,
): Promise<void> {
  const { notify } = notifications.getState();
  const served = discovery.getState().discovery;
  if (!served) return;
  try {
    const { items } = await client.list<Node>(NODES);
    if (!(await areNeeded(items))) return;
    const nodes = newSimulatedNodes(items, ADDED_NODES, dialectNamed(dialectOf(served)));
    await Promise.all(nodes.map((node) => client.create(NODES, node)));
    notify('success', `Added ${ADDED_NODES} simulated nodes`, 'Pods are scheduled to them and run.');
  } catch (error) {
    notify('danger', 'Simulated nodes could not be added', errorText(error));
  }
}
