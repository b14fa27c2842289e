/** Every controller, one line each. */
export { bootstrapSigner } from './accounts/bootstrap-signer.ts';
export { bootstrapTokenCleaner } from './accounts/bootstrap-token-cleaner.ts';
export { serviceAccountTokensController } from './accounts/service-account-tokens.ts';
export { serviceAccountsController } from './accounts/service-accounts.ts';
export { certificateRequestCleaner } from './certificates/certificate-request-cleaner.ts';
export { certificateApprovingController, certificateSigningController } from './certificates/certificates.ts';
export { rootCertificatePublisher } from './certificates/root-certificate-publisher.ts';
export { garbageCollectorController } from './garbage-collector/garbage-collector.ts';
export { namespacesController } from './namespaces/namespaces.ts';
export { nodeIpamController } from './nodes/ipam.ts';
export { nodeLifecycleController } from './nodes/lifecycle.ts';
export { ttlController } from './nodes/ttl.ts';
export { validatingAdmissionPolicyStatusController } from './policies/validating-admission-policy-status.ts';
export { resourceQuotaController } from './quota/resource-quotas.ts';
export { clusterRoleAggregationController } from './roles/cluster-role-aggregation.ts';
export { deploymentController } from './workloads/deployments/deployments.ts';
export { replicaSetController } from './workloads/replicas/replicasets.ts';
export { replicationControllerController } from './workloads/replicas/replicationcontrollers.ts';
