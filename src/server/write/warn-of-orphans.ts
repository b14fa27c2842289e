import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call } from '../context/call.ts';
import type { DeleteOptions } from '../http/delete-options.ts';

const ORPHANED_PODS =
  'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning';

/** Warns that a delete of jobs leaves their pods behind, unless its options say how to treat dependents. */
export function warnOfOrphans(call: Call & { resource: ServedResource }, options: DeleteOptions): void {
  const { behavior, group } = call.resource;
  const isDefault = options.propagationPolicy === undefined && options.orphanDependents === undefined;
  if (isDefault && behavior.defaultPropagation === 'Orphan' && group === 'batch') call.warnings.push(ORPHANED_PODS);
}
