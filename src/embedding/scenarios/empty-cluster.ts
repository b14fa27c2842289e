import { packageScenario } from './scenario-definition.ts';

export const emptyCluster = packageScenario({
  name: 'empty cluster',
  description: 'A new cluster with one node and nothing on it.',
});
