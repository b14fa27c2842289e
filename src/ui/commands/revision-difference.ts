import type { ApiObject } from '../../api/object.ts';
import { escapeFieldValue } from '../../api/selectors/field-selector.ts';
import type { DiscoveredResource } from '../../client/discovery.ts';
import type { Application } from '../application.ts';
import { compareStates, type ObjectDifference } from '../state/time/comparison.ts';
import { collectionOf } from './write-objects.ts';

/** Compares a revision of an object with the object as it is now. Returns undefined when they are equal. @throws ApiError */
export async function differenceFromNow(
  { clientAt }: Pick<Application, 'clientAt'>,
  resource: DiscoveredResource,
  revision: ApiObject,
): Promise<ObjectDifference | undefined> {
  const { apiVersion, kind, metadata } = revision;
  // Browsers log the answer to a get of a deleted object as an error on the console.
  const { items } = await clientAt(undefined).list<ApiObject>(collectionOf(resource, revision, ''), {
    fieldSelector: `metadata.name=${escapeFieldValue(metadata.name ?? '')}`,
  });
  const [now] = items;
  return compareStates(resource, revision, now && { ...now, apiVersion, kind });
}
