import type { Fix, Why } from '../../api/debug/why.ts';
import type { GroupResource } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { WHY_PATH } from '../state/access/preflight-client.ts';

interface Named {
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** The condition or the count that is explained instead of the whole state. */
export type WhyAspect = { readonly condition: string } | { readonly count: string };

/** Returns the explanation of an object's state, or of a part of it. @throws ApiError 403 or 404 when the server denies or lacks it */
export async function askWhy(
  client: ApiClient,
  { group, resource }: GroupResource,
  { namespace = '', name = '' }: Named,
  signal: AbortSignal,
  aspect?: WhyAspect,
): Promise<Why> {
  const query = new URLSearchParams({
    resource: group ? `${resource}.${group}` : resource,
    namespace,
    name,
    ...aspect,
  });
  return (await (await client.request(`${WHY_PATH}?${query}`, { signal })).json()) as Why;
}

/** Sends the request of a fix, optionally as a dry run. @throws ApiError */
export async function sendFix(client: ApiClient, { path, patch }: Fix, dryRun: boolean): Promise<void> {
  await client.request(`${path}?fieldManager=tabplane-ui${dryRun ? '&dryRun=All' : ''}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/merge-patch+json' },
    body: JSON.stringify(patch),
  });
}
