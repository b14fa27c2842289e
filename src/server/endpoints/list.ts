import type { Call, Endpoint } from '../call.ts';
import { readListQuery, selectionOf } from '../list-options.ts';
import { acceptedMediaType } from '../negotiation.ts';
import { readListing } from '../read-listing.ts';
import { type Listing, representListing } from '../representation.ts';
import type { ServedResource } from '../served-resource.ts';

export { representListing } from '../representation.ts';

/** GET of a collection. */
export const list: Endpoint = async (call) => representListing(call, await listReader(call, 'list')());

/** Checks the query of a list or deletecollection and returns the function that reads what it selects. */
export function listReader(
  call: Call & { resource: ServedResource },
  purpose: 'list' | 'deletecollection',
): () => Promise<Listing> {
  acceptedMediaType(call);
  const { resource, server, url } = call;
  const query = readListQuery(url.searchParams, purpose, server);
  const selection = selectionOf(resource, query);
  return () => readListing(call, query, selection);
}
