import type { ObjectMeta } from '../../api/kinds/meta-v1.generated.ts';
import type { ApiClient } from '../../client/api-client.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { ResourceAddress } from '../../client/resource-path.ts';

interface Scale {
  readonly spec?: { readonly replicas?: number };
}

const scaleAddress = (
  { group, version, resource }: DiscoveredResource,
  { namespace, name }: ObjectMeta,
): ResourceAddress => ({
  group,
  version,
  resource,
  name: name ?? '',
  subresource: 'scale',
  ...(namespace ? { namespace } : {}),
});

/** Returns the desired number of replicas. @throws ApiError */
export async function readReplicas(
  client: ApiClient,
  resource: DiscoveredResource,
  metadata: ObjectMeta,
): Promise<number> {
  const { spec } = await client.get<Scale>(scaleAddress(resource, metadata));
  return spec?.replicas ?? 0;
}

/** Sets the desired number of replicas. @throws ApiError */
export const scaleObject = (
  client: ApiClient,
  resource: DiscoveredResource,
  metadata: ObjectMeta,
  replicas: number,
): Promise<unknown> => client.patch(scaleAddress(resource, metadata), 'merge', { spec: { replicas } });
