import type { Call, Endpoint } from '../call.ts';
import { readListQuery, selectionOf } from '../list-options.ts';
import { acceptedMediaType } from '../negotiation.ts';
import { readListing } from '../read-listing.ts';
import { type Listing, representListing } from '../representation.ts';
import type { ServedResource } from '../served-resource.ts';

export { representListing } from '../representation.ts';

/** GET of a collection. */
export const list: Endpoint = async (call) => representListing(call, await listObjects(call));

/** What the query selects of the collection that the path names; `forDelete`: for a DELETE of it. */
export async function listObjects(
  call: Call & { resource: ServedResource },
  { forDelete = false }: { forDelete?: boolean } = {},
): Promise<Listing> {
  acceptedMediaType(call);
  const { resource, server, url } = call;
  const query = readListQuery(url.searchParams, forDelete ? 'deletecollection' : 'list', server);
  return readListing(call, query, selectionOf(resource, query));
}
