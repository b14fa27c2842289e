import { type Dialect, kubernetesDialect } from '../../api/dialect.ts';
import { ADMISSION_REGISTRATION_GROUP } from '../../api/kubernetes-names.ts';
import { FlagError, isVersionServed, type ServerFlags } from './server-flags.ts';

type Stage = 'alpha' | 'beta' | 'stable' | 'deprecated';

/**
 * Every feature gate of the v1.28.3 API server, by stage. Beta and stable gates are on by default, and stable ones are
 * locked. `!` marks the opposite default, `*` the opposite lock. Later patch releases differ (SchedulerQueueingHints is
 * off from v1.28.6).
 */
const GATES: Readonly<Record<Stage, string>> = {
  alpha: `CPUManagerPolicyAlphaOptions CRDValidationRatcheting CSIVolumeHealth CloudControllerManagerWebhook
    CloudDualStackNodeIPs ClusterTrustBundle ConsistentListFromCache ContainerCheckpoint ContextualLogging
    CrossNamespaceVolumeDataSource CustomCPUCFSQuotaPeriod DevicePluginCDIDevices DisableCloudProviders
    DisableKubeletCloudCredentialProviders DynamicResourceAllocation EventedPLEG HPAScaleToZero
    HonorPVReclaimPolicy InPlacePodVerticalScaling InTreePluginAWSUnregister InTreePluginAzureDiskUnregister
    InTreePluginAzureFileUnregister InTreePluginGCEUnregister InTreePluginOpenStackUnregister
    InTreePluginPortworxUnregister InTreePluginvSphereUnregister JobBackoffLimitPerIndex JobPodReplacementPolicy
    KubeProxyDrainingTerminatingNodes KubeletCgroupDriverFromCRI KubeletInUserNamespace
    KubeletPodResourcesDynamicResources KubeletPodResourcesGet LegacyServiceAccountTokenCleanUp
    LocalStorageCapacityIsolationFSQuotaMonitoring LoggingAlphaOptions MaxUnavailableStatefulSet MemoryQoS
    MultiCIDRRangeAllocator MultiCIDRServiceAllocator NodeLogQuery PersistentVolumeLastPhaseTransitionTime
    PodAndContainerStatsFromCRI PodHostIPs PodReadyToStartContainersCondition ProcMountType QOSReserved
    RecoverVolumeExpansionFailure SecurityContextDeny SidecarContainers SkipReadOnlyValidationGCE
    StorageVersionAPI TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy
    UserNamespacesSupport VolumeCapacityPriority WatchList WinDSR WindowsHostNetwork!`,
  beta: `APIListChunking APIPriorityAndFairness APIResponseCompression APIServerIdentity APIServerTracing
    AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint AnyVolumeDataSource AppArmor
    CPUManagerPolicyBetaOptions CPUManagerPolicyOptions CSIMigrationPortworx! CSINodeExpandSecret ComponentSLIs
    CronJobsScheduledAnnotation CustomResourceValidationExpressions ElasticIndexedJob GracefulNodeShutdown
    GracefulNodeShutdownBasedOnPodPriority HPAContainerMetrics JobPodFailurePolicy JobReadyPods KMSv2 KMSv2KDF!
    KubeletTracing LogarithmicScaleDown LoggingBetaOptions MatchLabelKeysInPodTopologySpread MemoryManager
    MinDomainsInPodTopologySpread NewVolumeManagerReconstruction NodeInclusionPolicyInPodTopologySpread
    NodeSwap! OpenAPIEnums PDBUnhealthyPodEvictionPolicy PodDeletionCost PodDisruptionConditions PodIndexLabel
    PodSchedulingReadiness ReadWriteOncePod RemainingItemCount RotateKubeletServerCertificate
    SELinuxMountReadWriteOncePod SchedulerQueueingHints ServiceNodePortStaticSubrange SizeMemoryBackedVolumes
    StableLoadBalancerNodeSet StatefulSetAutoDeletePVC StatefulSetStartOrdinal StorageVersionHash
    TopologyAwareHints TopologyManagerPolicyBetaOptions TopologyManagerPolicyOptions
    UnauthenticatedHTTP2DOSMitigation! ValidatingAdmissionPolicy! WinOverlay`,
  stable: `APISelfSubjectReview CPUManager CSIMigrationAzureFile CSIMigrationvSphere ConsistentHTTPGetHandlers*
    CronJobTimeZone DownwardAPIHugePages EfficientWatchResumption ExecProbeTimeout* ExpandedDNSConfig
    GRPCContainerProbe IPTablesOwnershipCleanup JobMutableNodeSchedulingDirectives JobTrackingWithFinalizers
    KubeletPodResources KubeletPodResourcesGetAllocatable LegacyServiceAccountTokenNoAutoGeneration
    LegacyServiceAccountTokenTracking MinimizeIPTablesRestore NodeOutOfServiceVolumeDetach OpenAPIV3
    ProbeTerminationGracePeriod ProxyTerminatingEndpoints RemoveSelfLink RetroactiveDefaultStorageClass
    SeccompDefault ServerSideApply ServerSideFieldValidation TopologyManager WatchBookmark`,
  deprecated: `CSIMigrationRBD DefaultHostNetworkHostPortsInPodTemplates ExperimentalHostUserNamespaceDefaulting*
    InTreePluginRBDUnregister KMSv1!`,
};

