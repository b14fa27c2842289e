/** The package entry `tabplane/msw`: clusters as handlers of MSW, and scenarios. */
export type {
  Cluster,
  ClusterUser,
  ForkableCluster,
  KubernetesObject,
  Persona,
  Seed,
} from '../../embedding/cluster.ts';
export { type ScenarioName, scenarios } from '../../embedding/scenarios/index.ts';
export { defineScenario, type ScenarioDefinition } from '../../embedding/scenarios/scenario-definition.ts';
export { type Scenario, type ScenarioPersona, scenario } from '../scenarios/scenario.ts';
export type { ClusterAddress } from './cluster-address.ts';
export { clusterHandlers, type RequestTarget } from './cluster-handlers.ts';
