import { type Dialect, type KubernetesName, kubernetesName } from '../../api/dialect.ts';
import { CUSTOM_RESOURCE_CLEANUP_FINALIZER } from '../../api/kubernetes-names.ts';

/** The component that removes a finalizer, and the time at which it does. */
const REMOVERS: readonly (readonly [finalizer: KubernetesName, remover: string])[] = [
  [kubernetesName('foregroundDeletion'), 'the garbage collector, once the dependents are gone'],
  [kubernetesName('orphan'), 'the garbage collector, once the dependents have no owner'],
  [kubernetesName('kubernetes'), 'the namespace controller, once the namespace is empty'],
  [kubernetesName('kubernetes.io/pvc-protection'), 'its protection controller, once no pod uses the claim'],
  [kubernetesName('kubernetes.io/pv-protection'), 'its protection controller, once no claim is bound to the volume'],
  [kubernetesName('batch.kubernetes.io/job-tracking'), 'the job controller, once it has counted the pod'],
  [
    kubernetesName('service.kubernetes.io/load-balancer-cleanup'),
    'the controller of load balancers, once the load balancer is gone',
  ],
  [CUSTOM_RESOURCE_CLEANUP_FINALIZER, 'the server, once all objects of the kind are gone'],
];

/** Returns a text about the component that removes a finalizer, and when; undefined for unknown finalizers. */
export const removerOf = (finalizer: string, dialect: Dialect): string | undefined =>
  REMOVERS.find(([name]) => dialect.rename(name) === finalizer)?.[1];
