import { BoundedMap } from '../memory/bounded-map.ts';
import type { ApiRequest } from '../messages/api-messages.ts';

/** The `Content-Type` that Fetch sets on a text body when the client names none. */
const FETCH_DEFAULT_TYPE = 'text/plain;charset=UTF-8';
const PARAMETER = /^\s*[^\s=;"]+=([^\s=;"]+|"([^"\\]|\\.)*")\s*$/;

/** Cache of parsed headers: programs send the same headers repeatedly. */
const known = new BoundedMap<string, string>(100);
const LONGEST_HEADER = 200;

/** Returns the media type of a request body without parameters: JSON when there is none, empty when a parameter is malformed. */
export function mediaTypeOf(request: Pick<ApiRequest, 'headers'>): string {
  const header = request.headers.get('content-type');
  if (!header || header === FETCH_DEFAULT_TYPE) return 'application/json';
  let type = known.get(header);
  if (type === undefined) {
    type = typeIn(header);
    if (header.length <= LONGEST_HEADER) known.set(header, type);
  }
  return type;
}

function typeIn(header: string): string {
  const [type = '', ...parameters] = header.split(';');
  const isWellFormed = parameters.every((parameter) => parameter.trim() === '' || PARAMETER.test(parameter));
  return isWellFormed ? type.trim().toLowerCase() : '';
}
