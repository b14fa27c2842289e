import { utf8Length } from '../../api/encoding/utf8.ts';
import { BoundedMap } from '../../api/memory/bounded-map.ts';

/** Maximum length in bytes of a manager name derived from a User-Agent. */
const MAXIMUM_NAME = 128;
const UNKNOWN = 'unknown';

const userAgentNames = new BoundedMap<string, string>(1_000);

/** Returns the manager of a non-apply write: its `fieldManager`, or else the User-Agent up to the first slash. */
export function managerName(fieldManager: string, userAgent: string | null | undefined): string {
  if (fieldManager !== '') return fieldManager;
  if (!userAgent) return UNKNOWN;
  let name = userAgentNames.get(userAgent);
  if (name === undefined) {
    name = nameOfUserAgent(userAgent);
    userAgentNames.set(userAgent, name);
  }
  return name;
}

function nameOfUserAgent(userAgent: string): string {
  let name = '';
  for (const character of userAgent.split('/')[0] ?? '') {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) continue;
    if (utf8Length(name + character) > MAXIMUM_NAME) break;
    name += character;
  }
  return name || UNKNOWN;
}
