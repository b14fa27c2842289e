import { kubernetesName } from '../../../api/dialect.ts';
import type { AdmissionPluginFactory } from '../../admission-plugin.ts';
import { isRequestFor, operations, resources } from '../../attributes.ts';

/** Adds finalizers that keep claims and volumes while they are in use. */
export const storageObjectInUseProtection: AdmissionPluginFactory = ({ dialect }) => ({
  name: 'StorageObjectInUseProtection',
  handles: operations('CREATE'),
  resources: resources('/persistentvolumes', '/persistentvolumeclaims'),
  mutate(attributes) {
    const isClaim = isRequestFor(attributes, '', 'persistentvolumeclaims');
    if (!isClaim && !isRequestFor(attributes, '', 'persistentvolumes')) return;
    const metadata = attributes.object?.metadata;
    if (!metadata) return;
    const finalizer = dialect.rename(kubernetesName(`kubernetes.io/${isClaim ? 'pvc' : 'pv'}-protection`));
    if (metadata.finalizers?.includes(finalizer)) return;
    metadata.finalizers = [...(metadata.finalizers ?? []), finalizer];
  },
});
