import type { DownwardAPIVolumeFile, ProjectedVolumeSource, Volume } from '../../../api/kinds/core-v1.generated.ts';
import { roundResourceList } from '../quantities/resource-quantities.ts';

/** File permissions in volumes: 0644. */
const FILE_MODE = 0o644;
const TOKEN_SECONDS = 3600;

/** Disk types that pods and persistent volumes share. */
export interface SharedDisks {
  readonly azureDisk?: Volume['azureDisk'];
  readonly hostPath?: Volume['hostPath'];
  readonly iscsi?: { iscsiInterface?: string | undefined } | undefined;
  readonly rbd?: { pool?: string | undefined; user?: string | undefined; keyring?: string | undefined } | undefined;
  readonly scaleIO?: { storageMode?: string | undefined; fsType?: string | undefined } | undefined;
}

export function setSharedDiskDefaults({ azureDisk, hostPath, iscsi, rbd, scaleIO }: SharedDisks): void {
  if (azureDisk) {
    azureDisk.cachingMode ??= 'ReadWrite';
    azureDisk.kind ??= 'Shared';
    azureDisk.fsType ??= 'ext4';
    azureDisk.readOnly ??= false;
  }
  if (hostPath) hostPath.type ??= '';
  if (iscsi) iscsi.iscsiInterface ||= 'default';
  if (rbd) {
    rbd.pool ||= 'rbd';
    rbd.user ||= 'admin';
    rbd.keyring ||= '/etc/ceph/keyring';
  }
  if (scaleIO) {
    scaleIO.storageMode ||= 'ThinProvisioned';
    scaleIO.fsType ||= 'xfs';
  }
}

export function setVolumeDefaults(volume: Volume): void {
  const hasSource = Object.entries(volume).some(([field, source]) => field !== 'name' && source != null);
  if (!hasSource) volume.emptyDir = {};
  setSharedDiskDefaults(volume);
  for (const source of [volume.secret, volume.configMap, volume.downwardAPI, volume.projected]) {
    if (source) source.defaultMode ??= FILE_MODE;
  }
  setFileDefaults(volume.downwardAPI?.items);
  if (volume.projected) setProjectionDefaults(volume.projected);
  const claim = volume.ephemeral?.volumeClaimTemplate?.spec;
  if (!claim) return;
  claim.volumeMode ??= 'Filesystem';
  roundResourceList(claim.resources?.limits);
  roundResourceList(claim.resources?.requests);
}

function setProjectionDefaults({ sources }: ProjectedVolumeSource): void {
  for (const { downwardAPI, serviceAccountToken } of sources ?? []) {
    setFileDefaults(downwardAPI?.items);
    if (serviceAccountToken) serviceAccountToken.expirationSeconds ??= TOKEN_SECONDS;
  }
}

function setFileDefaults(files: readonly DownwardAPIVolumeFile[] | undefined): void {
  for (const { fieldRef } of files ?? []) {
    if (fieldRef) fieldRef.apiVersion ||= 'v1';
  }
}
