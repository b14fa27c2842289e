import { badRequest } from '../../api/status.ts';
import type { RequestUrl } from '../observe/received-request.ts';

/** Returns a parameter of a query. Most queries do not have it, and parsing one takes longer than a stage of the pipeline. */
export function queryParameter(url: RequestUrl, name: string): string | null {
  const { search } = url;
  // The name may be percent-encoded.
  return search.includes(name) || search.includes('%') ? url.searchParams.get(name) : null;
}

/** Reports whether a boolean parameter is set: any text but `false` (in any letter case) and `0`. */
export const isTrue = (text: string | null): boolean => text !== null && text !== '0' && text.toLowerCase() !== 'false';

/** Parses an integer like Go's strconv.ParseInt. Returns undefined when the parameter is absent. @throws StatusError 400 */
export function readInteger(query: URLSearchParams, name: string): number | undefined {
  const text = query.get(name);
  if (text === null) return undefined;
  const parsing = `parsing ${JSON.stringify(text)}`;
  if (!/^[+-]?\d+$/.test(text)) throw badRequest(`strconv.ParseInt: ${parsing}: invalid syntax`);
  const value = BigInt(text.replace(/^\+/, ''));
  if (BigInt.asIntN(64, value) !== value) throw badRequest(`strconv.ParseInt: ${parsing}: value out of range`);
  return Number(value);
}
