/**
 * The Go structs that a pod template consists of, with their fields in the order of v1.28's source. A field is
 * `Name:type`, with `=member` when its JSON name is not its name with a small first letter, and `=.` when it is
 * embedded. `~X` is a string with the type name `v1.X`.
 */
const TEXTS: Readonly<Record<string, string>> = {
  PodTemplateSpec: 'ObjectMeta:ObjectMeta=metadata Spec:PodSpec',
  ObjectMeta: `Name:string GenerateName:string Namespace:string SelfLink:string UID:types.UID=uid
    ResourceVersion:string Generation:int64 CreationTimestamp:Time DeletionTimestamp:*Time
    DeletionGracePeriodSeconds:*int64 Labels:map[string]string Annotations:map[string]string
    OwnerReferences:[]OwnerReference Finalizers:[]string ManagedFields:[]ManagedFieldsEntry`,
  PodSpec: `Volumes:[]Volume InitContainers:[]Container Containers:[]Container EphemeralContainers:[]EphemeralContainer
    RestartPolicy:~RestartPolicy TerminationGracePeriodSeconds:*int64 ActiveDeadlineSeconds:*int64
    DNSPolicy:~DNSPolicy=dnsPolicy NodeSelector:map[string]string ServiceAccountName:string
    DeprecatedServiceAccount:string=serviceAccount AutomountServiceAccountToken:*bool NodeName:string HostNetwork:bool
    HostPID:bool HostIPC:bool ShareProcessNamespace:*bool SecurityContext:*PodSecurityContext
    ImagePullSecrets:[]LocalObjectReference Hostname:string Subdomain:string Affinity:*Affinity SchedulerName:string
    Tolerations:[]Toleration HostAliases:[]HostAlias PriorityClassName:string Priority:*int32
    DNSConfig:*PodDNSConfig=dnsConfig ReadinessGates:[]PodReadinessGate RuntimeClassName:*string
    EnableServiceLinks:*bool PreemptionPolicy:*~PreemptionPolicy Overhead:ResourceList
    TopologySpreadConstraints:[]TopologySpreadConstraint SetHostnameAsFQDN:*bool OS:*PodOS=os HostUsers:*bool
    SchedulingGates:[]PodSchedulingGate ResourceClaims:[]PodResourceClaim`,
  Container: `Name:string Image:string Command:[]string Args:[]string WorkingDir:string Ports:[]ContainerPort
    EnvFrom:[]EnvFromSource Env:[]EnvVar Resources:ResourceRequirements ResizePolicy:[]ContainerResizePolicy
    RestartPolicy:*~ContainerRestartPolicy VolumeMounts:[]VolumeMount VolumeDevices:[]VolumeDevice LivenessProbe:*Probe
    ReadinessProbe:*Probe StartupProbe:*Probe Lifecycle:*Lifecycle TerminationMessagePath:string
    TerminationMessagePolicy:~TerminationMessagePolicy ImagePullPolicy:~PullPolicy SecurityContext:*SecurityContext
    Stdin:bool StdinOnce:bool TTY:bool=tty`,
  ContainerPort: 'Name:string HostPort:int32 ContainerPort:int32 Protocol:~Protocol HostIP:string',
  EnvFromSource: 'Prefix:string ConfigMapRef:*ConfigMapEnvSource SecretRef:*SecretEnvSource',
  ConfigMapEnvSource: 'LocalObjectReference:LocalObjectReference=. Optional:*bool',
  SecretEnvSource: 'LocalObjectReference:LocalObjectReference=. Optional:*bool',
  EnvVar: 'Name:string Value:string ValueFrom:*EnvVarSource',
  EnvVarSource: `FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector
    ConfigMapKeyRef:*ConfigMapKeySelector SecretKeyRef:*SecretKeySelector`,
  ObjectFieldSelector: 'APIVersion:string=apiVersion FieldPath:string',
  ResourceFieldSelector: 'ContainerName:string Resource:string Divisor:Quantity',
  ConfigMapKeySelector: 'LocalObjectReference:LocalObjectReference=. Key:string Optional:*bool',
  SecretKeySelector: 'LocalObjectReference:LocalObjectReference=. Key:string Optional:*bool',
  ResourceRequirements: 'Limits:ResourceList Requests:ResourceList Claims:[]ResourceClaim',
  ResourceClaim: 'Name:string',
  ContainerResizePolicy: 'ResourceName:~ResourceName RestartPolicy:~ResourceResizeRestartPolicy',
  VolumeMount: `Name:string ReadOnly:bool MountPath:string SubPath:string MountPropagation:*~MountPropagationMode
    SubPathExpr:string`,
  VolumeDevice: 'Name:string DevicePath:string',
  Probe: `ProbeHandler:ProbeHandler=. InitialDelaySeconds:int32 TimeoutSeconds:int32 PeriodSeconds:int32
    SuccessThreshold:int32 FailureThreshold:int32 TerminationGracePeriodSeconds:*int64`,
  ProbeHandler:
    'Exec:*ExecAction HTTPGet:*HTTPGetAction=httpGet TCPSocket:*TCPSocketAction=tcpSocket GRPC:*GRPCAction=grpc',
  ExecAction: 'Command:[]string',
  HTTPGetAction: 'Path:string Port:IntOrString Host:string Scheme:~URIScheme HTTPHeaders:[]HTTPHeader=httpHeaders',
  HTTPHeader: 'Name:string Value:string',
  TCPSocketAction: 'Port:IntOrString Host:string',
  GRPCAction: 'Port:int32 Service:*string',
  Lifecycle: 'PostStart:*LifecycleHandler PreStop:*LifecycleHandler',
  LifecycleHandler: 'Exec:*ExecAction HTTPGet:*HTTPGetAction=httpGet TCPSocket:*TCPSocketAction=tcpSocket',
  SecurityContext: `Capabilities:*Capabilities Privileged:*bool SELinuxOptions:*SELinuxOptions=seLinuxOptions
    WindowsOptions:*WindowsSecurityContextOptions RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool
    ReadOnlyRootFilesystem:*bool AllowPrivilegeEscalation:*bool ProcMount:*~ProcMountType
    SeccompProfile:*SeccompProfile`,
  Capabilities: 'Add:[]~Capability Drop:[]~Capability',
  SELinuxOptions: 'User:string Role:string Type:string Level:string',
  WindowsSecurityContextOptions: `GMSACredentialSpecName:*string=gmsaCredentialSpecName
    GMSACredentialSpec:*string=gmsaCredentialSpec RunAsUserName:*string HostProcess:*bool`,
  SeccompProfile: 'Type:~SeccompProfileType LocalhostProfile:*string',
  PodSecurityContext: `SELinuxOptions:*SELinuxOptions=seLinuxOptions WindowsOptions:*WindowsSecurityContextOptions
    RunAsUser:*int64 RunAsGroup:*int64 RunAsNonRoot:*bool SupplementalGroups:[]int64 FSGroup:*int64=fsGroup
    Sysctls:[]Sysctl FSGroupChangePolicy:*~PodFSGroupChangePolicy=fsGroupChangePolicy SeccompProfile:*SeccompProfile`,
  Sysctl: 'Name:string Value:string',
  LocalObjectReference: 'Name:string',
  Affinity: 'NodeAffinity:*NodeAffinity PodAffinity:*PodAffinity PodAntiAffinity:*PodAntiAffinity',
  NodeAffinity: `RequiredDuringSchedulingIgnoredDuringExecution:*NodeSelector
    PreferredDuringSchedulingIgnoredDuringExecution:[]PreferredSchedulingTerm`,
  NodeSelector: 'NodeSelectorTerms:[]NodeSelectorTerm',
  NodeSelectorTerm: 'MatchExpressions:[]NodeSelectorRequirement MatchFields:[]NodeSelectorRequirement',
  NodeSelectorRequirement: 'Key:string Operator:~NodeSelectorOperator Values:[]string',
  PreferredSchedulingTerm: 'Weight:int32 Preference:NodeSelectorTerm',
  PodAffinity: `RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
    PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm`,
  PodAntiAffinity: `RequiredDuringSchedulingIgnoredDuringExecution:[]PodAffinityTerm
    PreferredDuringSchedulingIgnoredDuringExecution:[]WeightedPodAffinityTerm`,
  PodAffinityTerm:
    'LabelSelector:*LabelSelector Namespaces:[]string TopologyKey:string NamespaceSelector:*LabelSelector',
  WeightedPodAffinityTerm: 'Weight:int32 PodAffinityTerm:PodAffinityTerm',
  LabelSelector: 'MatchLabels:map[string]string MatchExpressions:[]LabelSelectorRequirement',
  LabelSelectorRequirement: 'Key:string Operator:~LabelSelectorOperator Values:[]string',
  Toleration: `Key:string Operator:~TolerationOperator Value:string Effect:~TaintEffect TolerationSeconds:*int64`,
  HostAlias: 'IP:string=ip Hostnames:[]string',
  PodDNSConfig: 'Nameservers:[]string Searches:[]string Options:[]PodDNSConfigOption',
  PodDNSConfigOption: 'Name:string Value:*string',
  PodReadinessGate: 'ConditionType:~PodConditionType',
  TopologySpreadConstraint: `MaxSkew:int32 TopologyKey:string WhenUnsatisfiable:~UnsatisfiableConstraintAction
    LabelSelector:*LabelSelector MinDomains:*int32 NodeAffinityPolicy:*~NodeInclusionPolicy
    NodeTaintsPolicy:*~NodeInclusionPolicy MatchLabelKeys:[]string`,
  PodOS: 'Name:~OSName',
  PodSchedulingGate: 'Name:string',
  PodResourceClaim: 'Name:string Source:ClaimSource',
  ClaimSource: 'ResourceClaimName:*string ResourceClaimTemplateName:*string',
  Volume: 'Name:string VolumeSource:VolumeSource=.',
  VolumeSource: `HostPath:*HostPathVolumeSource EmptyDir:*EmptyDirVolumeSource
    GCEPersistentDisk:*GCEPersistentDiskVolumeSource=gcePersistentDisk
    AWSElasticBlockStore:*AWSElasticBlockStoreVolumeSource=awsElasticBlockStore GitRepo:*GitRepoVolumeSource
    Secret:*SecretVolumeSource NFS:*NFSVolumeSource=nfs ISCSI:*ISCSIVolumeSource=iscsi
    Glusterfs:*GlusterfsVolumeSource PersistentVolumeClaim:*PersistentVolumeClaimVolumeSource RBD:*RBDVolumeSource=rbd
    FlexVolume:*FlexVolumeSource Cinder:*CinderVolumeSource CephFS:*CephFSVolumeSource=cephfs
    Flocker:*FlockerVolumeSource DownwardAPI:*DownwardAPIVolumeSource FC:*FCVolumeSource=fc
    AzureFile:*AzureFileVolumeSource ConfigMap:*ConfigMapVolumeSource VsphereVolume:*VsphereVirtualDiskVolumeSource
    Quobyte:*QuobyteVolumeSource AzureDisk:*AzureDiskVolumeSource
    PhotonPersistentDisk:*PhotonPersistentDiskVolumeSource Projected:*ProjectedVolumeSource
    PortworxVolume:*PortworxVolumeSource ScaleIO:*ScaleIOVolumeSource StorageOS:*StorageOSVolumeSource=storageos
    CSI:*CSIVolumeSource=csi Ephemeral:*EphemeralVolumeSource`,
  HostPathVolumeSource: 'Path:string Type:*~HostPathType',
  EmptyDirVolumeSource: 'Medium:~StorageMedium SizeLimit:*Quantity',
  GCEPersistentDiskVolumeSource: 'PDName:string=pdName FSType:string=fsType Partition:int32 ReadOnly:bool',
  AWSElasticBlockStoreVolumeSource: 'VolumeID:string FSType:string=fsType Partition:int32 ReadOnly:bool',
  GitRepoVolumeSource: 'Repository:string Revision:string Directory:string',
  SecretVolumeSource: 'SecretName:string Items:[]KeyToPath DefaultMode:*int32 Optional:*bool',
  NFSVolumeSource: 'Server:string Path:string ReadOnly:bool',
  ISCSIVolumeSource: `TargetPortal:string IQN:string=iqn Lun:int32 ISCSIInterface:string=iscsiInterface
    FSType:string=fsType ReadOnly:bool Portals:[]string DiscoveryCHAPAuth:bool=chapAuthDiscovery
    SessionCHAPAuth:bool=chapAuthSession SecretRef:*LocalObjectReference InitiatorName:*string`,
  GlusterfsVolumeSource: 'EndpointsName:string=endpoints Path:string ReadOnly:bool',
  PersistentVolumeClaimVolumeSource: 'ClaimName:string ReadOnly:bool',
  RBDVolumeSource: `CephMonitors:[]string=monitors RBDImage:string=image FSType:string=fsType RBDPool:string=pool
    RadosUser:string=user Keyring:string SecretRef:*LocalObjectReference ReadOnly:bool`,
  FlexVolumeSource: `Driver:string FSType:string=fsType SecretRef:*LocalObjectReference ReadOnly:bool
    Options:map[string]string`,
  CinderVolumeSource: 'VolumeID:string FSType:string=fsType ReadOnly:bool SecretRef:*LocalObjectReference',
  CephFSVolumeSource: `Monitors:[]string Path:string User:string SecretFile:string SecretRef:*LocalObjectReference
    ReadOnly:bool`,
  FlockerVolumeSource: 'DatasetName:string DatasetUUID:string',
  DownwardAPIVolumeSource: 'Items:[]DownwardAPIVolumeFile DefaultMode:*int32',
  DownwardAPIVolumeFile: `Path:string FieldRef:*ObjectFieldSelector ResourceFieldRef:*ResourceFieldSelector Mode:*int32`,
  FCVolumeSource: 'TargetWWNs:[]string Lun:*int32 FSType:string=fsType ReadOnly:bool WWIDs:[]string=wwids',
  AzureFileVolumeSource: 'SecretName:string ShareName:string ReadOnly:bool',
  ConfigMapVolumeSource: `LocalObjectReference:LocalObjectReference=. Items:[]KeyToPath DefaultMode:*int32
    Optional:*bool`,
  VsphereVirtualDiskVolumeSource: `VolumePath:string FSType:string=fsType StoragePolicyName:string
    StoragePolicyID:string`,
  QuobyteVolumeSource: 'Registry:string Volume:string ReadOnly:bool User:string Group:string Tenant:string',
  AzureDiskVolumeSource: `DiskName:string DataDiskURI:string=diskURI CachingMode:*~AzureDataDiskCachingMode
    FSType:*string=fsType ReadOnly:*bool Kind:*~AzureDataDiskKind`,
  PhotonPersistentDiskVolumeSource: 'PdID:string FSType:string=fsType',
  ProjectedVolumeSource: 'Sources:[]VolumeProjection DefaultMode:*int32',
  VolumeProjection: `Secret:*SecretProjection DownwardAPI:*DownwardAPIProjection ConfigMap:*ConfigMapProjection
    ServiceAccountToken:*ServiceAccountTokenProjection`,
  SecretProjection: 'LocalObjectReference:LocalObjectReference=. Items:[]KeyToPath Optional:*bool',
  DownwardAPIProjection: 'Items:[]DownwardAPIVolumeFile',
  ConfigMapProjection: 'LocalObjectReference:LocalObjectReference=. Items:[]KeyToPath Optional:*bool',
  ServiceAccountTokenProjection: 'Audience:string ExpirationSeconds:*int64 Path:string',
  PortworxVolumeSource: 'VolumeID:string FSType:string=fsType ReadOnly:bool',
  ScaleIOVolumeSource: `Gateway:string System:string SecretRef:*LocalObjectReference SSLEnabled:bool=sslEnabled
    ProtectionDomain:string StoragePool:string StorageMode:string VolumeName:string FSType:string=fsType
    ReadOnly:bool`,
  StorageOSVolumeSource: `VolumeName:string VolumeNamespace:string FSType:string=fsType ReadOnly:bool
    SecretRef:*LocalObjectReference`,
  CSIVolumeSource: `Driver:string ReadOnly:*bool FSType:*string=fsType VolumeAttributes:map[string]string
    NodePublishSecretRef:*LocalObjectReference`,
  EphemeralVolumeSource: 'VolumeClaimTemplate:*PersistentVolumeClaimTemplate',
  PersistentVolumeClaimTemplate: 'ObjectMeta:ObjectMeta=metadata Spec:PersistentVolumeClaimSpec',
  PersistentVolumeClaimSpec: `AccessModes:[]~PersistentVolumeAccessMode Selector:*LabelSelector
    Resources:ResourceRequirements VolumeName:string StorageClassName:*string VolumeMode:*~PersistentVolumeMode
    DataSource:*TypedLocalObjectReference DataSourceRef:*TypedObjectReference`,
  TypedLocalObjectReference: 'APIGroup:*string=apiGroup Kind:string Name:string',
  TypedObjectReference: 'APIGroup:*string=apiGroup Kind:string Name:string Namespace:*string',
  KeyToPath: 'Key:string Path:string Mode:*int32',
};

export interface StructField {
  /** The name in Go. */
  readonly name: string;
  readonly type: string;
  /** The name in JSON; undefined for an embedded struct. */
  readonly member: string | undefined;
}

function parseField(text: string): StructField {
  const [, name = '', type = '', member] = /^(\w+):([^=]+)(?:=(.+))?$/.exec(text) ?? [];
  if (member === '.') return { name, type, member: undefined };
  return { name, type, member: member ?? name.charAt(0).toLowerCase() + name.slice(1) };
}

const parsed = new Map<string, readonly StructField[]>();

/** Returns the fields of a struct; undefined when the type is not a struct of a pod template. */
export function structFields(name: string): readonly StructField[] | undefined {
  const text = TEXTS[name];
  if (text === undefined) return undefined;
  const known = parsed.get(name) ?? text.split(/\s+/).map(parseField);
  parsed.set(name, known);
  return known;
}
