import { DEBUG_GROUP } from '../../api/debug/access-explanation.ts';
import { MOST_REVISIONS, SESSION_FORMAT, type Session, type SessionEntry } from '../../api/debug/session.ts';
import { isRecord } from '../../api/object.ts';

/** A text that is not a session. The message is a sentence for the user. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
}

/** Parses the text of a file and checks all of it. @throws SessionError */
export function readSession(text: string): Session {
  const session = parse(text);
  if (!isRecord(session) || session.kind !== 'Session' || !String(session.apiVersion).startsWith(`${DEBUG_GROUP}/`))
    throw new SessionError('The file is not a saved session.');
  if (session.format !== SESSION_FORMAT)
    throw new SessionError('A newer version of Tabplane saved this session. Update Tabplane, then open it again.');
  const wrong = Object.entries(MEMBERS).find(([name, holds]) => !holds(session[name]));
  if (wrong) throw new SessionError(`The session is damaged: its member “${wrong[0]}” is missing or wrong.`);
  checkRevisions(session as unknown as Session);
  return session as unknown as Session;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SessionError('The file is not a saved session, or its end is missing.');
  }
}

const isRevision = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isText = (value: unknown): value is string => typeof value === 'string';
const isTime = (value: unknown): boolean => isText(value) && !Number.isNaN(Date.parse(value));
const listOf =
  (holds: (each: Record<string, unknown>) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((each: unknown) => isRecord(each) && holds(each));

/** Segments without control characters, of which none is empty, `.` or `..`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern rejects
const KEY = /^\/registry(\/(?!\.{1,2}(\/|$))[^/\u0000-\u001f\u007f]+)+$/;
const CLAIMS = '/registry/claims/';

/** Maximum depth of a stored object. */
const DEEPEST = 200;

const isObject = (value: unknown): boolean =>
  isRecord(value) &&
  [value.apiVersion, value.kind].every(isText) &&
  isRecord(value.metadata) &&
  isText(value.metadata.name) &&
  isAtMostDeep(value, DEEPEST);

const isAtMostDeep = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isAtMostDeep(member, depth - 1)));

/** The settings that a session has, with the values that they may have. */
const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  '/tabplane/settings/clock': (value) =>
    isRecord(value) && [value.rate, value.time, value.since].every((each) => Number.isFinite(each)),
  '/tabplane/settings/stopped-controllers': (value) => Array.isArray(value) && value.every(isText),
};

/** Reports whether a value may be stored at a key. */
function isStored(key: unknown, value: unknown): boolean {
  if (!isText(key) || !isText(value)) return false;
  const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
  if (!setting && !KEY.test(key)) return false;
  if (key.startsWith(CLAIMS)) return true;
  try {
    return (setting ?? isObject)(JSON.parse(value));
  } catch {
    return false;
  }
}

const isTrace = (trace: Record<string, unknown>): boolean =>
  [trace.metadata, trace.user, trace.request, trace.response].every(isRecord) &&
  Array.isArray(trace.admission) &&
  isText((trace.metadata as { name?: unknown }).name) &&
  isText((trace.user as { username?: unknown }).username) &&
  ['verb', 'method', 'path'].every((name) => isText((trace.request as Record<string, unknown>)[name])) &&
  Number.isFinite((trace.response as { code?: unknown }).code) &&
  Array.isArray((trace.response as { warnings?: unknown }).warnings) &&
  Number.isFinite(trace.milliseconds) &&
  isTime(trace.requestReceivedTimestamp);

const MEMBERS: Readonly<Partial<Record<keyof Session, (value: unknown) => boolean>>> = {
  dialect: (value) => value === 'kubernetes' || value === 'cluster',
  time: isTime,
  oldest: isRevision,
  newest: isRevision,
  entries: listOf(
    ({ key, value, createRevision, revision }) =>
      isStored(key, value) && isRevision(createRevision) && isRevision(revision),
  ),
  changes: listOf(
    ({ revision, key, value }) => isRevision(revision) && (value === null ? isText(key) : isStored(key, value)),
  ),
  traces: listOf(isTrace),
  writes: listOf(
    ({ revision, time, effect, resource, name, user }) =>
      isText(revision) && isRevision(Number(revision)) && isTime(time) && [effect, resource, name, user].every(isText),
  ),
};

/** Checks that the changes lead from the oldest revision to the newest one. */
function checkRevisions({ oldest, newest, entries, changes }: Session): void {
  if (newest < oldest || newest - oldest > MOST_REVISIONS)
    throw new SessionError(`The session is damaged: it has not between 0 and ${MOST_REVISIONS} revisions.`);
  const live = new Set<string>();
  const require = (isInOrder: boolean, key: string): void => {
    if (!isInOrder) throw new SessionError(`The session is damaged: the revisions of ${key} are out of order.`);
  };
  const isEntryInOrder = ({ key, createRevision, revision }: SessionEntry): boolean =>
    !live.has(key) && createRevision <= revision && revision <= oldest;
  for (const entry of entries) {
    require(isEntryInOrder(entry), entry.key);
    live.add(entry.key);
  }
  let last = oldest + 1;
  let inCommit = new Set<string>();
  for (const { revision, key, value } of changes) {
    if (revision > last) inCommit = new Set();
    require(revision >= last && revision <= newest && !inCommit.has(key) && (value !== null || live.has(key)), key);
    last = revision;
    inCommit.add(key);
    if (value === null) live.delete(key);
    else live.add(key);
  }
}
