/** The checks of every health path, in the order of the report. */
const LEADING = ['ping', 'log', 'etcd'];
const HOOKS = [
  'start-kube-apiserver-admission-initializer',
  'generic-apiserver-start-informers',
  'priority-and-fairness-config-consumer',
  'priority-and-fairness-filter',
  'storage-object-count-tracker-hook',
  'start-apiextensions-informers',
  'start-apiextensions-controllers',
  'crd-informer-synced',
  'start-service-ip-repair-controllers',
  'rbac/bootstrap-roles',
  'scheduling/bootstrap-system-priority-classes',
  'priority-and-fairness-config-producer',
  'start-system-namespaces-controller',
  'bootstrap-controller',
  'start-cluster-authentication-info-controller',
  'start-kube-apiserver-identity-lease-controller',
  'start-deprecated-kube-apiserver-identity-lease-garbage-collector',
  'start-kube-apiserver-identity-lease-garbage-collector',
  'start-legacy-token-tracking-controller',
  'aggregator-reload-proxy-client-cert',
  'start-kube-aggregator-informers',
  'apiservice-registration-controller',
  'apiservice-status-available-controller',
  'kube-apiserver-autoregistration',
  'autoregister-completion',
  'apiservice-openapi-controller',
  'apiservice-openapiv3-controller',
  'apiservice-discovery-controller',
].map((name) => (name === 'autoregister-completion' ? name : `poststarthook/${name}`));

/** The checks that fail while the storage cannot be reached. */
export const STORAGE_CHECKS: readonly string[] = ['etcd', 'etcd-readiness'];

export type HealthPath = 'healthz' | 'livez' | 'readyz';

/** Names of the real server's checks, so that requests for a single check work. */
export const healthChecks: Readonly<Record<HealthPath, readonly string[]>> = {
  healthz: [...LEADING, ...HOOKS],
  livez: [...LEADING, ...HOOKS],
  readyz: [...LEADING, 'etcd-readiness', 'informer-sync', ...HOOKS, 'shutdown'],
};
