import type { PersistentVolume, Pod, Volume } from '../../../api/kinds/core-v1.generated.ts';
import { wholeValue } from '../../../api/values/quantity.ts';
import type { ControllerFlags } from '../../flags/controller-flags.ts';
import { capacityOf } from '../claim-matching.ts';

/** The timeout of a recycler pod, in seconds. */
interface Deadline {
  readonly minimum: number;
  /** Added for each GiB of the volume. */
  readonly increment: number;
}

const GIBIBYTE = 2n ** 30n;
const SCRUB = 'test -e /scrub && rm -rf /scrub/..?* /scrub/.[!.]* /scrub/*  && test -z "$(ls -A /scrub)" || exit 1';

/** Returns the pod that empties a volume; undefined for volume kinds without a recycler. */
export function recyclerPodOf(volume: PersistentVolume, flags: ControllerFlags): Pod | undefined {
  const { hostPath, nfs } = volume.spec ?? {};
  // Only the place: a recycler checks no type of the path, and must write.
  if (hostPath) return podOf(volume, { hostPath: { path: hostPath.path } }, hostPathDeadline(flags));
  if (nfs) return podOf(volume, { nfs: { server: nfs.server, path: nfs.path } }, nfsDeadline(flags));
  return undefined;
}

const hostPathDeadline = (flags: ControllerFlags): Deadline => ({
  minimum: flags['pv-recycler-minimum-timeout-hostpath'],
  increment: flags['pv-recycler-timeout-increment-hostpath'],
});

const nfsDeadline = (flags: ControllerFlags): Deadline => ({
  minimum: flags['pv-recycler-minimum-timeout-nfs'],
  increment: flags['pv-recycler-increment-timeout-nfs'],
});

const podOf = (volume: PersistentVolume, source: Partial<Volume>, deadline: Deadline): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: `recycler-for-${volume.metadata.name}`, namespace: 'default' },
  spec: {
    activeDeadlineSeconds: secondsFor(volume, deadline),
    restartPolicy: 'Never',
    volumes: [{ name: 'vol', ...source }],
    containers: [
      {
        name: 'pv-recycler',
        image: 'registry.k8s.io/debian-base:v2.0.0',
        command: ['/bin/sh'],
        args: ['-c', SCRUB],
        volumeMounts: [{ name: 'vol', mountPath: '/scrub' }],
      },
    ],
  },
});

const secondsFor = (volume: PersistentVolume, { minimum, increment }: Deadline): number =>
  Math.max(minimum, Number(wholeValue(capacityOf(volume)) / GIBIBYTE) * increment);
