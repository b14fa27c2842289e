import type { Schema } from './schema.ts';

/**
 * Fields whose strings have a type of their own in Go, as its decoder names them: `field:Type`, in the package of the
 * definition's version. Of a list the type is that of the elements.
 */
const NAMED_TYPES: Readonly<Record<string, string>> = {
  'admissionregistration.v1.MutatingWebhook':
    'failurePolicy:FailurePolicyType matchPolicy:MatchPolicyType reinvocationPolicy:ReinvocationPolicyType sideEffects:SideEffectClass',
  'admissionregistration.v1.RuleWithOperations': 'operations:OperationType scope:ScopeType',
  'admissionregistration.v1.ValidatingWebhook':
    'failurePolicy:FailurePolicyType matchPolicy:MatchPolicyType sideEffects:SideEffectClass',
  'apiextensions.v1.CustomResourceConversion': 'strategy:ConversionStrategyType',
  'apiextensions.v1.CustomResourceDefinitionCondition':
    'status:ConditionStatus type:CustomResourceDefinitionConditionType',
  'apiextensions.v1.CustomResourceDefinitionSpec': 'scope:ResourceScope',
  'apiextensions.v1.ValidationRule': 'reason:FieldValueErrorReason',
  'apps.v1.DaemonSetUpdateStrategy': 'type:DaemonSetUpdateStrategyType',
  'apps.v1.DeploymentCondition': 'status:ConditionStatus type:DeploymentConditionType',
  'apps.v1.DeploymentStrategy': 'type:DeploymentStrategyType',
  'apps.v1.StatefulSetSpec': 'podManagementPolicy:PodManagementPolicyType',
  'apps.v1.StatefulSetUpdateStrategy': 'type:StatefulSetUpdateStrategyType',
  'authentication.v1.BoundObjectReference': 'uid:types.UID',
  'autoscaling.v2.HPAScalingPolicy': 'type:HPAScalingPolicyType',
  'autoscaling.v2.HPAScalingRules': 'selectPolicy:ScalingPolicySelect',
  'autoscaling.v2.MetricSpec': 'type:MetricSourceType',
  'autoscaling.v2.MetricTarget': 'type:MetricTargetType',
  'autoscaling.v2.ResourceMetricSource': 'name:ResourceName',
  'batch.v1.CronJobSpec': 'concurrencyPolicy:ConcurrencyPolicy',
  'batch.v1.JobCondition': 'status:ConditionStatus type:JobConditionType',
  'batch.v1.JobSpec': 'completionMode:CompletionMode podReplacementPolicy:PodReplacementPolicy',
  'batch.v1.PodFailurePolicyRule': 'action:PodFailurePolicyAction',
  'certificates.v1.CertificateSigningRequestCondition': 'status:ConditionStatus type:RequestConditionType',
  'certificates.v1.CertificateSigningRequestSpec': 'usages:KeyUsage',
  'core.v1.Capabilities': 'add:Capability drop:Capability',
  'core.v1.Container':
    'imagePullPolicy:PullPolicy restartPolicy:ContainerRestartPolicy terminationMessagePolicy:TerminationMessagePolicy',
  'core.v1.ContainerPort': 'protocol:Protocol',
  'core.v1.ContainerResizePolicy': 'resourceName:ResourceName restartPolicy:ResourceResizeRestartPolicy',
  'core.v1.EmptyDirVolumeSource': 'medium:StorageMedium',
  'core.v1.EndpointPort': 'protocol:Protocol',
  'core.v1.EphemeralContainer':
    'imagePullPolicy:PullPolicy restartPolicy:ContainerRestartPolicy terminationMessagePolicy:TerminationMessagePolicy',
  'core.v1.HTTPGetAction': 'scheme:URIScheme',
  'core.v1.HostPathVolumeSource': 'type:HostPathType',
  'core.v1.LimitRangeItem': 'type:LimitType',
  'core.v1.NamespaceSpec': 'finalizers:FinalizerName',
  'core.v1.NamespaceStatus': 'phase:NamespacePhase',
  'core.v1.NodeAddress': 'type:NodeAddressType',
  'core.v1.NodeCondition': 'status:ConditionStatus type:NodeConditionType',
  'core.v1.NodeSelectorRequirement': 'operator:NodeSelectorOperator',
  'core.v1.ObjectReference': 'uid:types.UID',
  'core.v1.PersistentVolumeClaimSpec': 'accessModes:PersistentVolumeAccessMode volumeMode:PersistentVolumeMode',
  'core.v1.PersistentVolumeClaimStatus': 'accessModes:PersistentVolumeAccessMode phase:PersistentVolumeClaimPhase',
  'core.v1.PersistentVolumeSpec':
    'accessModes:PersistentVolumeAccessMode persistentVolumeReclaimPolicy:PersistentVolumeReclaimPolicy volumeMode:PersistentVolumeMode',
  'core.v1.PersistentVolumeStatus': 'phase:PersistentVolumePhase',
  'core.v1.PodCondition': 'status:ConditionStatus type:PodConditionType',
  'core.v1.PodOS': 'name:OSName',
  'core.v1.PodReadinessGate': 'conditionType:PodConditionType',
  'core.v1.PodSecurityContext': 'fsGroupChangePolicy:PodFSGroupChangePolicy',
  'core.v1.PodSpec': 'dnsPolicy:DNSPolicy preemptionPolicy:PreemptionPolicy restartPolicy:RestartPolicy',
  'core.v1.PodStatus': 'phase:PodPhase qosClass:PodQOSClass resize:PodResizeStatus',
  'core.v1.ResourceQuotaSpec': 'scopes:ResourceQuotaScope',
  'core.v1.ScopedResourceSelectorRequirement': 'operator:ScopeSelectorOperator scopeName:ResourceQuotaScope',
  'core.v1.SeccompProfile': 'type:SeccompProfileType',
  'core.v1.Secret': 'type:SecretType',
  'core.v1.SecurityContext': 'procMount:ProcMountType',
  'core.v1.ServicePort': 'protocol:Protocol',
  'core.v1.ServiceSpec':
    'externalTrafficPolicy:ServiceExternalTrafficPolicy internalTrafficPolicy:ServiceInternalTrafficPolicy ipFamilies:IPFamily ipFamilyPolicy:IPFamilyPolicy sessionAffinity:ServiceAffinity type:ServiceType',
  'core.v1.Taint': 'effect:TaintEffect',
  'core.v1.Toleration': 'effect:TaintEffect operator:TolerationOperator',
  'core.v1.TopologySpreadConstraint':
    'nodeAffinityPolicy:NodeInclusionPolicy nodeTaintsPolicy:NodeInclusionPolicy whenUnsatisfiable:UnsatisfiableConstraintAction',
  'core.v1.VolumeMount': 'mountPropagation:MountPropagationMode',
  'discovery.v1.EndpointPort': 'protocol:Protocol',
  'discovery.v1.EndpointSlice': 'addressType:AddressType',
  'meta.v1.Condition': 'status:ConditionStatus',
  'meta.v1.DeleteOptions': 'propagationPolicy:DeletionPropagation',
  'meta.v1.LabelSelectorRequirement': 'operator:LabelSelectorOperator',
  'meta.v1.ManagedFieldsEntry': 'operation:ManagedFieldsOperationType',
  'meta.v1.ObjectMeta': 'uid:types.UID',
  'meta.v1.OwnerReference': 'uid:types.UID',
  'meta.v1.Preconditions': 'uid:types.UID',
  'networking.v1.HTTPIngressPath': 'pathType:PathType',
  'networking.v1.NetworkPolicyPort': 'protocol:Protocol',
  'networking.v1.NetworkPolicySpec': 'policyTypes:PolicyType',
  'policy.v1.PodDisruptionBudgetSpec': 'unhealthyPodEvictionPolicy:UnhealthyPodEvictionPolicyType',
  'scheduling.v1.PriorityClass': 'preemptionPolicy:PreemptionPolicy',
  'storage.v1.CSIDriverSpec': 'fsGroupPolicy:FSGroupPolicy volumeLifecycleModes:VolumeLifecycleMode',
  'storage.v1.StorageClass': 'reclaimPolicy:PersistentVolumeReclaimPolicy volumeBindingMode:VolumeBindingMode',
};

