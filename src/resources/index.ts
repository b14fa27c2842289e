import { appsResources } from './apps/index.ts';
import { batchResources } from './batch/index.ts';
import { coordinationResources } from './coordination/index.ts';
import { rbacResources } from './rbac/index.ts';
import type { ResourceBehavior } from './resource-definition.ts';
import { schedulingResources } from './scheduling/index.ts';

/** Every kind with code of its own; the others need none. */
export const behaviors: readonly ResourceBehavior[] = [
  ...appsResources,
  ...batchResources,
  ...coordinationResources,
  ...rbacResources,
  ...schedulingResources,
];
