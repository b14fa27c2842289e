import type { PersistentVolume } from '../../api/kinds/core-v1.generated.ts';
import { KUBERNETES_PREFIX } from '../../api/kubernetes-names.ts';
import type { BinderContext } from './binder-context.ts';
import { setPhase } from './binding-writes.ts';
import { annotationOf } from './claim-matching.ts';
import { MIGRATED_TO, PROVISIONED_BY, VOLUMES } from './volume-names.ts';

/** Applies the reclaim policy of a released volume. External provisioners delete the volumes that they created. */
export async function reclaim(volume: PersistentVolume, context: BinderContext): Promise<void> {
  const { spec, metadata } = volume;
  const { persistentVolumeReclaimPolicy: policy } = spec ?? {};
  if (annotationOf(volume, MIGRATED_TO, context.dialect)) return;
  if (policy === 'Recycle') return context.recycle(volume, context);
  if (policy !== 'Delete' || metadata.deletionTimestamp || isExternal(volume, context)) return;
  const problem = deletionProblem(volume);
  if (problem !== undefined) return fail(volume, problem, context);
  const { name = '', uid = '' } = metadata;
  await context.client.delete({ ...VOLUMES, name }, { preconditions: { uid } });
}

function isExternal(volume: PersistentVolume, { dialect }: BinderContext): boolean {
  const provisioner = annotationOf(volume, PROVISIONED_BY, dialect);
  return provisioner !== undefined && !provisioner.startsWith(dialect.rename(KUBERNETES_PREFIX));
}

/** Returns why the controller cannot delete the data of a volume. It deletes only host directories below a /tmp. */
function deletionProblem({ metadata, spec }: PersistentVolume): string | undefined {
  const { hostPath, nfs, local, csi } = spec ?? {};
  if (hostPath)
    return /\/tmp\/.+/.test(hostPath.path)
      ? undefined
      : `host_path deleter only supports /tmp/.+ but received provided ${hostPath.path}`;
  const isKnown = nfs ?? local ?? csi;
  const problem = isKnown ? 'no deletable volume plugin matched' : 'no volume plugin matched';
  return `error getting deleter volume plugin for volume ${JSON.stringify(metadata.name)}: ${problem}`;
}

async function fail(volume: PersistentVolume, message: string, context: BinderContext): Promise<void> {
  if (volume.status?.phase === 'Failed') return;
  const failed = await setPhase(volume, 'Failed', context, message);
  context.events.record(failed, 'Warning', 'VolumeFailedDelete', message);
}
