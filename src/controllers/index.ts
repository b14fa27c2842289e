import { bootstrapTokenCleaner } from './bootstrap-token-cleaner.ts';
import { certificateApprovingController, certificateSigningController } from './certificates.ts';
import { clusterRoleAggregationController } from './cluster-role-aggregation.ts';
import type { Controller } from './controller.ts';
import { namespacesController } from './namespaces.ts';
import { serviceAccountTokensController } from './service-account-tokens.ts';
import { serviceAccountsController } from './service-accounts.ts';
import { validatingAdmissionPolicyStatusController } from './validating-admission-policy-status.ts';

/** Every controller; they do not depend on each other's order. */
export const controllers: readonly Controller[] = [
  bootstrapTokenCleaner,
  certificateApprovingController,
  certificateSigningController,
  clusterRoleAggregationController,
  namespacesController,
  serviceAccountTokensController,
  serviceAccountsController,
  validatingAdmissionPolicyStatusController,
];
