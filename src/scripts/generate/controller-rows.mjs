/** Turns the facts of controllers (src/controllers/controller.ts) into objects that every new cluster contains. */

const metadataOf = ({ serviceAccount }) => ({
  name: `system:controller:${serviceAccount}`,
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults' },
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
});

/** Returns the role of a controller. */
export const clusterRoleOf = (facts) => ({
  ...metadataOf(facts),
  rules: facts.rules.map(({ verbs, apiGroups, resources }) => ({ verbs, apiGroups, resources })),
});

/** Returns the binding that grants a controller's role to its service account. */
export const clusterRoleBindingOf = (facts) => ({
  ...metadataOf(facts),
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: metadataOf(facts).name },
  subjects: [{ kind: 'ServiceAccount', name: facts.serviceAccount, namespace: 'kube-system' }],
});
