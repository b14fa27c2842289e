import { changeTemplate } from './change-template.ts';
import { MINUTE, packageScenario } from './scenario-definition.ts';
import { shop, shopUsers } from './shop/shop.ts';

export const crashLoopingShop = packageScenario({
  name: 'crash-looping shop',
  description: 'The shop after an update of the cart, whose new pod crashes again and again.',
  seed: shop,
  users: shopUsers,
  simulatedNodes: 3,
  async history(cluster) {
    await cluster.clock.step(10 * MINUTE);
    await changeTemplate(cluster, { namespace: 'shop', name: 'cart' }, 'shop/cart:1.8.0', 'crash-loop');
    await cluster.clock.step(8 * MINUTE);
  },
});
