import { kubernetesName } from '../../api/dialect.ts';

export const CLAIMS = { group: '', version: 'v1', resource: 'persistentvolumeclaims' };
export const VOLUMES = { group: '', version: 'v1', resource: 'persistentvolumes' };
export const PODS = { group: '', version: 'v1', resource: 'pods' };

/** On a claim whose binding is complete. */
export const BIND_COMPLETED = kubernetesName('pv.kubernetes.io/bind-completed');
/** On a volume: the provisioner that created it. */
export const PROVISIONED_BY = kubernetesName('pv.kubernetes.io/provisioned-by');
/** On a volume: the driver that replaced its plugin, and reclaims it. */
export const MIGRATED_TO = kubernetesName('pv.kubernetes.io/migrated-to');
/** On a claim: the provisioner that must provision its volume. */
export const STORAGE_PROVISIONER = kubernetesName('volume.kubernetes.io/storage-provisioner');
export const BETA_STORAGE_PROVISIONER = kubernetesName('volume.beta.kubernetes.io/storage-provisioner');
export const BETA_DEFAULT_CLASS = kubernetesName('storageclass.beta.kubernetes.io/is-default-class');
