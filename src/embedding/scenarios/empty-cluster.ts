import { defineScenario } from './scenario-definition.ts';

export const emptyCluster = defineScenario({
  name: 'empty cluster',
  description: 'A new cluster with one node and nothing on it.',
});
