/**
 * What the definitions do not say of the Go types of v1.28, and the bytes of an answer depend on: which fields are
 * pointers and which are written although nothing was sent. Fields are listed by definition, separated by blanks.
 */
const list = (table: Readonly<Record<string, string>>): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(Object.entries(table).map(([definition, fields]) => [definition, new Set(fields.split(' '))]));

const has = (table: ReadonlyMap<string, ReadonlySet<string>>, definition: string, field: string): boolean =>
  table.get(definition)?.has(field) ?? false;

/** Scalars behind a pointer: kept when they are sent as zero, null when they are required and absent. */
const POINTER_SCALARS = list({
  'admissionregistration.v1.MutatingWebhook': 'failurePolicy matchPolicy reinvocationPolicy sideEffects timeoutSeconds',
  'admissionregistration.v1.RuleWithOperations': 'scope',
  'admissionregistration.v1.ServiceReference': 'path port',
  'admissionregistration.v1.ValidatingWebhook': 'failurePolicy matchPolicy sideEffects timeoutSeconds',
  'admissionregistration.v1.WebhookClientConfig': 'url',
  'admissionregistration.v1alpha1.MatchResources': 'matchPolicy',
  'admissionregistration.v1alpha1.NamedRuleWithOperations': 'scope',
  'admissionregistration.v1alpha1.ParamRef': 'parameterNotFoundAction',
  'admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec': 'failurePolicy',
  'admissionregistration.v1alpha1.Validation': 'reason',
  'admissionregistration.v1beta1.MatchResources': 'matchPolicy',
  'admissionregistration.v1beta1.NamedRuleWithOperations': 'scope',
  'admissionregistration.v1beta1.ParamRef': 'parameterNotFoundAction',
  'admissionregistration.v1beta1.ValidatingAdmissionPolicySpec': 'failurePolicy',
  'admissionregistration.v1beta1.Validation': 'reason',
  'apiextensions.v1.CustomResourceDefinitionVersion': 'deprecationWarning',
  'apiextensions.v1.CustomResourceSubresourceScale': 'labelSelectorPath',
  'apiextensions.v1.JSONSchemaProps':
    'maximum minimum multipleOf maxItems maxLength maxProperties minItems minLength minProperties x-kubernetes-list-type x-kubernetes-map-type x-kubernetes-preserve-unknown-fields',
  'apiextensions.v1.ServiceReference': 'path port',
  'apiextensions.v1.ValidationRule': 'reason',
  'apiextensions.v1.WebhookClientConfig': 'url',
  'apiregistration.v1.ServiceReference': 'port',
  'apiserverinternal.v1alpha1.StorageVersionStatus': 'commonEncodingVersion',
  'apps.v1.DaemonSetSpec': 'revisionHistoryLimit',
  'apps.v1.DaemonSetStatus': 'collisionCount',
  'apps.v1.DeploymentSpec': 'progressDeadlineSeconds replicas revisionHistoryLimit',
  'apps.v1.DeploymentStatus': 'collisionCount',
  'apps.v1.ReplicaSetSpec': 'replicas',
  'apps.v1.RollingUpdateDaemonSet': 'maxSurge maxUnavailable',
  'apps.v1.RollingUpdateDeployment': 'maxSurge maxUnavailable',
  'apps.v1.RollingUpdateStatefulSetStrategy': 'maxUnavailable partition',
  'apps.v1.StatefulSetSpec': 'replicas revisionHistoryLimit',
  'apps.v1.StatefulSetStatus': 'collisionCount',
  'authentication.v1.TokenRequestSpec': 'expirationSeconds',
  'autoscaling.v1.HorizontalPodAutoscalerSpec': 'minReplicas targetCPUUtilizationPercentage',
  'autoscaling.v1.HorizontalPodAutoscalerStatus': 'currentCPUUtilizationPercentage lastScaleTime observedGeneration',
  'autoscaling.v2.HPAScalingRules': 'selectPolicy stabilizationWindowSeconds',
  'autoscaling.v2.HorizontalPodAutoscalerSpec': 'minReplicas',
  'autoscaling.v2.HorizontalPodAutoscalerStatus': 'lastScaleTime observedGeneration',
  'autoscaling.v2.MetricTarget': 'averageUtilization averageValue value',
  'autoscaling.v2.MetricValueStatus': 'averageUtilization averageValue value',
  'batch.v1.CronJobSpec': 'failedJobsHistoryLimit startingDeadlineSeconds successfulJobsHistoryLimit suspend timeZone',
  'batch.v1.CronJobStatus': 'lastScheduleTime lastSuccessfulTime',
  'batch.v1.JobSpec':
    'activeDeadlineSeconds backoffLimit backoffLimitPerIndex completionMode completions manualSelector maxFailedIndexes parallelism podReplacementPolicy suspend ttlSecondsAfterFinished',
  'batch.v1.JobStatus': 'completionTime failedIndexes ready startTime terminating',
  'batch.v1.PodFailurePolicyOnExitCodesRequirement': 'containerName',
  'certificates.v1.CertificateSigningRequestSpec': 'expirationSeconds',
  'coordination.v1.LeaseSpec': 'acquireTime holderIdentity leaseDurationSeconds leaseTransitions renewTime',
  'core.v1.AzureDiskVolumeSource': 'cachingMode fsType kind readOnly',
  'core.v1.AzureFilePersistentVolumeSource': 'secretNamespace',
  'core.v1.CSIVolumeSource': 'fsType readOnly',
  'core.v1.ClaimSource': 'resourceClaimName resourceClaimTemplateName',
  'core.v1.ClientIPConfig': 'timeoutSeconds',
  'core.v1.ConfigMap': 'immutable',
  'core.v1.ConfigMapEnvSource': 'optional',
  'core.v1.ConfigMapKeySelector': 'optional',
  'core.v1.ConfigMapProjection': 'optional',
  'core.v1.ConfigMapVolumeSource': 'defaultMode optional',
  'core.v1.Container': 'restartPolicy',
  'core.v1.ContainerStatus': 'started',
  'core.v1.DownwardAPIVolumeFile': 'mode',
  'core.v1.DownwardAPIVolumeSource': 'defaultMode',
  'core.v1.EmptyDirVolumeSource': 'sizeLimit',
  'core.v1.EndpointAddress': 'nodeName',
  'core.v1.EndpointPort': 'appProtocol',
  'core.v1.EphemeralContainer': 'restartPolicy',
  'core.v1.FCVolumeSource': 'lun',
  'core.v1.GRPCAction': 'service',
  'core.v1.GlusterfsPersistentVolumeSource': 'endpointsNamespace',
  'core.v1.HostPathVolumeSource': 'type',
  'core.v1.ISCSIPersistentVolumeSource': 'initiatorName',
  'core.v1.ISCSIVolumeSource': 'initiatorName',
  'core.v1.KeyToPath': 'mode',
  'core.v1.LocalVolumeSource': 'fsType',
  'core.v1.PersistentVolumeClaimSpec': 'storageClassName volumeMode',
  'core.v1.PersistentVolumeSpec': 'volumeMode',
  'core.v1.PersistentVolumeStatus': 'lastPhaseTransitionTime',
  'core.v1.PodDNSConfigOption': 'value',
  'core.v1.PodResourceClaimStatus': 'resourceClaimName',
  'core.v1.PodSecurityContext': 'fsGroup fsGroupChangePolicy runAsGroup runAsNonRoot runAsUser',
  'core.v1.PodSpec':
    'activeDeadlineSeconds automountServiceAccountToken enableServiceLinks hostUsers preemptionPolicy priority runtimeClassName setHostnameAsFQDN shareProcessNamespace terminationGracePeriodSeconds',
  'core.v1.PodStatus': 'startTime',
  'core.v1.PortStatus': 'error',
  'core.v1.Probe': 'terminationGracePeriodSeconds',
  'core.v1.ProjectedVolumeSource': 'defaultMode',
  'core.v1.ReplicationControllerSpec': 'replicas',
  'core.v1.SeccompProfile': 'localhostProfile',
  'core.v1.Secret': 'immutable',
  'core.v1.SecretEnvSource': 'optional',
  'core.v1.SecretKeySelector': 'optional',
  'core.v1.SecretProjection': 'optional',
  'core.v1.SecretVolumeSource': 'defaultMode optional',
  'core.v1.SecurityContext':
    'allowPrivilegeEscalation privileged procMount readOnlyRootFilesystem runAsGroup runAsNonRoot runAsUser',
  'core.v1.ServiceAccount': 'automountServiceAccountToken',
  'core.v1.ServiceAccountTokenProjection': 'expirationSeconds',
  'core.v1.ServicePort': 'appProtocol',
  'core.v1.ServiceSpec': 'allocateLoadBalancerNodePorts internalTrafficPolicy ipFamilyPolicy loadBalancerClass',
  'core.v1.Taint': 'timeAdded',
  'core.v1.Toleration': 'tolerationSeconds',
  'core.v1.TopologySpreadConstraint': 'minDomains nodeAffinityPolicy nodeTaintsPolicy',
  'core.v1.TypedLocalObjectReference': 'apiGroup',
  'core.v1.TypedObjectReference': 'apiGroup namespace',
  'core.v1.VolumeMount': 'mountPropagation',
  'core.v1.WindowsSecurityContextOptions': 'gmsaCredentialSpec gmsaCredentialSpecName hostProcess runAsUserName',
  'discovery.v1.Endpoint': 'hostname nodeName zone',
  'discovery.v1.EndpointConditions': 'ready serving terminating',
  'discovery.v1.EndpointPort': 'appProtocol name port protocol',
  'flowcontrol.v1beta2.ExemptPriorityLevelConfiguration': 'lendablePercent nominalConcurrencyShares',
  'flowcontrol.v1beta2.LimitedPriorityLevelConfiguration': 'borrowingLimitPercent lendablePercent',
  'flowcontrol.v1beta3.ExemptPriorityLevelConfiguration': 'lendablePercent nominalConcurrencyShares',
  'flowcontrol.v1beta3.LimitedPriorityLevelConfiguration': 'borrowingLimitPercent lendablePercent',
  'meta.v1.DeleteOptions': 'gracePeriodSeconds orphanDependents propagationPolicy',
  'meta.v1.ListMeta': 'remainingItemCount',
  'meta.v1.ManagedFieldsEntry': 'time',
  'meta.v1.ObjectMeta': 'deletionGracePeriodSeconds deletionTimestamp',
  'meta.v1.OwnerReference': 'blockOwnerDeletion controller',
  'meta.v1.Preconditions': 'resourceVersion uid',
  'networking.v1.HTTPIngressPath': 'pathType',
  'networking.v1.IngressClassParametersReference': 'apiGroup namespace scope',
  'networking.v1.IngressPortStatus': 'error',
  'networking.v1.IngressSpec': 'ingressClassName',
  'networking.v1.NetworkPolicyPort': 'endPort port protocol',
  'policy.v1.PodDisruptionBudgetSpec': 'maxUnavailable minAvailable unhealthyPodEvictionPolicy',
  'scheduling.v1.PriorityClass': 'preemptionPolicy',
  'storage.v1.CSIDriverSpec':
    'attachRequired fsGroupPolicy podInfoOnMount requiresRepublish seLinuxMount storageCapacity',
  'storage.v1.CSIStorageCapacity': 'capacity maximumVolumeSize',
  'storage.v1.StorageClass': 'allowVolumeExpansion reclaimPolicy volumeBindingMode',
  'storage.v1.TokenRequest': 'expirationSeconds',
  'storage.v1.VolumeAttachmentSource': 'persistentVolumeName',
  'storage.v1.VolumeNodeResources': 'count',
});

