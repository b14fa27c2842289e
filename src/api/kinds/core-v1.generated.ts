// Written by src/scripts/generate-kinds.mjs from definitions.json; do not edit.
import type { ObjectMeta, ListMeta, LabelSelector, Condition } from './meta-v1.generated.ts';

export interface AWSElasticBlockStoreVolumeSource {
  fsType?: string | undefined;
  partition?: number | undefined;
  readOnly?: boolean | undefined;
  volumeID: string;
}

export interface Affinity {
  nodeAffinity?: NodeAffinity | undefined;
  podAffinity?: PodAffinity | undefined;
  podAntiAffinity?: PodAntiAffinity | undefined;
}

export interface AttachedVolume {
  devicePath: string;
  name: string;
}

export interface AzureDiskVolumeSource {
  cachingMode?: string | undefined;
  diskName: string;
  diskURI: string;
  fsType?: string | undefined;
  kind?: string | undefined;
  readOnly?: boolean | undefined;
}

export interface AzureFilePersistentVolumeSource {
  readOnly?: boolean | undefined;
  secretName: string;
  secretNamespace?: string | undefined;
  shareName: string;
}

export interface AzureFileVolumeSource {
  readOnly?: boolean | undefined;
  secretName: string;
  shareName: string;
}

export interface Binding {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  target: ObjectReference;
}

export interface CSIPersistentVolumeSource {
  controllerExpandSecretRef?: SecretReference | undefined;
  controllerPublishSecretRef?: SecretReference | undefined;
  driver: string;
  fsType?: string | undefined;
  nodeExpandSecretRef?: SecretReference | undefined;
  nodePublishSecretRef?: SecretReference | undefined;
  nodeStageSecretRef?: SecretReference | undefined;
  readOnly?: boolean | undefined;
  volumeAttributes?: Record<string, string> | undefined;
  volumeHandle: string;
}

export interface CSIVolumeSource {
  driver: string;
  fsType?: string | undefined;
  nodePublishSecretRef?: LocalObjectReference | undefined;
  readOnly?: boolean | undefined;
  volumeAttributes?: Record<string, string> | undefined;
}

export interface Capabilities {
  add?: string[] | undefined;
  drop?: string[] | undefined;
}

export interface CephFSPersistentVolumeSource {
  monitors: string[] | null;
  path?: string | undefined;
  readOnly?: boolean | undefined;
  secretFile?: string | undefined;
  secretRef?: SecretReference | undefined;
  user?: string | undefined;
}

export interface CephFSVolumeSource {
  monitors: string[] | null;
  path?: string | undefined;
  readOnly?: boolean | undefined;
  secretFile?: string | undefined;
  secretRef?: LocalObjectReference | undefined;
  user?: string | undefined;
}

export interface CinderPersistentVolumeSource {
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
  volumeID: string;
}

export interface CinderVolumeSource {
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
  volumeID: string;
}

export interface ClaimSource {
  resourceClaimName?: string | undefined;
  resourceClaimTemplateName?: string | undefined;
}

export interface ClientIPConfig {
  timeoutSeconds?: number | undefined;
}

export interface ComponentCondition {
  error?: string | undefined;
  message?: string | undefined;
  status: string;
  type: string;
}

export interface ComponentStatus {
  apiVersion: string;
  conditions?: ComponentCondition[] | undefined;
  kind: string;
  metadata: ObjectMeta;
}