interface Gate {
  readonly stage: Stage;
  readonly standard: boolean;
  /** Whether the gate is locked to its default. */
  readonly locked: boolean;
}

const isOnByStage = (stage: Stage): boolean => stage === 'beta' || stage === 'stable';

const KNOWN: ReadonlyMap<string, Gate> = new Map(
  Object.entries(GATES).flatMap(([key, names]) =>
    names.split(/\s+/).map((marked): [string, Gate] => {
      const stage = key as Stage;
      const [name = ''] = marked.split(/[!*]/, 1);
      return [
        name,
        {
          stage,
          standard: isOnByStage(stage) !== marked.includes('!'),
          locked: (stage === 'stable') !== marked.includes('*'),
        },
      ];
    }),
  ),
);

/** Gates that set every gate of a stage, except those set by name. */
const STAGE_GATES: Readonly<Record<string, Stage>> = { AllAlpha: 'alpha', AllBeta: 'beta' };

/** Opens the feature gates: those of v1.28.3, plus gates implied by other flags unless `--feature-gates` sets them. */
export function openFeatureGates(flags: ServerFlags, dialect: Dialect): FeatureGates {
  // `--runtime-config` is looked up by the Kubernetes name in every dialect.
  const group = kubernetesDialect.rename(ADMISSION_REGISTRATION_GROUP);
  const hasPolicies = isVersionServed(flags, group, 'v1beta1', 'validatingadmissionpolicies');
  return new FeatureGates(flags['feature-gates'], [
    ...(dialect.follows('watch-list-by-default') ? ['WatchList'] : []),
    ...(hasPolicies ? ['ValidatingAdmissionPolicy'] : []),
  ]);
}

/**
 * The state of all feature gates. Gates of features that this server does not implement are accepted and have no
 * effect.
 */
export class FeatureGates {
  readonly #set = new Map<string, boolean>();
  readonly #stages = new Map<Stage, boolean>();
  readonly #implied: readonly string[];

  /**
   * @param text `Name=true,Other=false`
   * @param implied gates that are on unless `text` sets them
   * @throws FlagError with the real server's message
   */
  constructor(text = '', implied: readonly string[] = []) {
    this.#implied = implied;
    for (const pair of text.split(',').filter((part) => part.trim() !== '')) {
      const [name = '', value] = pair.split('=', 2).map((part) => part.trim());
      if (value === undefined) throw gateError(text, `missing bool value for ${name}`);
      this.#setOne(name, parseBoolean(name, value, text), text);
    }
  }

  #setOne(name: string, value: boolean, text: string): void {
    const all = STAGE_GATES[name];
    if (all) {
      this.#stages.set(all, value);
      return;
    }
    const gate = KNOWN.get(name);
    if (!gate) throw gateError(text, `unrecognized feature gate: ${name}`);
    if (gate.locked && value !== gate.standard)
      throw gateError(text, `cannot set feature gate ${name} to ${value}, feature is locked to ${gate.standard}`);
    this.#set.set(name, value);
  }

  enabled(name: string): boolean {
    const gate = KNOWN.get(name);
    if (!gate) throw new Error(`unknown feature gate ${name}`);
    return this.#set.get(name) ?? this.#stages.get(gate.stage) ?? (gate.standard || this.#implied.includes(name));
  }

  /** Returns every gate with its state, sorted by name. */
  all(): { name: string; stage: Stage; enabled: boolean }[] {
    const gates = [...KNOWN].map(([name, { stage }]) => ({ name, stage, enabled: this.enabled(name) }));
    const stages = Object.entries(STAGE_GATES).map(([name, stage]) => ({
      name,
      stage,
      enabled: this.#stages.get(stage) ?? false,
    }));
    return [...gates, ...stages].sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

function parseBoolean(name: string, value: string, text: string): boolean {
  if (/^(1|t|T|TRUE|true|True)$/.test(value)) return true;
  if (/^(0|f|F|FALSE|false|False)$/.test(value)) return false;
  const reason = `strconv.ParseBool: parsing ${JSON.stringify(value)}: invalid syntax`;
  throw gateError(text, `invalid value of ${name}=${value}, err: ${reason}`);
}

const gateError = (text: string, reason: string): FlagError =>
  new FlagError(`invalid argument ${JSON.stringify(text)} for "--feature-gates" flag: ${reason}`);