/** Structs that are required, yet pointers: null when absent. */
const REQUIRED_POINTER_STRUCTS = list({
  'apps.v1.DaemonSetSpec': 'selector',
  'apps.v1.DeploymentSpec': 'selector',
  'apps.v1.ReplicaSetSpec': 'selector',
  'apps.v1.StatefulSetSpec': 'selector',
  'core.v1.ScaleIOPersistentVolumeSource': 'secretRef',
  'core.v1.ScaleIOVolumeSource': 'secretRef',
  'core.v1.VolumeNodeAffinity': 'required',
});

/** Optional structs that are no pointers, beside `metadata`, and `spec` and `status` of kinds: always written. */
const VALUE_STRUCTS = list({
  'apiextensions.v1.CustomResourceDefinitionStatus': 'acceptedNames',
  'apps.v1.ControllerRevision': 'data',
  'apps.v1.DaemonSetSpec': 'updateStrategy',
  'apps.v1.DeploymentSpec': 'strategy',
  'apps.v1.ReplicaSetSpec': 'template',
  'apps.v1.StatefulSetSpec': 'updateStrategy',
  'authentication.v1.SelfSubjectReviewStatus': 'userInfo',
  'authentication.v1.TokenReviewStatus': 'user',
  'authentication.v1alpha1.SelfSubjectReviewStatus': 'userInfo',
  'authentication.v1beta1.SelfSubjectReviewStatus': 'userInfo',
  'batch.v1.JobTemplateSpec': 'metadata spec',
  'core.v1.Container': 'resources',
  'core.v1.ContainerStatus': 'lastState state',
  'core.v1.EphemeralContainer': 'resources',
  'core.v1.Event': 'source',
  'core.v1.NodeDaemonEndpoints': 'kubeletEndpoint',
  'core.v1.NodeStatus': 'daemonEndpoints nodeInfo',
  'core.v1.PersistentVolumeClaimSpec': 'resources',
  'core.v1.PersistentVolumeClaimTemplate': 'metadata',
  'core.v1.PodResourceClaim': 'source',
  'core.v1.PodTemplate': 'template',
  'core.v1.PodTemplateSpec': 'metadata spec',
  'core.v1.ServiceStatus': 'loadBalancer',
  'discovery.v1.Endpoint': 'conditions',
  'events.v1.Event': 'deprecatedSource regarding',
  'flowcontrol.v1beta2.LimitedPriorityLevelConfiguration': 'limitResponse',
  'flowcontrol.v1beta3.LimitedPriorityLevelConfiguration': 'limitResponse',
  'meta.v1.APIGroup': 'preferredVersion',
  'networking.v1.IngressServiceBackend': 'port',
  'networking.v1.IngressStatus': 'loadBalancer',
  'resource.v1alpha2.ResourceClaimTemplateSpec': 'metadata',
});

