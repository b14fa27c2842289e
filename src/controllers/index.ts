import { clusterRoleAggregationController } from './cluster-role-aggregation.ts';
import type { Controller } from './controller.ts';
import { namespacesController } from './namespaces.ts';
import { serviceAccountsController } from './service-accounts.ts';

/** Every controller; they do not depend on each other's order. */
export const controllers: readonly Controller[] = [
  clusterRoleAggregationController,
  namespacesController,
  serviceAccountsController,
];