export interface ComponentStatusList {
  apiVersion: string;
  items: ComponentStatus[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ConfigMap {
  apiVersion: string;
  binaryData?: Record<string, string> | undefined;
  data?: Record<string, string> | undefined;
  immutable?: boolean | undefined;
  kind: string;
  metadata: ObjectMeta;
}

export interface ConfigMapEnvSource {
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface ConfigMapKeySelector {
  key: string;
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface ConfigMapList {
  apiVersion: string;
  items: ConfigMap[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ConfigMapNodeConfigSource {
  kubeletConfigKey: string;
  name: string;
  namespace: string;
  resourceVersion?: string | undefined;
  uid?: string | undefined;
}

export interface ConfigMapProjection {
  items?: KeyToPath[] | undefined;
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface ConfigMapVolumeSource {
  defaultMode?: number | undefined;
  items?: KeyToPath[] | undefined;
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface Container {
  args?: string[] | undefined;
  command?: string[] | undefined;
  env?: EnvVar[] | undefined;
  envFrom?: EnvFromSource[] | undefined;
  image?: string | undefined;
  imagePullPolicy?: string | undefined;
  lifecycle?: Lifecycle | undefined;
  livenessProbe?: Probe | undefined;
  name: string;
  ports?: ContainerPort[] | undefined;
  readinessProbe?: Probe | undefined;
  resizePolicy?: ContainerResizePolicy[] | undefined;
  resources?: ResourceRequirements | undefined;
  restartPolicy?: string | undefined;
  securityContext?: SecurityContext | undefined;
  startupProbe?: Probe | undefined;
  stdin?: boolean | undefined;
  stdinOnce?: boolean | undefined;
  terminationMessagePath?: string | undefined;
  terminationMessagePolicy?: string | undefined;
  tty?: boolean | undefined;
  volumeDevices?: VolumeDevice[] | undefined;
  volumeMounts?: VolumeMount[] | undefined;
  workingDir?: string | undefined;
}

export interface ContainerImage {
  names?: string[] | undefined;
  sizeBytes?: number | undefined;
}

export interface ContainerPort {
  containerPort: number;
  hostIP?: string | undefined;
  hostPort?: number | undefined;
  name?: string | undefined;
  protocol?: string | undefined;
}

export interface ContainerResizePolicy {
  resourceName: string;
  restartPolicy: string;
}

export interface ContainerState {
  running?: ContainerStateRunning | undefined;
  terminated?: ContainerStateTerminated | undefined;
  waiting?: ContainerStateWaiting | undefined;
}

export interface ContainerStateRunning {
  startedAt?: string | undefined;
}

export interface ContainerStateTerminated {
  containerID?: string | undefined;
  exitCode: number;
  finishedAt?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  signal?: number | undefined;
  startedAt?: string | undefined;
}

export interface ContainerStateWaiting {
  message?: string | undefined;
  reason?: string | undefined;
}

export interface ContainerStatus {
  allocatedResources?: Record<string, string | number> | undefined;
  containerID?: string | undefined;
  image: string;
  imageID: string;
  lastState?: ContainerState | undefined;
  name: string;
  ready: boolean;
  resources?: ResourceRequirements | undefined;
  restartCount: number;
  started?: boolean | undefined;
  state?: ContainerState | undefined;
}

export interface DaemonEndpoint {
  Port: number;
}

export interface DownwardAPIProjection {
  items?: DownwardAPIVolumeFile[] | undefined;
}

export interface DownwardAPIVolumeFile {
  fieldRef?: ObjectFieldSelector | undefined;
  mode?: number | undefined;
  path: string;
  resourceFieldRef?: ResourceFieldSelector | undefined;
}

export interface DownwardAPIVolumeSource {
  defaultMode?: number | undefined;
  items?: DownwardAPIVolumeFile[] | undefined;
}

export interface EmptyDirVolumeSource {
  medium?: string | undefined;
  sizeLimit?: string | number | undefined;
}

export interface EndpointAddress {
  hostname?: string | undefined;
  ip: string;
  nodeName?: string | undefined;
  targetRef?: ObjectReference | undefined;
}

export interface EndpointPort {
  appProtocol?: string | undefined;
  name?: string | undefined;
  port: number;
  protocol?: string | undefined;
}

export interface EndpointSubset {
  addresses?: EndpointAddress[] | undefined;
  notReadyAddresses?: EndpointAddress[] | undefined;
  ports?: EndpointPort[] | undefined;
}

export interface Endpoints {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  subsets?: EndpointSubset[] | undefined;
}

export interface EndpointsList {
  apiVersion: string;
  items: Endpoints[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface EnvFromSource {
  configMapRef?: ConfigMapEnvSource | undefined;
  prefix?: string | undefined;
  secretRef?: SecretEnvSource | undefined;
}

export interface EnvVar {
  name: string;
  value?: string | undefined;
  valueFrom?: EnvVarSource | undefined;
}

export interface EnvVarSource {
  configMapKeyRef?: ConfigMapKeySelector | undefined;
  fieldRef?: ObjectFieldSelector | undefined;
  resourceFieldRef?: ResourceFieldSelector | undefined;
  secretKeyRef?: SecretKeySelector | undefined;
}

export interface EphemeralContainer {
  args?: string[] | undefined;
  command?: string[] | undefined;
  env?: EnvVar[] | undefined;
  envFrom?: EnvFromSource[] | undefined;
  image?: string | undefined;
  imagePullPolicy?: string | undefined;
  lifecycle?: Lifecycle | undefined;
  livenessProbe?: Probe | undefined;
  name: string;
  ports?: ContainerPort[] | undefined;
  readinessProbe?: Probe | undefined;
  resizePolicy?: ContainerResizePolicy[] | undefined;
  resources?: ResourceRequirements | undefined;
  restartPolicy?: string | undefined;
  securityContext?: SecurityContext | undefined;
  startupProbe?: Probe | undefined;
  stdin?: boolean | undefined;
  stdinOnce?: boolean | undefined;
  targetContainerName?: string | undefined;
  terminationMessagePath?: string | undefined;
  terminationMessagePolicy?: string | undefined;
  tty?: boolean | undefined;
  volumeDevices?: VolumeDevice[] | undefined;
  volumeMounts?: VolumeMount[] | undefined;
  workingDir?: string | undefined;
}

export interface EphemeralVolumeSource {
  volumeClaimTemplate?: PersistentVolumeClaimTemplate | undefined;
}

export interface Event {
  action?: string | undefined;
  apiVersion: string;
  count?: number | undefined;
  eventTime?: string | undefined;
  firstTimestamp?: string | undefined;
  involvedObject: ObjectReference;
  kind: string;
  lastTimestamp?: string | undefined;
  message?: string | undefined;
  metadata: ObjectMeta;
  reason?: string | undefined;
  related?: ObjectReference | undefined;
  reportingComponent?: string | undefined;
  reportingInstance?: string | undefined;
  series?: EventSeries | undefined;
  source?: EventSource | undefined;
  type?: string | undefined;
}

export interface EventList {
  apiVersion: string;
  items: Event[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface EventSeries {
  count?: number | undefined;
  lastObservedTime?: string | undefined;
}

export interface EventSource {
  component?: string | undefined;
  host?: string | undefined;
}

export interface ExecAction {
  command?: string[] | undefined;
}

export interface FCVolumeSource {
  fsType?: string | undefined;
  lun?: number | undefined;
  readOnly?: boolean | undefined;
  targetWWNs?: string[] | undefined;
  wwids?: string[] | undefined;
}

export interface FlexPersistentVolumeSource {
  driver: string;
  fsType?: string | undefined;
  options?: Record<string, string> | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
}

export interface FlexVolumeSource {
  driver: string;
  fsType?: string | undefined;
  options?: Record<string, string> | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
}

export interface FlockerVolumeSource {
  datasetName?: string | undefined;
  datasetUUID?: string | undefined;
}

export interface GCEPersistentDiskVolumeSource {
  fsType?: string | undefined;
  partition?: number | undefined;
  pdName: string;
  readOnly?: boolean | undefined;
}

export interface GRPCAction {
  port: number;
  service?: string | undefined;
}

export interface GitRepoVolumeSource {
  directory?: string | undefined;
  repository: string;
  revision?: string | undefined;
}

export interface GlusterfsPersistentVolumeSource {
  endpoints: string;
  endpointsNamespace?: string | undefined;
  path: string;
  readOnly?: boolean | undefined;
}

export interface GlusterfsVolumeSource {
  endpoints: string;
  path: string;
  readOnly?: boolean | undefined;
}

export interface HTTPGetAction {
  host?: string | undefined;
  httpHeaders?: HTTPHeader[] | undefined;
  path?: string | undefined;
  port: string | number;
  scheme?: string | undefined;
}

export interface HTTPHeader {
  name: string;
  value: string;
}

export interface HostAlias {
  hostnames?: string[] | undefined;
  ip?: string | undefined;
}

export interface HostIP {
  ip?: string | undefined;
}

export interface HostPathVolumeSource {
  path: string;
  type?: string | undefined;
}

export interface ISCSIPersistentVolumeSource {
  chapAuthDiscovery?: boolean | undefined;
  chapAuthSession?: boolean | undefined;
  fsType?: string | undefined;
  initiatorName?: string | undefined;
  iqn: string;
  iscsiInterface?: string | undefined;
  lun: number;
  portals?: string[] | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
  targetPortal: string;
}

export interface ISCSIVolumeSource {
  chapAuthDiscovery?: boolean | undefined;
  chapAuthSession?: boolean | undefined;
  fsType?: string | undefined;
  initiatorName?: string | undefined;
  iqn: string;
  iscsiInterface?: string | undefined;
  lun: number;
  portals?: string[] | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
  targetPortal: string;
}

export interface KeyToPath {
  key: string;
  mode?: number | undefined;
  path: string;
}

export interface Lifecycle {
  postStart?: LifecycleHandler | undefined;
  preStop?: LifecycleHandler | undefined;
}

export interface LifecycleHandler {
  exec?: ExecAction | undefined;
  httpGet?: HTTPGetAction | undefined;
  tcpSocket?: TCPSocketAction | undefined;
}

export interface LimitRange {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: LimitRangeSpec | undefined;
}

export interface LimitRangeItem {
  default?: Record<string, string | number> | undefined;
  defaultRequest?: Record<string, string | number> | undefined;
  max?: Record<string, string | number> | undefined;
  maxLimitRequestRatio?: Record<string, string | number> | undefined;
  min?: Record<string, string | number> | undefined;
  type: string;
}

export interface LimitRangeList {
  apiVersion: string;
  items: LimitRange[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface LimitRangeSpec {
  limits: LimitRangeItem[] | null;
}

export interface LoadBalancerIngress {
  hostname?: string | undefined;
  ip?: string | undefined;
  ports?: PortStatus[] | undefined;
}

export interface LoadBalancerStatus {
  ingress?: LoadBalancerIngress[] | undefined;
}

export interface LocalObjectReference {
  name?: string | undefined;
}

export interface LocalVolumeSource {
  fsType?: string | undefined;
  path: string;
}

export interface NFSVolumeSource {
  path: string;
  readOnly?: boolean | undefined;
  server: string;
}

export interface Namespace {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: NamespaceSpec | undefined;
  status?: NamespaceStatus | undefined;
}

export interface NamespaceCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface NamespaceList {
  apiVersion: string;
  items: Namespace[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface NamespaceSpec {
  finalizers?: string[] | undefined;
}

export interface NamespaceStatus {
  conditions?: NamespaceCondition[] | undefined;
  phase?: string | undefined;
}

export interface Node {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: NodeSpec | undefined;
  status?: NodeStatus | undefined;
}

export interface NodeAddress {
  address: string;
  type: string;
}

export interface NodeAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: PreferredSchedulingTerm[] | undefined;
  requiredDuringSchedulingIgnoredDuringExecution?: NodeSelector | undefined;
}

export interface NodeCondition {
  lastHeartbeatTime?: string | undefined;
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface NodeConfigSource {
  configMap?: ConfigMapNodeConfigSource | undefined;
}

export interface NodeConfigStatus {
  active?: NodeConfigSource | undefined;
  assigned?: NodeConfigSource | undefined;
  error?: string | undefined;
  lastKnownGood?: NodeConfigSource | undefined;
}

export interface NodeDaemonEndpoints {
  kubeletEndpoint?: DaemonEndpoint | undefined;
}

export interface NodeList {
  apiVersion: string;
  items: Node[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface NodeSelector {
  nodeSelectorTerms: NodeSelectorTerm[] | null;
}

export interface NodeSelectorRequirement {
  key: string;
  operator: string;
  values?: string[] | undefined;
}

export interface NodeSelectorTerm {
  matchExpressions?: NodeSelectorRequirement[] | undefined;
  matchFields?: NodeSelectorRequirement[] | undefined;
}

export interface NodeSpec {
  configSource?: NodeConfigSource | undefined;
  externalID?: string | undefined;
  podCIDR?: string | undefined;
  podCIDRs?: string[] | undefined;
  providerID?: string | undefined;
  taints?: Taint[] | undefined;
  unschedulable?: boolean | undefined;
}

export interface NodeStatus {
  addresses?: NodeAddress[] | undefined;
  allocatable?: Record<string, string | number> | undefined;
  capacity?: Record<string, string | number> | undefined;
  conditions?: NodeCondition[] | undefined;
  config?: NodeConfigStatus | undefined;
  daemonEndpoints?: NodeDaemonEndpoints | undefined;
  images?: ContainerImage[] | undefined;
  nodeInfo?: NodeSystemInfo | undefined;
  phase?: string | undefined;
  volumesAttached?: AttachedVolume[] | undefined;
  volumesInUse?: string[] | undefined;
}

export interface NodeSystemInfo {
  architecture: string;
  bootID: string;
  containerRuntimeVersion: string;
  kernelVersion: string;
  kubeProxyVersion: string;
  kubeletVersion: string;
  machineID: string;
  operatingSystem: string;
  osImage: string;
  systemUUID: string;
}

export interface ObjectFieldSelector {
  apiVersion?: string | undefined;
  fieldPath: string;
}

export interface ObjectReference {
  apiVersion?: string | undefined;
  fieldPath?: string | undefined;
  kind?: string | undefined;
  name?: string | undefined;
  namespace?: string | undefined;
  resourceVersion?: string | undefined;
  uid?: string | undefined;
}

export interface PersistentVolume {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: PersistentVolumeSpec | undefined;
  status?: PersistentVolumeStatus | undefined;
}

export interface PersistentVolumeClaim {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: PersistentVolumeClaimSpec | undefined;
  status?: PersistentVolumeClaimStatus | undefined;
}

export interface PersistentVolumeClaimCondition {
  lastProbeTime?: string | undefined;
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface PersistentVolumeClaimList {
  apiVersion: string;
  items: PersistentVolumeClaim[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PersistentVolumeClaimSpec {
  accessModes?: string[] | undefined;
  dataSource?: TypedLocalObjectReference | undefined;
  dataSourceRef?: TypedObjectReference | undefined;
  resources?: ResourceRequirements | undefined;
  selector?: LabelSelector | undefined;
  storageClassName?: string | undefined;
  volumeMode?: string | undefined;
  volumeName?: string | undefined;
}

export interface PersistentVolumeClaimStatus {
  accessModes?: string[] | undefined;
  allocatedResourceStatuses?: Record<string, string> | undefined;
  allocatedResources?: Record<string, string | number> | undefined;
  capacity?: Record<string, string | number> | undefined;
  conditions?: PersistentVolumeClaimCondition[] | undefined;
  phase?: string | undefined;
}

export interface PersistentVolumeClaimTemplate {
  metadata?: ObjectMeta | undefined;
  spec: PersistentVolumeClaimSpec;
}

export interface PersistentVolumeClaimVolumeSource {
  claimName: string;
  readOnly?: boolean | undefined;
}

export interface PersistentVolumeList {
  apiVersion: string;
  items: PersistentVolume[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PersistentVolumeSpec {
  accessModes?: string[] | undefined;
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  azureFile?: AzureFilePersistentVolumeSource | undefined;
  capacity?: Record<string, string | number> | undefined;
  cephfs?: CephFSPersistentVolumeSource | undefined;
  cinder?: CinderPersistentVolumeSource | undefined;
  claimRef?: ObjectReference | undefined;
  csi?: CSIPersistentVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  flexVolume?: FlexPersistentVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  glusterfs?: GlusterfsPersistentVolumeSource | undefined;
  hostPath?: HostPathVolumeSource | undefined;
  iscsi?: ISCSIPersistentVolumeSource | undefined;
  local?: LocalVolumeSource | undefined;
  mountOptions?: string[] | undefined;
  nfs?: NFSVolumeSource | undefined;
  nodeAffinity?: VolumeNodeAffinity | undefined;
  persistentVolumeReclaimPolicy?: string | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  rbd?: RBDPersistentVolumeSource | undefined;
  scaleIO?: ScaleIOPersistentVolumeSource | undefined;
  storageClassName?: string | undefined;
  storageos?: StorageOSPersistentVolumeSource | undefined;
  volumeMode?: string | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
}

export interface PersistentVolumeStatus {
  lastPhaseTransitionTime?: string | undefined;
  message?: string | undefined;
  phase?: string | undefined;
  reason?: string | undefined;
}

export interface PhotonPersistentDiskVolumeSource {
  fsType?: string | undefined;
  pdID: string;
}

export interface Pod {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: PodSpec | undefined;
  status?: PodStatus | undefined;
}

export interface PodAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
}

export interface PodAffinityTerm {
  labelSelector?: LabelSelector | undefined;
  namespaceSelector?: LabelSelector | undefined;
  namespaces?: string[] | undefined;
  topologyKey: string;
}

export interface PodAntiAffinity {
  preferredDuringSchedulingIgnoredDuringExecution?: WeightedPodAffinityTerm[] | undefined;
  requiredDuringSchedulingIgnoredDuringExecution?: PodAffinityTerm[] | undefined;
}

export interface PodCondition {
  lastProbeTime?: string | undefined;
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface PodDNSConfig {
  nameservers?: string[] | undefined;
  options?: PodDNSConfigOption[] | undefined;
  searches?: string[] | undefined;
}

export interface PodDNSConfigOption {
  name?: string | undefined;
  value?: string | undefined;
}

export interface PodIP {
  ip?: string | undefined;
}

export interface PodList {
  apiVersion: string;
  items: Pod[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PodOS {
  name: string;
}

export interface PodReadinessGate {
  conditionType: string;
}

export interface PodResourceClaim {
  name: string;
  source?: ClaimSource | undefined;
}

export interface PodResourceClaimStatus {
  name: string;
  resourceClaimName?: string | undefined;
}

export interface PodSchedulingGate {
  name: string;
}

export interface PodSecurityContext {
  fsGroup?: number | undefined;
  fsGroupChangePolicy?: string | undefined;
  runAsGroup?: number | undefined;
  runAsNonRoot?: boolean | undefined;
  runAsUser?: number | undefined;
  seLinuxOptions?: SELinuxOptions | undefined;
  seccompProfile?: SeccompProfile | undefined;
  supplementalGroups?: number[] | undefined;
  sysctls?: Sysctl[] | undefined;
  windowsOptions?: WindowsSecurityContextOptions | undefined;
}

export interface PodSpec {
  activeDeadlineSeconds?: number | undefined;
  affinity?: Affinity | undefined;
  automountServiceAccountToken?: boolean | undefined;
  containers: Container[] | null;
  dnsConfig?: PodDNSConfig | undefined;
  dnsPolicy?: string | undefined;
  enableServiceLinks?: boolean | undefined;
  ephemeralContainers?: EphemeralContainer[] | undefined;
  hostAliases?: HostAlias[] | undefined;
  hostIPC?: boolean | undefined;
  hostNetwork?: boolean | undefined;
  hostPID?: boolean | undefined;
  hostUsers?: boolean | undefined;
  hostname?: string | undefined;
  imagePullSecrets?: LocalObjectReference[] | undefined;
  initContainers?: Container[] | undefined;
  nodeName?: string | undefined;
  nodeSelector?: Record<string, string> | undefined;
  os?: PodOS | undefined;
  overhead?: Record<string, string | number> | undefined;
  preemptionPolicy?: string | undefined;
  priority?: number | undefined;
  priorityClassName?: string | undefined;
  readinessGates?: PodReadinessGate[] | undefined;
  resourceClaims?: PodResourceClaim[] | undefined;
  restartPolicy?: string | undefined;
  runtimeClassName?: string | undefined;
  schedulerName?: string | undefined;
  schedulingGates?: PodSchedulingGate[] | undefined;
  securityContext?: PodSecurityContext | undefined;
  serviceAccount?: string | undefined;
  serviceAccountName?: string | undefined;
  setHostnameAsFQDN?: boolean | undefined;
  shareProcessNamespace?: boolean | undefined;
  subdomain?: string | undefined;
  terminationGracePeriodSeconds?: number | undefined;
  tolerations?: Toleration[] | undefined;
  topologySpreadConstraints?: TopologySpreadConstraint[] | undefined;
  volumes?: Volume[] | undefined;
}

export interface PodStatus {
  conditions?: PodCondition[] | undefined;
  containerStatuses?: ContainerStatus[] | undefined;
  ephemeralContainerStatuses?: ContainerStatus[] | undefined;
  hostIP?: string | undefined;
  hostIPs?: HostIP[] | undefined;
  initContainerStatuses?: ContainerStatus[] | undefined;
  message?: string | undefined;
  nominatedNodeName?: string | undefined;
  phase?: string | undefined;
  podIP?: string | undefined;
  podIPs?: PodIP[] | undefined;
  qosClass?: string | undefined;
  reason?: string | undefined;
  resize?: string | undefined;
  resourceClaimStatuses?: PodResourceClaimStatus[] | undefined;
  startTime?: string | undefined;
}

export interface PodTemplate {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  template?: PodTemplateSpec | undefined;
}

export interface PodTemplateList {
  apiVersion: string;
  items: PodTemplate[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface PodTemplateSpec {
  metadata?: ObjectMeta | undefined;
  spec?: PodSpec | undefined;
}

export interface PortStatus {
  error?: string | undefined;
  port: number;
  protocol: string;
}

export interface PortworxVolumeSource {
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  volumeID: string;
}

export interface PreferredSchedulingTerm {
  preference: NodeSelectorTerm;
  weight: number;
}

export interface Probe {
  exec?: ExecAction | undefined;
  failureThreshold?: number | undefined;
  grpc?: GRPCAction | undefined;
  httpGet?: HTTPGetAction | undefined;
  initialDelaySeconds?: number | undefined;
  periodSeconds?: number | undefined;
  successThreshold?: number | undefined;
  tcpSocket?: TCPSocketAction | undefined;
  terminationGracePeriodSeconds?: number | undefined;
  timeoutSeconds?: number | undefined;
}

export interface ProjectedVolumeSource {
  defaultMode?: number | undefined;
  sources?: VolumeProjection[] | undefined;
}

export interface QuobyteVolumeSource {
  group?: string | undefined;
  readOnly?: boolean | undefined;
  registry: string;
  tenant?: string | undefined;
  user?: string | undefined;
  volume: string;
}

export interface RBDPersistentVolumeSource {
  fsType?: string | undefined;
  image: string;
  keyring?: string | undefined;
  monitors: string[] | null;
  pool?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: SecretReference | undefined;
  user?: string | undefined;
}

export interface RBDVolumeSource {
  fsType?: string | undefined;
  image: string;
  keyring?: string | undefined;
  monitors: string[] | null;
  pool?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
  user?: string | undefined;
}

export interface ReplicationController {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ReplicationControllerSpec | undefined;
  status?: ReplicationControllerStatus | undefined;
}

export interface ReplicationControllerCondition {
  lastTransitionTime?: string | undefined;
  message?: string | undefined;
  reason?: string | undefined;
  status: string;
  type: string;
}

export interface ReplicationControllerList {
  apiVersion: string;
  items: ReplicationController[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ReplicationControllerSpec {
  minReadySeconds?: number | undefined;
  replicas?: number | undefined;
  selector?: Record<string, string> | undefined;
  template?: PodTemplateSpec | undefined;
}

export interface ReplicationControllerStatus {
  availableReplicas?: number | undefined;
  conditions?: ReplicationControllerCondition[] | undefined;
  fullyLabeledReplicas?: number | undefined;
  observedGeneration?: number | undefined;
  readyReplicas?: number | undefined;
  replicas: number;
}

export interface ResourceClaim {
  name: string;
}

export interface ResourceFieldSelector {
  containerName?: string | undefined;
  divisor?: string | number | undefined;
  resource: string;
}

export interface ResourceQuota {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ResourceQuotaSpec | undefined;
  status?: ResourceQuotaStatus | undefined;
}

export interface ResourceQuotaList {
  apiVersion: string;
  items: ResourceQuota[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ResourceQuotaSpec {
  hard?: Record<string, string | number> | undefined;
  scopeSelector?: ScopeSelector | undefined;
  scopes?: string[] | undefined;
}

export interface ResourceQuotaStatus {
  hard?: Record<string, string | number> | undefined;
  used?: Record<string, string | number> | undefined;
}

export interface ResourceRequirements {
  claims?: ResourceClaim[] | undefined;
  limits?: Record<string, string | number> | undefined;
  requests?: Record<string, string | number> | undefined;
}

export interface SELinuxOptions {
  level?: string | undefined;
  role?: string | undefined;
  type?: string | undefined;
  user?: string | undefined;
}

export interface ScaleIOPersistentVolumeSource {
  fsType?: string | undefined;
  gateway: string;
  protectionDomain?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef: SecretReference;
  sslEnabled?: boolean | undefined;
  storageMode?: string | undefined;
  storagePool?: string | undefined;
  system: string;
  volumeName?: string | undefined;
}

export interface ScaleIOVolumeSource {
  fsType?: string | undefined;
  gateway: string;
  protectionDomain?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef: LocalObjectReference;
  sslEnabled?: boolean | undefined;
  storageMode?: string | undefined;
  storagePool?: string | undefined;
  system: string;
  volumeName?: string | undefined;
}

export interface ScopeSelector {
  matchExpressions?: ScopedResourceSelectorRequirement[] | undefined;
}

export interface ScopedResourceSelectorRequirement {
  operator: string;
  scopeName: string;
  values?: string[] | undefined;
}

export interface SeccompProfile {
  localhostProfile?: string | undefined;
  type: string;
}

export interface Secret {
  apiVersion: string;
  data?: Record<string, string> | undefined;
  immutable?: boolean | undefined;
  kind: string;
  metadata: ObjectMeta;
  stringData?: Record<string, string> | undefined;
  type?: string | undefined;
}

export interface SecretEnvSource {
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface SecretKeySelector {
  key: string;
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface SecretList {
  apiVersion: string;
  items: Secret[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface SecretProjection {
  items?: KeyToPath[] | undefined;
  name?: string | undefined;
  optional?: boolean | undefined;
}

export interface SecretReference {
  name?: string | undefined;
  namespace?: string | undefined;
}

export interface SecretVolumeSource {
  defaultMode?: number | undefined;
  items?: KeyToPath[] | undefined;
  optional?: boolean | undefined;
  secretName?: string | undefined;
}

export interface SecurityContext {
  allowPrivilegeEscalation?: boolean | undefined;
  capabilities?: Capabilities | undefined;
  privileged?: boolean | undefined;
  procMount?: string | undefined;
  readOnlyRootFilesystem?: boolean | undefined;
  runAsGroup?: number | undefined;
  runAsNonRoot?: boolean | undefined;
  runAsUser?: number | undefined;
  seLinuxOptions?: SELinuxOptions | undefined;
  seccompProfile?: SeccompProfile | undefined;
  windowsOptions?: WindowsSecurityContextOptions | undefined;
}

export interface Service {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec?: ServiceSpec | undefined;
  status?: ServiceStatus | undefined;
}

export interface ServiceAccount {
  apiVersion: string;
  automountServiceAccountToken?: boolean | undefined;
  imagePullSecrets?: LocalObjectReference[] | undefined;
  kind: string;
  metadata: ObjectMeta;
  secrets?: ObjectReference[] | undefined;
}

export interface ServiceAccountList {
  apiVersion: string;
  items: ServiceAccount[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ServiceAccountTokenProjection {
  audience?: string | undefined;
  expirationSeconds?: number | undefined;
  path: string;
}

export interface ServiceList {
  apiVersion: string;
  items: Service[] | null;
  kind: string;
  metadata?: ListMeta | undefined;
}

export interface ServicePort {
  appProtocol?: string | undefined;
  name?: string | undefined;
  nodePort?: number | undefined;
  port: number;
  protocol?: string | undefined;
  targetPort?: string | number | undefined;
}

export interface ServiceSpec {
  allocateLoadBalancerNodePorts?: boolean | undefined;
  clusterIP?: string | undefined;
  clusterIPs?: string[] | undefined;
  externalIPs?: string[] | undefined;
  externalName?: string | undefined;
  externalTrafficPolicy?: string | undefined;
  healthCheckNodePort?: number | undefined;
  internalTrafficPolicy?: string | undefined;
  ipFamilies?: string[] | undefined;
  ipFamilyPolicy?: string | undefined;
  loadBalancerClass?: string | undefined;
  loadBalancerIP?: string | undefined;
  loadBalancerSourceRanges?: string[] | undefined;
  ports?: ServicePort[] | undefined;
  publishNotReadyAddresses?: boolean | undefined;
  selector?: Record<string, string> | undefined;
  sessionAffinity?: string | undefined;
  sessionAffinityConfig?: SessionAffinityConfig | undefined;
  type?: string | undefined;
}

export interface ServiceStatus {
  conditions?: Condition[] | undefined;
  loadBalancer?: LoadBalancerStatus | undefined;
}

export interface SessionAffinityConfig {
  clientIP?: ClientIPConfig | undefined;
}

export interface StorageOSPersistentVolumeSource {
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: ObjectReference | undefined;
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
}

export interface StorageOSVolumeSource {
  fsType?: string | undefined;
  readOnly?: boolean | undefined;
  secretRef?: LocalObjectReference | undefined;
  volumeName?: string | undefined;
  volumeNamespace?: string | undefined;
}

export interface Sysctl {
  name: string;
  value: string;
}

export interface TCPSocketAction {
  host?: string | undefined;
  port: string | number;
}

export interface Taint {
  effect: string;
  key: string;
  timeAdded?: string | undefined;
  value?: string | undefined;
}

export interface Toleration {
  effect?: string | undefined;
  key?: string | undefined;
  operator?: string | undefined;
  tolerationSeconds?: number | undefined;
  value?: string | undefined;
}

export interface TopologySelectorLabelRequirement {
  key: string;
  values: string[] | null;
}

export interface TopologySelectorTerm {
  matchLabelExpressions?: TopologySelectorLabelRequirement[] | undefined;
}

export interface TopologySpreadConstraint {
  labelSelector?: LabelSelector | undefined;
  matchLabelKeys?: string[] | undefined;
  maxSkew: number;
  minDomains?: number | undefined;
  nodeAffinityPolicy?: string | undefined;
  nodeTaintsPolicy?: string | undefined;
  topologyKey: string;
  whenUnsatisfiable: string;
}

export interface TypedLocalObjectReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
}

export interface TypedObjectReference {
  apiGroup?: string | undefined;
  kind: string;
  name: string;
  namespace?: string | undefined;
}

export interface Volume {
  awsElasticBlockStore?: AWSElasticBlockStoreVolumeSource | undefined;
  azureDisk?: AzureDiskVolumeSource | undefined;
  azureFile?: AzureFileVolumeSource | undefined;
  cephfs?: CephFSVolumeSource | undefined;
  cinder?: CinderVolumeSource | undefined;
  configMap?: ConfigMapVolumeSource | undefined;
  csi?: CSIVolumeSource | undefined;
  downwardAPI?: DownwardAPIVolumeSource | undefined;
  emptyDir?: EmptyDirVolumeSource | undefined;
  ephemeral?: EphemeralVolumeSource | undefined;
  fc?: FCVolumeSource | undefined;
  flexVolume?: FlexVolumeSource | undefined;
  flocker?: FlockerVolumeSource | undefined;
  gcePersistentDisk?: GCEPersistentDiskVolumeSource | undefined;
  gitRepo?: GitRepoVolumeSource | undefined;
  glusterfs?: GlusterfsVolumeSource | undefined;
  hostPath?: HostPathVolumeSource | undefined;
  iscsi?: ISCSIVolumeSource | undefined;
  name: string;
  nfs?: NFSVolumeSource | undefined;
  persistentVolumeClaim?: PersistentVolumeClaimVolumeSource | undefined;
  photonPersistentDisk?: PhotonPersistentDiskVolumeSource | undefined;
  portworxVolume?: PortworxVolumeSource | undefined;
  projected?: ProjectedVolumeSource | undefined;
  quobyte?: QuobyteVolumeSource | undefined;
  rbd?: RBDVolumeSource | undefined;
  scaleIO?: ScaleIOVolumeSource | undefined;
  secret?: SecretVolumeSource | undefined;
  storageos?: StorageOSVolumeSource | undefined;
  vsphereVolume?: VsphereVirtualDiskVolumeSource | undefined;
}

export interface VolumeDevice {
  devicePath: string;
  name: string;
}

export interface VolumeMount {
  mountPath: string;
  mountPropagation?: string | undefined;
  name: string;
  readOnly?: boolean | undefined;
  subPath?: string | undefined;
  subPathExpr?: string | undefined;
}

export interface VolumeNodeAffinity {
  required?: NodeSelector | undefined;
}

export interface VolumeProjection {
  configMap?: ConfigMapProjection | undefined;
  downwardAPI?: DownwardAPIProjection | undefined;
  secret?: SecretProjection | undefined;
  serviceAccountToken?: ServiceAccountTokenProjection | undefined;
}

export interface VsphereVirtualDiskVolumeSource {
  fsType?: string | undefined;
  storagePolicyID?: string | undefined;
  storagePolicyName?: string | undefined;
  volumePath: string;
}

export interface WeightedPodAffinityTerm {
  podAffinityTerm: PodAffinityTerm;
  weight: number;
}

export interface WindowsSecurityContextOptions {
  gmsaCredentialSpec?: string | undefined;
  gmsaCredentialSpecName?: string | undefined;
  hostProcess?: boolean | undefined;
  runAsUserName?: string | undefined;
}
