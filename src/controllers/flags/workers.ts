import type { ControllerFlags } from './controller-flags.ts';

/** The number of workers of controllers without a flag for it. */
const WORKERS = 10;

/** The flags with the numbers of workers, by controller name. */
const FLAGS: Readonly<Record<string, keyof ControllerFlags>> = {
  'cronjob-controller': 'concurrent-cron-job-syncs',
  'daemonset-controller': 'concurrent-daemonset-syncs',
  'deployment-controller': 'concurrent-deployment-syncs',
  'endpoints-controller': 'concurrent-endpoint-syncs',
  'endpointslice-controller': 'concurrent-service-endpoint-syncs',
  'endpointslice-mirroring-controller': 'mirroring-concurrent-service-endpoint-syncs',
  'ephemeral-volume-controller': 'concurrent-ephemeralvolume-syncs',
  'horizontal-pod-autoscaler-controller': 'concurrent-horizontal-pod-autoscaler-syncs',
  'job-controller': 'concurrent-job-syncs',
  'legacy-serviceaccount-token-controller': 'concurrent-serviceaccount-token-syncs',
  'namespace-controller': 'concurrent-namespace-syncs',
  'replicaset-controller': 'concurrent-replicaset-syncs',
  'replicationcontroller-controller': 'concurrent-rc-syncs',
  'serviceaccount-token-controller': 'concurrent-serviceaccount-token-syncs',
  'statefulset-controller': 'concurrent-statefulset-syncs',
  'ttl-after-finished-controller': 'concurrent-ttl-after-finished-syncs',
  'validatingadmissionpolicy-status-controller': 'concurrent-validating-admission-policy-status-syncs',
};

/** Returns how many objects a controller processes concurrently: at least one. */
export function workersOf(controller: string, flags: ControllerFlags | undefined): number {
  const flag = FLAGS[controller];
  return flag && flags ? Math.max(1, Number(flags[flag])) : WORKERS;
}