const SCALARS = {
  boolean: 'bool',
  bytes: '[]uint8',
  int32: 'int32',
  int64: 'int64',
  intOrString: 'int32', // its decoder reads what is no text as a number
  microtime: 'string', // times are read as text first
  number: 'float64',
  quantity: 'resource.Quantity',
  string: 'string',
  time: 'string',
} as const;

/** `v1.Container` of `core.v1.Container`. */
const packaged = (definition: string): string => definition.split('.').slice(-2).join('.');

/** The type of a field's strings where they have one of their own. */
export function namedType(definition: string, field: string): string | undefined {
  const found = NAMED_TYPES[definition]?.split(' ').find((entry) => entry.startsWith(`${field}:`));
  const type = found?.slice(field.length + 1);
  if (!type) return undefined;
  return type.includes('.') ? type : `${definition.split('.').at(-2)}.${type}`;
}

/** The Go type of a value as an error of its decoder names it; `definition` and `field` say where the value stands. */
export function goTypeName(schema: Schema, definition: string, field: string): string {
  switch (schema.kind) {
    case 'any':
      return 'interface {}';
    case 'struct':
      return packaged(schema.name ?? '');
    case 'list':
      return `[]${goTypeName(schema.items, definition, field)}`;
    case 'map': {
      const { values } = schema;
      if (values.kind === 'scalar' && values.type === 'quantity') return 'v1.ResourceList';
      const isExtra = field === 'extra' && values.kind === 'list';
      return `map[string]${isExtra ? `${definition.split('.').at(-2)}.ExtraValue` : goTypeName(values, definition, field)}`;
    }
    case 'scalar':
      return (schema.type === 'string' ? namedType(definition, field) : undefined) ?? SCALARS[schema.type];
  }
}
