import type { AccessFix } from '../../api/debug/access-analysis.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type Discovery, findServedKind } from '../../client/discovery.ts';

/** Creates the objects of a fix after a successful dry run of each. @throws ApiError */
export async function applyFix(client: ApiClient, discovery: Discovery, { objects }: AccessFix): Promise<void> {
  for (const dryRun of [true, false]) {
    for (const object of objects) {
      const served = findServedKind(discovery, object);
      if (!served) throw new Error(`The server has no ${object.kind} in ${object.apiVersion}`);
      const { group, version, resource } = served;
      const { namespace } = object.metadata;
      const address = { group, version, resource, ...(namespace ? { namespace } : {}) };
      await client.create(address, object, { dryRun, fieldManager: 'tabplane-ui' });
    }
  }
}
