/**
 * The checks of the real server on updates: `metadata` as of a new object, the `rules` for new objects, the `changes`
 * of metadata, and the kind's `update` rules. Many strategies call the rules for new objects and then update rules that
 * include them, so that one error has several causes. `own` are the update rules after the rules for new objects, with
 * which they begin.
 */
export type UpdateCheck = 'metadata' | 'rules' | 'changes' | 'update' | 'own';

const USUAL: readonly UpdateCheck[] = ['changes', 'update'];

/** By resource, or resource and subresource. The server's general checks of metadata come first, for every kind. */
const CHECKS: Readonly<Record<string, readonly UpdateCheck[]>> = {
  'admissionregistration.k8s.io/mutatingwebhookconfigurations': ['metadata', 'update'],
  'admissionregistration.k8s.io/validatingadmissionpolicies': ['metadata', 'update'],
  'admissionregistration.k8s.io/validatingadmissionpolicies/status': ['update'],
  'admissionregistration.k8s.io/validatingadmissionpolicybindings': ['metadata', 'update'],
  'admissionregistration.k8s.io/validatingwebhookconfigurations': ['metadata', 'update'],
  'apiregistration.k8s.io/apiservices': ['changes', 'metadata', 'update'],
  'apps/controllerrevisions': ['changes', 'metadata', 'update'],
  'apps/daemonsets': ['metadata', 'rules', 'changes', 'update'],
  'apps/replicasets': ['metadata', 'rules', 'changes', 'update'],
  'apps/statefulsets/status': ['update', 'changes'],
  'batch/cronjobs/status': [],
  'batch/jobs': ['metadata', 'rules', 'changes', 'own'],
  'certificates.k8s.io/certificatesigningrequests': ['metadata', 'update', 'changes'],
  'certificates.k8s.io/certificatesigningrequests/approval': ['metadata', 'update', 'changes'],
  'certificates.k8s.io/certificatesigningrequests/status': ['metadata', 'update', 'changes'],
  'discovery.k8s.io/endpointslices': ['metadata', 'update'],
  'events.k8s.io/events': ['rules', 'changes', 'own'],
  'flowcontrol.apiserver.k8s.io/flowschemas': ['metadata', 'update'],
  'flowcontrol.apiserver.k8s.io/flowschemas/status': ['update'],
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations': ['metadata', 'update'],
  'flowcontrol.apiserver.k8s.io/prioritylevelconfigurations/status': ['update'],
  'internal.apiserver.k8s.io/storageversions': ['update'],
  'internal.apiserver.k8s.io/storageversions/status': ['update'],
  'networking.k8s.io/clustercidrs': ['metadata', 'rules', 'changes', 'own'],
  'networking.k8s.io/ingressclasses': ['changes', 'own', 'metadata', 'rules'],
  'networking.k8s.io/ingresses': ['changes', 'metadata', 'update'],
  'networking.k8s.io/networkpolicies': ['metadata', 'rules', 'changes', 'update'],
  'node.k8s.io/runtimeclasses': ['metadata', 'rules', 'changes', 'own'],
  'policy/poddisruptionbudgets': ['update'],
  'policy/poddisruptionbudgets/status': ['update'],
  'rbac.authorization.k8s.io/clusterrolebindings': ['metadata', 'rules', 'metadata', 'rules', 'changes', 'own'],
  'rbac.authorization.k8s.io/clusterroles': ['metadata', 'rules', 'metadata', 'rules', 'changes'],
  'rbac.authorization.k8s.io/rolebindings': ['metadata', 'rules', 'metadata', 'rules', 'changes', 'own'],
  'rbac.authorization.k8s.io/roles': ['metadata', 'rules', 'metadata', 'rules', 'changes'],
  'resource.k8s.io/podschedulingcontexts': ['metadata', 'rules', 'changes'],
  'resource.k8s.io/resourceclaims': ['metadata', 'rules', 'changes', 'update'],
  'resource.k8s.io/resourceclaimtemplates': ['metadata', 'rules', 'changes', 'update'],
  'resource.k8s.io/resourceclasses': ['metadata', 'rules', 'changes', 'update'],
  'storage.k8s.io/csinodes': ['metadata', 'rules', 'metadata', 'update'],
  'storage.k8s.io/csistoragecapacities': ['metadata', 'rules', 'changes', 'own'],
  'storage.k8s.io/storageclasses': ['metadata', 'rules', 'changes', 'own'],
  'storage.k8s.io/volumeattachments': ['metadata', 'rules', 'metadata', 'rules', 'own'],
  'storage.k8s.io/volumeattachments/status': ['metadata', 'rules', 'metadata', 'rules', 'own'],
  '/endpoints': ['changes', 'metadata', 'update'],
  '/events': ['update'],
  '/limitranges': ['metadata', 'update'],
  '/namespaces': ['metadata', 'rules', 'changes'],
  '/nodes': ['metadata', 'rules', 'changes', 'own'],
  '/persistentvolumeclaims': ['metadata', 'rules', 'changes', 'update'],
  '/persistentvolumes': ['metadata', 'rules', 'update'],
  '/replicationcontrollers': ['metadata', 'rules', 'changes', 'update'],
};

/** Returns the checks of an update in the real server's order; `resource` is `apps/daemonsets` or `apps/daemonsets/status`. */
export const updateChecks = (resource: string): readonly UpdateCheck[] => CHECKS[resource] ?? USUAL;
