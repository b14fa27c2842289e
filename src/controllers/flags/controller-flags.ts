/** A flag of the controller manager: its default and its valid values. */
export interface ControllerFlag<V extends number | boolean | string = number | boolean | string> {
  readonly kind: 'duration' | 'integer' | 'number' | 'switch' | 'text';
  /** Durations in milliseconds. */
  readonly standard: V;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly about: string;
}

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

type Row<V extends number | boolean | string> = ControllerFlag<V>;
const duration = (standard: number, about: string): Row<number> => ({ kind: 'duration', standard, about });
const integer = (
  standard: number,
  about: string,
  limits: { minimum?: number; maximum?: number } = {},
): Row<number> => ({
  kind: 'integer',
  standard,
  about,
  ...limits,
});
const number = (standard: number, about: string): Row<number> => ({ kind: 'number', standard, about });
const toggle = (standard: boolean, about: string): Row<boolean> => ({ kind: 'switch', standard, about });
const text = (about: string): Row<string> => ({ kind: 'text', standard: '', about });
const workers = (standard: number, of: string, limits: { minimum?: number; maximum?: number } = {}): Row<number> =>
  integer(standard, `How many ${of} are worked on at once`, limits);

const ONE_TO_FIFTY = { minimum: 1, maximum: 50 };
const ONE_TO_THOUSAND = { minimum: 1, maximum: 1000 };
const NO_EFFECT = 'Accepted without effect: changes are followed, never looked for';

/** The flags of kube-controller-manager v1.28 that the controllers support. */
export const CONTROLLER_FLAGS = {
  'node-monitor-period': duration(5 * SECOND, 'How often the heartbeats of nodes are looked at'),
  'node-monitor-grace-period': duration(40 * SECOND, 'Time without a heartbeat after which a node is unhealthy'),
  'node-startup-grace-period': duration(MINUTE, 'The same for a node that has never reported'),
  'node-eviction-rate': number(0.1, 'Nodes of a healthy zone whose pods are evicted, per second'),
  'secondary-node-eviction-rate': number(0.01, 'The same for a large zone that is unhealthy'),
  'unhealthy-zone-threshold': number(0.55, 'Share of nodes, at least 3, whose failure makes a zone unhealthy'),
  'large-cluster-size-threshold': integer(50, 'Zones up to this size evict no pods while they are unhealthy'),
  'allocate-node-cidrs': toggle(true, 'Give each node a range of pod addresses'),
  'cluster-cidr': text('Addresses of all pods: one range, or one of each IP family. 10.128.0.0/10 when empty'),
  'service-cluster-ip-range': text('Addresses of Services, which nodes do not get. The API server has this flag, too'),
  'node-cidr-mask-size': integer(0, 'Prefix length of the ranges of nodes; 24 for IPv4 and 64 for IPv6 when 0'),
  'node-cidr-mask-size-ipv4': integer(0, 'The same for IPv4'),
  'node-cidr-mask-size-ipv6': integer(0, 'The same for IPv6'),
  'terminated-pod-gc-threshold': integer(12_500, 'Ended pods that are kept; all when 0 or less'),
  'enable-garbage-collector': toggle(true, 'Delete the objects whose owners are gone'),
  'horizontal-pod-autoscaler-sync-period': duration(15 * SECOND, 'How often autoscalers look at their metrics'),
  'horizontal-pod-autoscaler-downscale-stabilization': duration(
    5 * MINUTE,
    'Time for which the highest recommendation counts',
  ),
  'horizontal-pod-autoscaler-tolerance': number(0.1, 'Difference from the target below which nothing is scaled'),
  'horizontal-pod-autoscaler-cpu-initialization-period': duration(
    5 * MINUTE,
    'Time after the start of a pod in which its CPU usage may be that of its start',
  ),
  'horizontal-pod-autoscaler-initial-readiness-delay': duration(
    30 * SECOND,
    'Time after the start of a pod in which it becomes ready for the first time',
  ),
  'pvclaimbinder-sync-period': duration(15 * SECOND, 'How soon a volume that was not recycled is tried again'),
  'pv-recycler-minimum-timeout-hostpath': integer(60, 'Seconds that a recycler of a hostPath volume may run at least'),
  'pv-recycler-timeout-increment-hostpath': integer(30, 'Seconds more for each GiB'),
  'pv-recycler-minimum-timeout-nfs': integer(300, 'Seconds that a recycler of an NFS volume may run at least'),
  'pv-recycler-increment-timeout-nfs': integer(30, 'Seconds more for each GiB'),
  'cluster-signing-duration': duration(8760 * HOUR, 'Longest lifetime of certificates that are signed'),
  'max-endpoints-per-slice': integer(100, 'Endpoints of one EndpointSlice', ONE_TO_THOUSAND),
  'endpoint-updates-batch-period': duration(0, 'Time in which changes of pods are gathered for Endpoints'),
  'endpointslice-updates-batch-period': duration(0, 'The same for EndpointSlices'),
  'mirroring-endpointslice-updates-batch-period': duration(0, 'The same for changes of mirrored EndpointSlices'),
  'mirroring-max-endpoints-per-subset': integer(1000, 'Addresses of a subset that are mirrored', ONE_TO_THOUSAND),
  'mirroring-concurrent-service-endpoint-syncs': workers(5, 'mirrored Endpoints', ONE_TO_FIFTY),
  'concurrent-service-endpoint-syncs': workers(5, "Services' EndpointSlices", ONE_TO_FIFTY),
  'concurrent-endpoint-syncs': workers(5, "Services' Endpoints"),
  'concurrent-deployment-syncs': workers(5, 'Deployments'),
  'concurrent-replicaset-syncs': workers(5, 'ReplicaSets'),
  'concurrent-rc-syncs': workers(5, 'ReplicationControllers'),
  'concurrent-statefulset-syncs': workers(5, 'StatefulSets'),
  'concurrent-daemonset-syncs': workers(2, 'DaemonSets'),
  'concurrent-job-syncs': workers(5, 'Jobs'),
  'concurrent-cron-job-syncs': workers(5, 'CronJobs'),
  'concurrent-ttl-after-finished-syncs': workers(5, 'finished Jobs'),
  'concurrent-horizontal-pod-autoscaler-syncs': workers(5, 'HorizontalPodAutoscalers', { minimum: 1 }),
  'concurrent-ephemeralvolume-syncs': workers(5, 'pods with ephemeral volumes', { minimum: 1 }),
  'concurrent-namespace-syncs': workers(10, 'namespaces'),
  'concurrent-resource-quota-syncs': workers(5, 'ResourceQuotas'),
  'concurrent-serviceaccount-token-syncs': workers(5, 'token Secrets'),
  'concurrent-validating-admission-policy-status-syncs': workers(5, 'ValidatingAdmissionPolicies'),
  'concurrent-gc-syncs': workers(20, 'objects of the garbage collector'),
  'namespace-sync-period': duration(5 * MINUTE, NO_EFFECT),
  'resource-quota-sync-period': duration(5 * MINUTE, NO_EFFECT),
  'min-resync-period': duration(12 * HOUR, NO_EFFECT),
} satisfies Readonly<Record<string, ControllerFlag>>;

type Flags = typeof CONTROLLER_FLAGS;

/** The values of the flags; durations in milliseconds. */
export type ControllerFlags = { readonly [Name in keyof Flags]: Flags[Name]['standard'] };

export const DEFAULT_CONTROLLER_FLAGS = Object.fromEntries(
  Object.entries(CONTROLLER_FLAGS).map(([name, { standard }]) => [name, standard]),
) as ControllerFlags;
