/** Every controller, one line each. */
export { bootstrapTokenCleaner } from './bootstrap-token-cleaner.ts';
export { certificateApprovingController, certificateSigningController } from './certificates.ts';
export { clusterRoleAggregationController } from './cluster-role-aggregation.ts';
export { namespacesController } from './namespaces.ts';
export { serviceAccountTokensController } from './service-account-tokens.ts';
export { serviceAccountsController } from './service-accounts.ts';
export { validatingAdmissionPolicyStatusController } from './validating-admission-policy-status.ts';
