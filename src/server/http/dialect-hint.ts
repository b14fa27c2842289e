import { groupInDialect } from '../../api/dialect-translation.ts';
import { type Status, StatusError } from '../../api/status.ts';
import type { Call } from '../context/call.ts';

/** The API group that is meant by one of the other dialect; undefined when the server has the group or no other name of it. */
function meantGroup({ server }: Call, group: string): string | undefined {
  const meant = groupInDialect(group, server.dialect.name);
  return meant !== undefined && !server.resources.serves(group) && server.resources.serves(meant) ? meant : undefined;
}

const hintFor = ({ server }: Call, meant: string): string =>
  `this server uses the ${server.dialect.name} names, did you mean ${JSON.stringify(meant)}?`;

/** The refusal of a path whose group the server has only in its own dialect; undefined for other groups. */
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
/** Messages can quote whole bodies: a group is looked for in so many characters. */
const SEARCHED = 4096;
const NOT_IN_NAMES = /[^a-z0-9.-]+/;
const SUFFIXES = ['.k8s.io', '.cluster.io'];

/** The API groups with a suffix of a dialect that a message names. */
const groupsIn = (message: string): string[] =>
  message
    .slice(0, SEARCHED)
    .split(NOT_IN_NAMES)
    // A full stop can end the sentence.
    .map((name) => (name.endsWith('.') ? name.slice(0, -1) : name))
    .filter((name) => SUFFIXES.some((suffix) => name.endsWith(suffix)));

/** A refusal that names the group that is meant when its message names one of the other dialect. */
export function withDialectHint(call: Call, refusal: StatusError): StatusError {
  const { message = '', code = 0, ...status }: Status = refusal.status;
  if (!HINTED_CODES.has(code) || message.includes('did you mean')) return refusal;
  for (const group of groupsIn(message)) {
    const meant = meantGroup(call, group);
    // A message that names both says already what is meant.
    if (meant && !message.includes(meant))
      return new StatusError({ ...status, code, message: `${message}: ${hintFor(call, meant)}` }, refusal.headers);
  }
  return refusal;
}
