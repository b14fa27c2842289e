import { FASTEST_RATE } from '../../api/cluster-clock.ts';
import { DEBUG_GROUP } from '../../api/debug/access-explanation.ts';
import { MOST_REVISIONS, SESSION_FORMAT, type Session, type SessionEntry } from '../../api/debug/session.ts';
import { errorText } from '../../api/error-text.ts';
import { isRecord } from '../../api/object.ts';
import { storedTexts } from './stored-text.ts';

/** A text that is not a session. The message is a sentence for the user. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
}

/** Parses the text of a file and checks all of it. @throws SessionError */
export function readSession(text: string): Session {
  const session = parse(text);
  if (!isRecord(session) || session.kind !== 'Session' || !String(session.apiVersion).startsWith(`${DEBUG_GROUP}/`))
    throw new SessionError('The file is not a saved session.');
  if (Number.isSafeInteger(session.format) && Number(session.format) > SESSION_FORMAT)
    throw new SessionError('A newer version of Tabplane saved this session. Update Tabplane, then open it again.');
  const wrong = Object.entries(MEMBERS).find(([name, holds]) => !holds(session[name]));
  if (wrong) throw new SessionError(`The session is damaged: its member “${wrong[0]}” is missing or wrong.`);
  const checked = session as unknown as Session;
  checkRevisions(checked);
  return withStoredTexts(checked);
}

/** Returns the session with its objects as a server stores them. @throws SessionError */
function withStoredTexts(session: Session): Session {
  const storedText = storedTexts(session.dialect);
  const isOfObject = (key: string): boolean => key.startsWith(OBJECTS) && !key.startsWith(CLAIMS);
  const textAt = (key: string, value: string): string => {
    if (!isOfObject(key)) return value;
    try {
      return storedText(value);
    } catch (error) {
      throw new SessionError(`The session is damaged: ${key} cannot be read: ${errorText(error)}.`, { cause: error });
    }
  };
  return {
    ...session,
    entries: session.entries.map((entry) => ({ ...entry, value: textAt(entry.key, entry.value) })),
    changes: session.changes.map((change) => ({
      ...change,
      value: change.value === null ? null : textAt(change.key, change.value),
    })),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SessionError('The file is not a saved session, or its end is missing.');
  }
}

/** Leaves enough revisions to a cluster that continues the session. */
const LAST_REVISION = 2 ** 52;

const isBetween = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'number' && value >= least && value <= most;
const isRevision = (value: unknown): boolean => Number.isInteger(value) && isBetween(value, 0, LAST_REVISION);
const isText = (value: unknown): value is string => typeof value === 'string';
const isRevisionText = (value: unknown): boolean => isText(value) && /^\d+$/.test(value) && isRevision(Number(value));

/** 9999-12-31: the last day that times of the API can express. */
const LAST_DAY = Date.UTC(9999, 11, 31);

/** Reports whether a value is a time in milliseconds since 1970. */
const isInstant = (value: unknown): boolean => isBetween(value, 0, LAST_DAY);
const isTime = (value: unknown): boolean => isText(value) && isInstant(Date.parse(value));
const listOf =
  (holds: (each: Record<string, unknown>) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every((each: unknown) => isRecord(each) && holds(each));

/** Segments without control characters, of which none is empty, `.` or `..`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern rejects
const KEY = /^\/registry(\/(?!\.{1,2}(\/|$))[^/\u0000-\u001f\u007f]+)+$/;
const OBJECTS = '/registry/';
const CLAIMS = `${OBJECTS}claims/`;

/** Maximum depth of a stored object, a trace and a write. */
const DEEPEST = 200;

/** Reports whether a value is an object whose key has its name and its namespace. */
function isObject(value: unknown, key: string): boolean {
  if (!isRecord(value) || !isRecord(value.metadata)) return false;
  const { name, namespace = '' } = value.metadata;
  return (
    [value.apiVersion, value.kind, name, namespace].every(isText) &&
    key.endsWith(namespace === '' ? `/${name}` : `/${namespace}/${name}`) &&
    isAtMostDeep(value, DEEPEST)
  );
}

const isAtMostDeep = (value: unknown, depth: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (depth > 0 && Object.values(value).every((member) => isAtMostDeep(member, depth - 1)));

/** The settings that a session has, with the values that they may have. */
const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  '/tabplane/settings/clock': (value) =>
    isRecord(value) &&
    isBetween(value.rate, 0, FASTEST_RATE) &&
    [value.time, value.since].every(isInstant) &&
    (value.moves === undefined || listOf(({ from, to }) => isInstant(from) && isInstant(to))(value.moves)),
  '/tabplane/settings/stopped-controllers': (value) => Array.isArray(value) && value.every(isText),
};

/** Reports whether a value may be stored at a key. */
function isStored(key: unknown, value: unknown): boolean {
  if (!isText(key) || !isText(value)) return false;
  const setting = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
  if (!setting && !KEY.test(key)) return false;
  if (key.startsWith(CLAIMS)) return true;
  try {
    const parsed: unknown = JSON.parse(value);
    return setting ? setting(parsed) : isObject(parsed, key);
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
  isTime(trace.requestReceivedTimestamp) &&
  isAtMostDeep(trace, DEEPEST);

const isReason = ({ type, resource, name, namespace = '', revision }: Record<string, unknown>): boolean =>
  type === 'change' ? [resource, name, namespace].every(isText) && isRevisionText(revision) : isText(type);

const isCause = (cause: unknown): boolean =>
  isRecord(cause) && [cause.component, cause.because ?? ''].every(isText) && listOf(isReason)(cause.reasons);

const isWrite = (write: Record<string, unknown>): boolean =>
  isRevisionText(write.revision) &&
  isTime(write.time) &&
  [write.effect, write.resource, write.name, write.user].every(isText) &&
  (write.cause === undefined || isCause(write.cause)) &&
  isAtMostDeep(write, DEEPEST);

const MEMBERS: Readonly<Partial<Record<keyof Session, (value: unknown) => boolean>>> = {
  format: (value) => value === SESSION_FORMAT,
  hasSecrets: (value) => typeof value === 'boolean',
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
  writes: listOf(isWrite),
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
