import { apiVersionOf, type GroupVersionResource, groupResourceText } from '../../api/object.ts';
import type { ApiClient, ListOptions, ObjectList } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { listPages } from '../../client/list-pages.ts';
import type { AnyObject } from '../command.ts';

/** Returns all objects of a resource with their kind, read page by page. @throws ApiError */
export async function listAll(
  client: ApiClient,
  { group, version, resource, kind }: Pick<DiscoveredResource, 'group' | 'version' | 'resource' | 'kind'>,
  namespace?: string,
  options: ListOptions = {},
): Promise<AnyObject[]> {
  const objects: AnyObject[] = [];
  const address = { group, version, resource, ...(namespace ? { namespace } : {}) };
  try {
    for await (const { items } of listPages<ObjectList<AnyObject>>(client, address, options))
      for (const item of items) objects.push({ ...item, apiVersion: apiVersionOf(group, version), kind });
  } catch (error) {
    throw listFailure(error, address, options);
  }
  return objects;
}

/** Returns a list of related objects; undefined when the user may not list them. @throws ApiError for other reasons */
export const unlessForbidden = (list: Promise<AnyObject[]>): Promise<AnyObject[] | undefined> =>
  list.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 403) return undefined;
    throw error;
  });

/** Returns the error of a list with the words that kubectl adds: which resource it listed, and by which selectors. */
export function listFailure(
  error: unknown,
  { group, version, resource }: GroupVersionResource,
  options: ListOptions,
): unknown {
  if (!(error instanceof ApiError) || (error.code !== 400 && error.code !== 404)) return error;
  const { labelSelector = '', fieldSelector = '' } = options;
  const subject = JSON.stringify(`${group}/${version}, Resource=${resource}`);
  const isSelected = labelSelector !== '' || fieldSelector !== '';
  const action = isSelected
    ? `Unable to find ${subject} that match label selector ${JSON.stringify(labelSelector)}, field selector ${JSON.stringify(fieldSelector)}`
    : `Unable to list ${subject}`;
  // A server that does not know the resource answers without a Status.
  const isUnknown = error.code === 404 && error.reason === '';
  const text = `the server could not find the requested resource (get ${groupResourceText({ group, resource })})`;
  const { status } = error;
  return new ApiError({
    ...status,
    ...(isUnknown ? { reason: 'NotFound' } : {}),
    message: `${action}: ${isUnknown ? text : status.message}`,
  });
}
