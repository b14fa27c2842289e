import type { ApiClient, ListOptions } from './api-client.ts';
import type { ResourceAddress } from './resource-path.ts';

/** Default number of objects of a page. A browser parses a page of this length within a frame. */
const PAGE_LENGTH = 500;

/** The page of a list or Table. */
interface Page {
  readonly metadata?: { readonly resourceVersion?: string; readonly continue?: string } | undefined;
}

/**
 * Yields a collection page by page, all at the resource version of the first page.
 * @throws ApiError 410 when that version expires before the last page
 */
export async function* listPages<T extends Page>(
  client: ApiClient,
  address: ResourceAddress,
  options: ListOptions,
): AsyncGenerator<T, void, void> {
  let token: string | undefined;
  do {
    const query = token ? { ...options, continue: token } : options;
    const page = (await client.list(address, { ...query, limit: options.limit ?? PAGE_LENGTH })) as unknown as T;
    yield page;
    token = page.metadata?.continue;
  } while (token);
}
