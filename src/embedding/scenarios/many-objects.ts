import type { KubernetesObject } from '../cluster.ts';
import { MINUTE, packageScenario } from './scenario-definition.ts';

const NAMESPACES = 20;
const OBJECTS = 10_000;
/** Values of a label, so that selectors have something to select. */
const REGIONS = ['africa', 'america', 'asia', 'australia', 'europe'];

const tenant = (number: number): string => `tenant-${String(number % NAMESPACES).padStart(2, '0')}`;

const namespaces = Array.from(
  { length: NAMESPACES },
  (_, number): KubernetesObject => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: tenant(number) } }),
);

const orders = Array.from(
  { length: OBJECTS },
  (_, number): KubernetesObject => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: `order-${String(number).padStart(5, '0')}`,
      namespace: tenant(number),
      labels: { region: REGIONS[number % REGIONS.length] ?? '' },
    },
    data: { items: String((number * 7) % 40), state: number % 3 === 0 ? 'shipped' : 'paid' },
  }),
);

export const manyObjects = packageScenario({
  name: '10,000 objects',
  description: 'Twenty namespaces with 500 ConfigMaps each, for lists, selectors, pages and watches of some size.',
  seed: [...namespaces, ...orders],
  async history({ clock }) {
    await clock.step(MINUTE);
  },
});
