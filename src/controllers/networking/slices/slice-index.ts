import type { Dialect, KubernetesName } from '../../../api/dialect.ts';
import type { EndpointSlice } from '../../../api/kinds/discovery-v1.generated.ts';
import type { IndexFunction } from '../../../client/indexer.ts';
import { MANAGED_BY_LABEL, SERVICE_NAME_LABEL } from './slice-names.ts';

/** An index of the slices of one manager by the key of their Service. */
export interface SliceIndex {
  readonly name: string;
  readonly ownersOf: IndexFunction<EndpointSlice>;
}

export function sliceIndex(manager: KubernetesName, dialect: Dialect): SliceIndex {
  const [serviceName, managedBy, managerName] = [SERVICE_NAME_LABEL, MANAGED_BY_LABEL, manager].map(dialect.rename);
  return {
    name: `slices of ${managerName}`,
    ownersOf: ({ metadata: { namespace, labels } }) =>
      labels?.[managedBy ?? ''] === managerName ? [`${namespace}/${labels?.[serviceName ?? ''] ?? ''}`] : [],
  };
}
