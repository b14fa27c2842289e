import { groupInDialect } from '../../api/dialect-translation.ts';
import { type Status, StatusError } from '../../api/status.ts';
import type { Call } from '../context/call.ts';

/**
 * Returns this server's name for an API group of the other dialect; undefined when the group is served or has no other
 * name.
 */
function meantGroup({ server }: Call, group: string): string | undefined {
  const meant = groupInDialect(group, server.dialect.name);
  return meant !== undefined && !server.resources.serves(group) && server.resources.serves(meant) ? meant : undefined;
}

const hintFor = ({ server }: Call, meant: string): string =>
  `this server uses the ${server.dialect.name} names, did you mean ${JSON.stringify(meant)}?`;

/**
 * Returns the error for a path whose group the server only serves under the name of its own dialect; undefined for
 * others.
 */
export function otherDialectGroup(call: Call, group: string): StatusError | undefined {
  const meant = meantGroup(call, group);
  if (!meant) return undefined;
  return new StatusError({
    code: 404,
    reason: 'NotFound',
    message: `the server has no API group ${JSON.stringify(group)}: ${hintFor(call, meant)}`,
  });
}

const HINTED_CODES = new Set([400, 403, 404]);
/** Characters of a message that are searched for group names: messages can quote whole bodies. */
const SEARCHED = 4096;
const NOT_IN_NAMES = /[^a-z0-9.-]+/;
const SUFFIXES = ['.k8s.io', '.cluster.io'];

/** Returns the API groups in a message that have a suffix of either dialect. */
const groupsIn = (message: string): string[] =>
  message
    .slice(0, SEARCHED)
    .split(NOT_IN_NAMES)
    // A trailing dot may end the sentence.
    .map((name) => (name.endsWith('.') ? name.slice(0, -1) : name))
    .filter((name) => SUFFIXES.some((suffix) => name.endsWith(suffix)));

/** Adds a hint to an error whose message names a group of the other dialect. */
export function withDialectHint(call: Call, error: StatusError): StatusError {
  const { message = '', code = 0, ...status }: Status = error.status;
  if (!HINTED_CODES.has(code) || message.includes('did you mean')) return error;
  for (const group of groupsIn(message)) {
    const meant = meantGroup(call, group);
    // A message that already contains the right group needs no hint.
    if (meant && !message.includes(meant))
      return new StatusError({ ...status, code, message: `${message}: ${hintFor(call, meant)}` }, error.headers);
  }
  return error;
}
