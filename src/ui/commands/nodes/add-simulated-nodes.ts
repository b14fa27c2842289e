import { dialectNamed } from '../../../api/dialect.ts';
import { errorText } from '../../../api/error-text.ts';
import type { Node } from '../../../api/kinds/core-v1.generated.ts';
import type { Application } from '../../application.ts';
import { dialectOf } from '../../state/dialect-names.ts';
import { newSimulatedNodes } from '../../state/objects/nodes/simulated-nodes.ts';

export const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** Creates simulated nodes beside the existing ones, and reports the result. */
export async function addSimulatedNodes(
  { client, discovery, notifications }: Pick<Application, 'client' | 'discovery' | 'notifications'>,
  count: number,
): Promise<void> {
  const { notify } = notifications.getState();
  const served = discovery.getState().discovery;
  if (!served) return;
  try {
    const { items } = await client.list<Node>(NODES);
    const nodes = newSimulatedNodes(items, count, dialectNamed(dialectOf(served)));
    await Promise.all(nodes.map((node) => client.create(NODES, node)));
    notify(
      'success',
      `Added ${count} simulated ${count === 1 ? 'node' : 'nodes'}`,
      'Pods are scheduled to them and run.',
    );
  } catch (error) {
    notify('danger', 'Simulated nodes could not be added', errorText(error));
  }
}
