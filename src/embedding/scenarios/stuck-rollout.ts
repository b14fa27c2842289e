import { changeTemplate } from './change-template.ts';
import { MINUTE, packageScenario } from './scenario-definition.ts';
import { shop, shopUsers } from './shop/shop.ts';

export const stuckRollout = packageScenario({
  name: 'stuck rollout',
  description: 'The shop while its frontend cannot be updated, because the new image does not exist.',
  seed: shop,
  users: shopUsers,
  simulatedNodes: 3,
  async history(cluster) {
    await cluster.clock.step(10 * MINUTE);
    await changeTemplate(cluster, { namespace: 'shop', name: 'frontend' }, 'shop/frontend:1.5.0', 'image-not-found');
    // The deadline of a rollout is ten minutes.
    await cluster.clock.step(15 * MINUTE);
  },
});
