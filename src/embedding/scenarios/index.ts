import { admissionDemo } from './admission-demo.ts';
import { crashLoopingShop } from './crash-looping-shop.ts';
import { customResources } from './custom-resources.ts';
import { emptyCluster } from './empty-cluster.ts';
import { fewRights } from './few-rights.ts';
import { fullQuota } from './full-quota.ts';
import { healthyShop } from './healthy-shop.ts';
import { manyObjects } from './many-objects.ts';
import { nodeDown } from './node-down.ts';
import { stuckRollout } from './stuck-rollout.ts';

/** The scenarios that can be found by name. */
export const scenarios = [
  emptyCluster,
  healthyShop,
  crashLoopingShop,
  stuckRollout,
  fullQuota,
  nodeDown,
  fewRights,
  customResources,
  admissionDemo,
  manyObjects,
] as const;

/** The name of a scenario of the package. */
export type ScenarioName = (typeof scenarios)[number]['name'];
