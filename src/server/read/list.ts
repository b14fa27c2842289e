import type { ServedResource } from '../catalog/served-resource.ts';
import type { Call, Endpoint } from '../context/call.ts';
import { readListQuery, selectionOf } from '../http/list-options.ts';
import { acceptedMediaType } from '../http/negotiation.ts';
import { type Listing, representListing } from '../http/representation.ts';
import { readListing } from './read-listing.ts';

export { representListing } from '../http/representation.ts';

/** GET of a collection. */
export const list: Endpoint = async (call) => representListing(call, await listReader(call, 'list')());

/** Checks the query of a list or deletecollection and returns a function that reads the selected objects. */
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
