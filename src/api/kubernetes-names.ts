import { kubernetesName } from './dialect.ts';

// Kubernetes names that several files use. A name with one user is declared where it is used.

export const ADMISSION_GROUP = kubernetesName('admission.k8s.io');
export const ADMISSION_REGISTRATION_GROUP = kubernetesName('admissionregistration.k8s.io');
export const API_DISCOVERY_GROUP = kubernetesName('apidiscovery.k8s.io');
export const API_EXTENSIONS_GROUP = kubernetesName('apiextensions.k8s.io');
export const API_REGISTRATION_GROUP = kubernetesName('apiregistration.k8s.io');
export const AUTHENTICATION_GROUP = kubernetesName('authentication.k8s.io');
export const AUTHORIZATION_GROUP = kubernetesName('authorization.k8s.io');
export const CERTIFICATES_GROUP = kubernetesName('certificates.k8s.io');
export const CORE_GROUP = kubernetesName('');
export const DISCOVERY_GROUP = kubernetesName('discovery.k8s.io');
export const EVENTS_GROUP = kubernetesName('events.k8s.io');
export const FLOW_CONTROL_GROUP = kubernetesName('flowcontrol.apiserver.k8s.io');
export const META_GROUP = kubernetesName('meta.k8s.io');
export const METRICS_GROUP = kubernetesName('metrics.k8s.io');
export const NODE_GROUP = kubernetesName('node.k8s.io');
export const RBAC_GROUP = kubernetesName('rbac.authorization.k8s.io');
export const STORAGE_GROUP = kubernetesName('storage.k8s.io');

export const AUDIT_API_VERSION = kubernetesName('audit.k8s.io/v1');

/** On a claim or a volume: the controller or the scheduler has chosen the other side, not a user. */
export const BOUND_BY_CONTROLLER_ANNOTATION = kubernetesName('pv.kubernetes.io/bound-by-controller');
export const CHANGE_CAUSE_ANNOTATION = kubernetesName('kubernetes.io/change-cause');
export const DEFAULT_CLASS_ANNOTATION = kubernetesName('storageclass.kubernetes.io/is-default-class');
export const DEFAULT_CONTAINER_ANNOTATION = kubernetesName('kubectl.kubernetes.io/default-container');
export const DEPLOYMENT_REVISION_ANNOTATION = kubernetesName('deployment.kubernetes.io/revision');
export const HOSTNAME_LABEL = kubernetesName('kubernetes.io/hostname');
/** On a job: it was created by hand from a cron job. */
export const INSTANTIATE_ANNOTATION = kubernetesName('cronjob.kubernetes.io/instantiate');
export const INITIAL_EVENTS_END_ANNOTATION = kubernetesName('k8s.io/initial-events-end');
export const INGRESS_CLASS_ANNOTATION = kubernetesName('kubernetes.io/ingress.class');
export const LAST_APPLIED_ANNOTATION = kubernetesName('kubectl.kubernetes.io/last-applied-configuration');
export const MIRROR_POD_ANNOTATION = kubernetesName('kubernetes.io/config.mirror');
export const NAMESPACE_NAME_LABEL = kubernetesName('kubernetes.io/metadata.name');
export const RESTARTED_AT_ANNOTATION = kubernetesName('kubectl.kubernetes.io/restartedAt');
/** On a claim: the node that the scheduler has chosen for its first consumer. */
export const SELECTED_NODE_ANNOTATION = kubernetesName('volume.kubernetes.io/selected-node');
export const SERVICE_ACCOUNT_NAME_ANNOTATION = kubernetesName('kubernetes.io/service-account.name');
export const SERVICE_ACCOUNT_UID_ANNOTATION = kubernetesName('kubernetes.io/service-account.uid');
export const STORAGE_CLASS_ANNOTATION = kubernetesName('volume.beta.kubernetes.io/storage-class');

export const CUSTOM_RESOURCE_CLEANUP_FINALIZER = kubernetesName('customresourcecleanup.apiextensions.k8s.io');

export const BOOTSTRAP_TOKEN_TYPE = kubernetesName('bootstrap.kubernetes.io/token');
export const SERVICE_ACCOUNT_TOKEN_TYPE = kubernetesName('kubernetes.io/service-account-token');

export const GROUP_VERSION_KIND_EXTENSION = kubernetesName('x-kubernetes-group-version-kind');
export const PATCH_MERGE_KEY_EXTENSION = kubernetesName('x-kubernetes-patch-merge-key');
export const PATCH_STRATEGY_EXTENSION = kubernetesName('x-kubernetes-patch-strategy');
export const PRESERVE_UNKNOWN_FIELDS_EXTENSION = kubernetesName('x-kubernetes-preserve-unknown-fields');

export const JSON_MEDIA_TYPE = kubernetesName('application/json');
export const YAML_MEDIA_TYPE = kubernetesName('application/yaml');
export const PROTOBUF_MEDIA_TYPE = kubernetesName('application/vnd.kubernetes.protobuf');

/** Part of the project's own resource names, such as `kubernetes.io/batch-cpu`. */
export const KUBERNETES_PREFIX = kubernetesName('kubernetes.io/');
