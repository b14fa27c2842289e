import { MINUTE, packageScenario } from './scenario-definition.ts';
import { shop, shopUsers } from './shop/shop.ts';

export const nodeDown = packageScenario({
  name: 'node down',
  description: 'The shop after one of three nodes has failed: its pods were replaced, and wait for their deletion.',
  seed: shop,
  users: shopUsers,
  simulatedNodes: 3,
  async history({ client, clock }) {
    await clock.step(10 * MINUTE);
    const node = { group: '', version: 'v1', resource: 'nodes', name: 'simulated-node-1' };
    await client.patch(node, 'merge', { metadata: { annotations: { 'simulation.tabplane.dev/down': 'true' } } });
    // By default, pods tolerate an unresponsive node for five minutes.
    await clock.step(10 * MINUTE);
  },
});
