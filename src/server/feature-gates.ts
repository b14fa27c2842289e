import { FlagError } from './server-flags.ts';

type Stage = 'alpha' | 'beta' | 'stable';

/** Every gate that the real server of v1.28 knows, by its stage; `!` marks what is not at the default of its stage. */
const GATES: Readonly<Record<Stage, string>> = {
  alpha: `CPUManagerPolicyAlphaOptions CRDValidationRatcheting CSIVolumeHealth CloudControllerManagerWebhook
    CloudDualStackNodeIPs ClusterTrustBundle ConsistentListFromCache ContainerCheckpoint ContextualLogging
    CrossNamespaceVolumeDataSource CustomCPUCFSQuotaPeriod DevicePluginCDIDevices DisableCloudProviders
    DisableKubeletCloudCredentialProviders DynamicResourceAllocation EventedPLEG HPAScaleToZero HonorPVReclaimPolicy
    InPlacePodVerticalScaling InTreePluginAWSUnregister InTreePluginAzureDiskUnregister InTreePluginAzureFileUnregister
    InTreePluginGCEUnregister InTreePluginOpenStackUnregister InTreePluginPortworxUnregister InTreePluginvSphereUnregister
    JobBackoffLimitPerIndex JobPodReplacementPolicy KubeProxyDrainingTerminatingNodes KubeletCgroupDriverFromCRI
    KubeletInUserNamespace KubeletPodResourcesDynamicResources KubeletPodResourcesGet LegacyServiceAccountTokenCleanUp
    LocalStorageCapacityIsolationFSQuotaMonitoring LoggingAlphaOptions MaxUnavailableStatefulSet MemoryQoS
    MultiCIDRRangeAllocator MultiCIDRServiceAllocator NodeLogQuery PersistentVolumeLastPhaseTransitionTime
    PodAndContainerStatsFromCRI PodHostIPs PodReadyToStartContainersCondition ProcMountType QOSReserved
    RecoverVolumeExpansionFailure SecurityContextDeny SidecarContainers SkipReadOnlyValidationGCE StorageVersionAPI
    TopologyManagerPolicyAlphaOptions UnknownVersionInteroperabilityProxy UserNamespacesSupport VolumeCapacityPriority
    WatchList! WinDSR WindowsHostNetwork!`,
  beta: `APIListChunking APIPriorityAndFairness APIResponseCompression APIServerIdentity APIServerTracing
    AdmissionWebhookMatchConditions AggregatedDiscoveryEndpoint AnyVolumeDataSource AppArmor CPUManagerPolicyBetaOptions
    CPUManagerPolicyOptions CSIMigrationPortworx! CSINodeExpandSecret ComponentSLIs CronJobsScheduledAnnotation
    CustomResourceValidationExpressions ElasticIndexedJob GracefulNodeShutdown GracefulNodeShutdownBasedOnPodPriority
    HPAContainerMetrics JobPodFailurePolicy JobReadyPods KMSv2 KMSv2KDF! KubeletTracing LogarithmicScaleDown
    LoggingBetaOptions MatchLabelKeysInPodTopologySpread MemoryManager MinDomainsInPodTopologySpread
    NewVolumeManagerReconstruction NodeInclusionPolicyInPodTopologySpread NodeSwap! OpenAPIEnums
    PDBUnhealthyPodEvictionPolicy PodDeletionCost PodDisruptionConditions PodIndexLabel PodSchedulingReadiness
    ReadWriteOncePod RemainingItemCount RotateKubeletServerCertificate SELinuxMountReadWriteOncePod
    SchedulerQueueingHints! SeparateCacheWatchRPC ServiceNodePortStaticSubrange SizeMemoryBackedVolumes
    StableLoadBalancerNodeSet StatefulSetAutoDeletePVC StatefulSetStartOrdinal StorageVersionHash TopologyAwareHints
    TopologyManagerPolicyBetaOptions TopologyManagerPolicyOptions UnauthenticatedHTTP2DOSMitigation!
    ValidatingAdmissionPolicy WatchFromStorageWithoutResourceVersion! WinOverlay`,
  stable: `APISelfSubjectReview AdvancedAuditing CSIMigrationGCE CSIMigrationvSphere ConsistentHTTPGetHandlers
    CronJobTimeZone DelegateFSGroupToCSIDriver DownwardAPIHugePages EfficientWatchResumption ExpandedDNSConfig
    ExperimentalHostUserNamespaceDefaulting GRPCContainerProbe IPTablesOwnershipCleanup JobMutableNodeSchedulingDirectives
    JobTrackingWithFinalizers KubeletPodResources KubeletPodResourcesGetAllocatable LegacyServiceAccountTokenNoAutoGeneration
    LegacyServiceAccountTokenTracking MinimizeIPTablesRestore NodeOutOfServiceVolumeDetach OpenAPIV3
    ProbeTerminationGracePeriod ProxyTerminatingEndpoints RemoveSelfLink RetroactiveDefaultStorageClass SeccompDefault
    ServerSideApply ServerSideFieldValidation TopologyManager WatchBookmark`,
};

interface Gate {
  readonly stage: Stage;
  readonly standard: boolean;
}

const KNOWN: ReadonlyMap<string, Gate> = new Map(
  Object.entries(GATES).flatMap(([stage, names]) =>
    names
      .split(/\s+/)
      .map((name): [string, Gate] => [
        name.replace('!', ''),
        { stage: stage as Stage, standard: (stage === 'alpha') === name.endsWith('!') },
      ]),
  ),
);

/** Gates that set all of a stage, unless they are set by themselves. */
const STAGE_GATES: Readonly<Record<string, Stage>> = { AllAlpha: 'alpha', AllBeta: 'beta' };

/** What `--feature-gates` switches. Gates of what this server has not are known, and change nothing. */
export class FeatureGates {
  readonly #set = new Map<string, boolean>();
  readonly #stages = new Map<Stage, boolean>();

  /** `text`: `Name=true,Other=false`. @throws FlagError with the real server's words */
  constructor(text = '') {
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
    if (gate.stage === 'stable' && !value)
      throw gateError(text, `cannot set feature gate ${name} to false, feature is locked to true`);
    this.#set.set(name, value);
  }

  enabled(name: string): boolean {
    const gate = KNOWN.get(name);
    if (!gate) throw new Error(`there is no feature gate ${name}`);
    return this.#set.get(name) ?? this.#stages.get(gate.stage) ?? gate.standard;
  }

  /** Every gate with its state, by name. */
  all(): { name: string; stage: Stage; enabled: boolean }[] {
    return [...KNOWN]
      .map(([name, { stage }]) => ({ name, stage, enabled: this.enabled(name) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
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
