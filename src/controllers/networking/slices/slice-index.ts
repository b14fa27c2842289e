import type { Dialect, KubernetesName } from '../../../api/dialect.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import { MANAGED_BY_LABEL, SERVICE_NAME_LABEL } from './slice-names.ts';

/** An index of the slices of one manager by the key of their Service. */
export interface SliceIndex {
  readonly name: string;
  ownersOf(slice: EndpointSlice): readonly string[];
}

const NO_OWNERS: readonly string[] = [];
const known = new Map<string, SliceIndex>();

/**
 * Returns the index of a manager. It is the same each time, because an informer outlives the controllers that use it.
 */
export function sliceIndex(manager: KubernetesName, dialect: Dialect): SliceIndex {
  const managerName = dialect.rename(manager);
  const index = known.get(managerName) ?? indexOf(managerName, dialect);
  known.set(managerName, index);
  return index;
}

function indexOf(managerName: string, dialect: Dialect): SliceIndex {
  const [serviceName, managedBy] = [SERVICE_NAME_LABEL, MANAGED_BY_LABEL].map(dialect.rename);
  return {
    name: `slices of ${managerName}`,
    ownersOf: ({ metadata: { namespace, labels } }) =>
      labels?.[managedBy ?? ''] === managerName ? [`${namespace}/${labels?.[serviceName ?? ''] ?? ''}`] : NO_OWNERS,
  };
}
