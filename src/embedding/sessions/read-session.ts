import { FASTEST_RATE } from '../../api/cluster-clock.ts';
import { DEBUG_GROUP } from '../../api/debug/access-explanation.ts';
import {
  MOST_REVISIONS,
  MOST_SESSION_BYTES,
  SESSION_FORMAT,
  type Session,
  type SessionEntry,
  TOO_LARGE_SESSION,
} from '../../api/debug/session.ts';
import { parseJson } from '../../api/encoding/exact-json.ts';
import { errorText } from '../../api/error-text.ts';
import { isDeeperThan, MOST_OBJECT_LEVELS } from '../../api/json/nesting.ts';
import { type ApiObject, isRecord } from '../../api/object.ts';
import { storedTexts } from './stored-text.ts';
import {
  isBetween,
  isFlag,
  isInstant,
  isRevision,
  isText,
  isTime,
  isTrace,
  isWrite,
  listOf,
  shapeOf,
} from './trace-shapes.ts';

/** A text that is not a session. The message is a sentence for the user. */
export class SessionError extends Error {
  override readonly name = 'SessionError';
}

/** Parses the text of a file and checks all of it. @throws SessionError */
export function readSession(text: string): Session {
  // A file has at least as many bytes as its text has characters.
  if (text.length > MOST_SESSION_BYTES) throw new SessionError(TOO_LARGE_SESSION);
  const session = parse(text);
  if (!isRecord(session) || session.kind !== 'Session' || !String(session.apiVersion).startsWith(`${DEBUG_GROUP}/`))
    throw new SessionError('The file is not a saved session.');
  if (Number.isSafeInteger(session.format) && Number(session.format) > SESSION_FORMAT)
    throw new SessionError('A newer version of Tabplane saved this session. Update Tabplane, then open it again.');
  const wrong = Object.entries(MEMBERS).find(([name, holds]) => !holds(session[name]));
  if (wrong) throw damagedMember(wrong[0]);
  const checked = session as unknown as Session;
  checkRevisions(checked);
  return withStoredTexts(checked);
}

/** Returns the session with its objects as a server stores them. @throws SessionError */
function withStoredTexts(session: Session): Session {
  const storedText = storedTexts(session.dialect);
  const textAt = (member: keyof Session, key: string, value: string): string => {
    if (key.startsWith(CLAIMS)) return value;
    const parsed = parsedValue(value);
    const setting = SETTINGS[key];
    if (!(setting ? setting(parsed) : isObject(parsed, key))) throw damagedMember(member);
    try {
      return setting ? value : storedText(parsed as ApiObject);
    } catch (error) {
      throw new SessionError(`The session is damaged: ${key} cannot be read: ${errorText(error)}.`, { cause: error });
    }
  };
  return {
    ...session,
    entries: session.entries.map((entry) => ({ ...entry, value: textAt('entries', entry.key, entry.value) })),
    changes: session.changes.map((change) => ({
      ...change,
      value: change.value === null ? null : textAt('changes', change.key, change.value),
    })),
  };
}

/** Parses a stored text. Undefined if it is not JSON. */
function parsedValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

const damagedMember = (name: string): SessionError =>
  new SessionError(`The session is damaged: its member “${name}” is missing or wrong.`);

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new SessionError('The file is not a saved session, or its end is missing.');
  }
}

/** Segments without control characters, of which none is empty, `.` or `..`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what the pattern rejects
const KEY = /^\/registry(\/(?!\.{1,2}(\/|$))[^/\u0000-\u001f\u007f]+)+$/;
const OBJECTS = '/registry/';
const CLAIMS = `${OBJECTS}claims/`;

/** Reports whether a value is an object whose key has its name and its namespace. */
function isObject(value: unknown, key: string): boolean {
  if (!isRecord(value) || !isRecord(value.metadata)) return false;
  const { name, namespace = '' } = value.metadata;
  return (
    [value.apiVersion, value.kind, name, namespace].every(isText) &&
    key.endsWith(namespace === '' ? `/${name}` : `/${namespace}/${name}`) &&
    !isDeeperThan(MOST_OBJECT_LEVELS, value)
  );
}

/** The settings that a session has, with the values that they may have. */
const SETTINGS: Readonly<Record<string, (value: unknown) => boolean>> = {
  '/tabplane/settings/clock': (value) =>
    isRecord(value) &&
    isBetween(value.rate, 0, FASTEST_RATE) &&
    [value.time, value.since].every(isInstant) &&
    (value.moves === undefined || listOf(shapeOf({ from: isInstant, to: isInstant }))(value.moves)),
  '/tabplane/settings/stopped-controllers': listOf(isText),
};

/** Reports whether a value may be stored at a key, apart from its text. */
const isStored = (key: unknown, value: unknown): boolean =>
  isText(key) && isText(value) && (Object.hasOwn(SETTINGS, key) || KEY.test(key));

const MEMBERS: Readonly<Partial<Record<keyof Session, (value: unknown) => boolean>>> = {
  format: (value) => value === SESSION_FORMAT,
  hasSecrets: isFlag,
  dialect: (value) => value === 'kubernetes' || value === 'cluster',
  time: isTime,
  oldest: isRevision,
  newest: isRevision,
  entries: listOf(
    (entry) =>
      isRecord(entry) &&
      isStored(entry.key, entry.value) &&
      isRevision(entry.createRevision) &&
      isRevision(entry.revision),
  ),
  changes: listOf(
    (change) =>
      isRecord(change) &&
      isRevision(change.revision) &&
      (change.value === null ? isText(change.key) : isStored(change.key, change.value)),
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
