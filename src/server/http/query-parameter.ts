import type { RequestUrl } from '../observe/received-request.ts';

/** Returns a parameter of a query. Most queries do not have it, and parsing one takes longer than a stage of the pipeline. */
export function queryParameter(url: RequestUrl, name: string): string | null {
  const { search } = url;
  // A name can be written with percent signs.
  return search.includes(name) || search.includes('%') ? url.searchParams.get(name) : null;
}
