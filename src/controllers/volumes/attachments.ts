import { type Dialect, kubernetesName } from '../../api/dialect.ts';
import { utf8Bytes } from '../../api/encoding/utf8.ts';
import type { Node, PersistentVolume, PersistentVolumeClaim, Pod } from '../../api/kinds/core-v1.generated.ts';
import type { CSIDriver, VolumeAttachment } from '../../api/kinds/storage-v1.generated.ts';
import { hasEnded } from '../../api/scheduling/has-ended.ts';
import type { Informer } from '../../client/informer.ts';
import { claimKeysOf } from './pods-of-claims.ts';

/** Marks kubelets that leave attaching to the controller. */
export const CONTROLLER_ATTACHES = kubernetesName('volumes.kubernetes.io/controller-managed-attach-detach');
export const CSI_PLUGIN = kubernetesName('kubernetes.io/csi');

export interface AttachmentSources {
  readonly claims: Informer<PersistentVolumeClaim>;
  readonly volumes: Informer<PersistentVolume>;
  readonly drivers: Informer<CSIDriver>;
  readonly dialect: Dialect;
}

/** A volume that must be attached to a node, and the pods there that use it. */
export interface WantedVolume {
  readonly volume: PersistentVolume;
  readonly pods: readonly Pod[];
}

export const volumeNameOf = ({ spec }: VolumeAttachment): string => spec.source.persistentVolumeName ?? '';

/** Returns the volumes that the pods of a node need attached, by name. Only CSI volumes are attached. */
export function wantedVolumes(pods: readonly Pod[], sources: AttachmentSources): ReadonlyMap<string, WantedVolume> {
  const wanted = new Map<string, WantedVolume>();
  for (const pod of pods) {
    if (hasEnded(pod)) continue;
    for (const volume of claimKeysOf(pod).flatMap((key) => attachableVolume(key, sources) ?? [])) {
      const name = volume.metadata.name ?? '';
      wanted.set(name, { volume, pods: [...(wanted.get(name)?.pods ?? []), pod] });
    }
  }
  return wanted;
}

function attachableVolume(
  claimKey: string,
  { claims, volumes, drivers }: AttachmentSources,
): PersistentVolume | undefined {
  const claim = claims.get(claimKey);
  const volume = claim?.status?.phase === 'Bound' ? volumes.get(claim.spec?.volumeName ?? '') : undefined;
  const driver = volume?.spec?.csi?.driver;
  if (driver === undefined || volume?.spec?.claimRef?.uid !== claim?.metadata.uid) return undefined;
  return drivers.get(driver)?.spec.attachRequired === false ? undefined : volume;
}

/** Returns the name of a volume in node statuses. */
export const uniqueNameOf = ({ spec }: PersistentVolume, dialect: Dialect): string =>
  `${dialect.rename(CSI_PLUGIN)}/${spec?.csi?.driver}^${spec?.csi?.volumeHandle}`;

/** Returns the attachment of a volume to a node. Its name is deterministic. */
export async function attachmentOf({ metadata, spec }: PersistentVolume, nodeName: string) {
  const { driver: attacher = '', volumeHandle = '' } = spec?.csi ?? {};
  const hash = await crypto.subtle.digest('SHA-256', utf8Bytes(volumeHandle + attacher + nodeName));
  const digits = [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0'));
  return {
    metadata: { name: `csi-${digits.join('')}` },
    spec: { attacher, nodeName, source: { persistentVolumeName: metadata.name } },
  };
}

/** Reports whether a volume can be attached to only one node. */
export const isExclusive = ({ spec }: PersistentVolume): boolean =>
  !spec?.accessModes?.some((mode) => mode === 'ReadWriteMany' || mode === 'ReadOnlyMany');

/** Returns why a volume that is attached to another node cannot be attached; `users` are the pods there. */
export function multiAttachError({ metadata }: PersistentVolume, namespace: string, users: readonly Pod[]): string {
  const near = users.filter((pod) => pod.metadata.namespace === namespace).map((pod) => pod.metadata.name);
  const far = users.length - near.length;
  const named = near.length > 0 ? `Volume is already used by pod(s) ${near.join(', ')}` : '';
  const others =
    near.length > 0
      ? ` and ${far} pod(s) in different namespaces`
      : `Volume is already used by ${far} pod(s) in different namespaces`;
  const nobody = "Volume is already exclusively attached to one node and can't be attached to another";
  const reason = users.length === 0 ? nobody : `${named}${far > 0 ? others : ''}`;
  return `Multi-Attach error for volume ${JSON.stringify(metadata.name)} ${reason}`;
}

/** Returns the unique names of the volumes that a node reports as attached. */
export const attachedNames = ({ status }: Node): string[] => (status?.volumesAttached ?? []).map(({ name }) => name);