/** Optional scalars, lists and maps without `omitempty`: written as zero or null when absent. */
const WRITTEN_WHEN_ABSENT = list({
  'apiextensions.v1.CustomResourceDefinitionStatus': 'conditions storedVersions',
  'apps.v1.StatefulSetOrdinals': 'start',
  'apps.v1.StatefulSetStatus': 'availableReplicas',
  'authentication.v1.TokenRequestSpec': 'boundObjectRef expirationSeconds',
  'autoscaling.v2.HorizontalPodAutoscalerStatus': 'currentMetrics',
  'admissionregistration.v1alpha1.ValidatingAdmissionPolicySpec': 'variables',
  'admissionregistration.v1beta1.ValidatingAdmissionPolicySpec': 'variables',
  'batch.v1.PodFailurePolicyRule': 'onExitCodes',
  'core.v1.Event': 'reportingComponent reportingInstance',
  'core.v1.GRPCAction': 'service',
  'core.v1.ResourceFieldSelector': 'divisor',
  'core.v1.ServicePort': 'targetPort',
  'core.v1.TypedLocalObjectReference': 'apiGroup',
  'core.v1.TypedObjectReference': 'apiGroup',
  'discovery.v1.EndpointSlice': 'ports',
  'flowcontrol.v1beta2.FlowSchemaSpec': 'matchingPrecedence',
  'flowcontrol.v1beta2.LimitedPriorityLevelConfiguration': 'assuredConcurrencyShares',
  'flowcontrol.v1beta2.QueuingConfiguration': 'handSize queueLengthLimit queues',
  'flowcontrol.v1beta2.ResourcePolicyRule': 'namespaces',
  'flowcontrol.v1beta3.FlowSchemaSpec': 'matchingPrecedence',
  'flowcontrol.v1beta3.LimitedPriorityLevelConfiguration': 'nominalConcurrencyShares',
  'flowcontrol.v1beta3.QueuingConfiguration': 'handSize queueLengthLimit queues',
  'flowcontrol.v1beta3.ResourcePolicyRule': 'namespaces',
  'networking.v1.IngressClassParametersReference': 'scope',
  'networking.v1alpha1.ClusterCIDRSpec': 'ipv4 ipv6',
  'rbac.v1.ClusterRole': 'rules',
  'rbac.v1.Role': 'rules',
  'storage.v1.CSINodeDriver': 'topologyKeys',
});

