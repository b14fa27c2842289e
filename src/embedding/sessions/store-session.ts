import type { ClockSetting } from '../../api/cluster-clock.ts';
import type { WriteRecord } from '../../api/debug/causes.ts';
import type { RequestTrace } from '../../api/debug/request-trace.ts';
import type { Session } from '../../api/debug/session.ts';
import type { LoggedTrace, TraceLog } from '../../server/observe/traces/trace-log.ts';
import type { Commit, Journal } from '../../storage/journal.ts';
import { logRows, replayed } from '../../storage/log-rows.ts';
import type { Snapshot } from '../../storage/multi-version-map.ts';

const CLOCK_KEY = '/tabplane/settings/clock';

/**
 * Writes the history of a session to an empty journal. The clock stands still at its end, so that a cluster that is
 * continued begins there.
 */
export async function storeSession(journal: Journal, session: Session): Promise<void> {
  const { oldest } = session;
  await journal.load();
  await journal.append([initialState(session), ...changesOf(session), pause(session)]);
  // Everything up to the oldest revision is state, not history.
  while (await journal.compact(oldest));
}

/** Returns the history of a session as the content of a storage in memory. */
export function contentOfSession(session: Session): Snapshot {
  const { oldest, newest } = session;
  const rows = logRows([...changesOf(session), pause(session)]);
  return { ...replayed(session.entries, rows, oldest), revision: newest + 1, compacted: oldest };
}

/** Returns what is stored at the end of a session, by key. The clock stands still there. */
export function endOfSession(session: Session): ReadonlyMap<string, string> {
  const values = new Map(session.entries.map(({ key, value }) => [key, value]));
  const commits = [...changesOf(session), pause(session)];
  for (const { key, current } of commits.flatMap(({ changes }) => changes))
    if (current) values.set(key, current.value);
    else values.delete(key);
  return values;
}

/** Returns the state at the oldest revision as one commit. */
function initialState({ oldest, entries }: Session): Commit {
  const changes = entries.map((current) => ({ revision: oldest, key: current.key, previous: undefined, current }));
  return { revision: oldest, changes };
}

/** Returns the commits after the oldest revision. */
function changesOf({ entries, changes }: Session): Commit[] {
  const created = new Map(entries.map(({ key, createRevision }) => [key, createRevision]));
  return changes.map(({ revision, key, value }) => {
    const createRevision = created.get(key) ?? revision;
    if (value === null) created.delete(key);
    else created.set(key, createRevision);
    const current = value === null ? undefined : { key, value, createRevision, revision };
    return { revision, changes: [{ revision, key, previous: undefined, current }] };
  });
}

/** Returns the commit after the session. */
function pause({ newest, time: end }: Session): Commit {
  const revision = newest + 1;
  const time = Date.parse(end);
  const value = JSON.stringify({ rate: 0, time, since: time } satisfies ClockSetting);
  const current = { key: CLOCK_KEY, value, createRevision: revision, revision };
  return { revision, changes: [{ revision, key: CLOCK_KEY, previous: undefined, current }] };
}

/** Writes the requests and causes of a session to empty logs. */
export async function storeTraces(
  { traces, writes }: Session,
  logs: { readonly requests: TraceLog<RequestTrace>; readonly writes: TraceLog<WriteRecord> },
): Promise<void> {
  const numbered = traces.map((trace, index) => ({ revision: index + 1, json: JSON.stringify(trace) }));
  await writeAll(logs.requests, numbered);
  const recorded = writes.map((record) => ({ revision: Number(record.revision), json: JSON.stringify(record) }));
  await writeAll(logs.writes, recorded);
}

async function writeAll<T>(log: TraceLog<T>, traces: readonly LoggedTrace[]): Promise<void> {
  // A foreign file may have more than a call takes arguments.
  const number = traces.reduce((newest, { revision }) => Math.max(newest, revision), 0);
  await log.write([{ number, traces }], []);
}
