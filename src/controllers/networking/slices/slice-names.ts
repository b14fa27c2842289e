import { kubernetesName } from '../../../api/dialect.ts';
import { isDns1123Subdomain } from '../../../api/names.ts';

export const SERVICE_NAME_LABEL = kubernetesName('kubernetes.io/service-name');
export const MANAGED_BY_LABEL = kubernetesName('endpointslice.kubernetes.io/managed-by');
export const SLICE_MANAGER = kubernetesName('endpointslice-controller.k8s.io');
export const MIRROR_MANAGER = kubernetesName('endpointslicemirroring-controller.k8s.io');

/** Returns the prefix of the names of the slices of a Service. */
export const slicePrefix = (service: string): string =>
  isDns1123Subdomain(`${service}-x`).length === 0 ? `${service}-` : service;