/** Lists that are defaulted when they are absent, and refused when they are empty. */
const KEPT_WHEN_EMPTY = list({
  'autoscaling.v2.HPAScalingRules': 'policies',
});

/** Defaults that name elements of keyed lists, and therefore belong to the schema and not only to the kind. */
const KEY_DEFAULTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'core.v1.ContainerPort': { protocol: 'TCP' },
  'core.v1.EndpointPort': { protocol: 'TCP' },
  'core.v1.ServicePort': { protocol: 'TCP' },
};

export const keyDefault = (definition: string, field: string): unknown => KEY_DEFAULTS[definition]?.[field];

/** What is known of a field beside its type. */
export interface FieldDescription {
  readonly definition: string;
  /** In Kubernetes' own spelling. */
  readonly field: string;
  readonly required: boolean;
  /** True in definitions that are kinds themselves. */
  readonly inKind: boolean;
  readonly type: 'scalar' | 'time' | 'struct' | 'any' | 'list' | 'map';
}

/** Structs that Go holds by value and writes in any case. */
const isValueStruct = ({ definition, field, inKind, type }: FieldDescription): boolean =>
  has(VALUE_STRUCTS, definition, field) ||
  (inKind && (field === 'metadata' || (type === 'struct' && (field === 'spec' || field === 'status'))));

/** Whether Go holds the field by a pointer. */
export function isPointer(description: FieldDescription): boolean {
  const { definition, field, required, type } = description;
  if (type === 'list' || type === 'map' || isValueStruct(description)) return false;
  if (type === 'struct' && required) return has(REQUIRED_POINTER_STRUCTS, definition, field);
  return type === 'struct' || has(POINTER_SCALARS, definition, field);
}

/** How Go writes the field when it holds nothing: see `Field.empty`. */
export function emptyOf(description: FieldDescription): 'omitted' | 'kept' | 'always' {
  const { definition, field, required, type } = description;
  if (required || isValueStruct(description) || has(WRITTEN_WHEN_ABSENT, definition, field)) return 'always';
  if (has(KEPT_WHEN_EMPTY, definition, field)) return 'kept';
  if (type === 'list' || type === 'map') return 'omitted';
  if (isPointer(description)) return 'kept';
  return type === 'time' ? 'always' : type === 'any' ? 'kept' : 'omitted';
}
