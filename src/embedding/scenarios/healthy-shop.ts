import { packageScenario } from './scenario-definition.ts';
import { shop, shopUsers } from './shop/shop.ts';

export const healthyShop = packageScenario({
  name: 'healthy shop',
  description: 'An online shop whose pods are all ready.',
  seed: shop,
  users: shopUsers,
  simulatedNodes: 3,
});
