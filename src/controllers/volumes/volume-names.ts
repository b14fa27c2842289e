import { kubernetesName } from '../../api/dialect.ts';

export const CLAIMS = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
export const VOLUMES = { group: '', version: 'v1', resource: 'persistentvolumes' };
export const PODS = { group: '', version: 'v1', resource: 'pods' };

/** On a claim: its binding is complete. */
export const BIND_COMPLETED = kubernetesName('pv.kubernetes.io/bind-completed');
/** On a volume: the provisioner that has made it. */
export const PROVISIONED_BY = kubernetesName('pv.kubernetes.io/provisioned-by');
/** On a volume: the driver that has replaced its plugin, and reclaims it. */
export const MIGRATED_TO = kubernetesName('pv.kubernetes.io/migrated-to');
/** On a claim: who must provision it. */
export const STORAGE_PROVISIONER = kubernetesName('volume.kubernetes.io/storage-provisioner');
export const BETA_STORAGE_PROVISIONER = kubernetesName('volume.beta.kubernetes.io/storage-provisioner');
/** On a class: claims without a class get this one. */
export const DEFAULT_CLASS = kubernetesName('storageclass.kubernetes.io/is-default-class');
export const BETA_DEFAULT_CLASS = kubernetesName('storageclass.beta.kubernetes.io/is-default-class');
