import { DEBUG_API_VERSION, DEBUG_GROUP } from '../../../api/debug/access-explanation.ts';
import type { RequestTrace } from '../../../api/debug/request-trace.ts';
import {
  INCLUDE_SECRETS,
  MOST_REVISIONS,
  MOST_TRACE_LEVELS,
  SESSION_FORMAT,
  type Session,
} from '../../../api/debug/session.ts';
import type { Dialect } from '../../../api/dialect.ts';
import { microTimeText } from '../../../api/environment.ts';
import { isDeeperThan } from '../../../api/json/nesting.ts';
import { SERVICE_ACCOUNT_NAME_ANNOTATION, SERVICE_ACCOUNT_UID_ANNOTATION } from '../../../api/kubernetes-names.ts';
import type { ApiResponse } from '../../../api/messages/api-messages.ts';
import { isRecord } from '../../../api/object.ts';
import { forbidden } from '../../../api/status.ts';
import { retainedChanges } from '../../../storage/retained-history.ts';
import { CompactedError, type Storage } from '../../../storage/storage.ts';
import type { Call } from '../../context/call.ts';
import { jsonResponse } from '../../http/responses.ts';
import type { DebugResource } from './debug-resource.ts';
import { mayList } from './read-object.ts';

/** The retained history of the cluster, its requests and causes, to be shown by another cluster. */
export const sessions: DebugResource = {
  name: 'sessions',
  singularName: 'session',
  kind: 'Session',
  verbs: { list },
};

/** @throws StatusError 403 for callers who may not list everything */
async function list(call: Call): Promise<ApiResponse> {
  const { objects, traces, writes, clock, dialect } = call.server;
  if (!(await mayList(call, { group: '*', version: '*', resource: '*' })))
    throw forbidden({ group: DEBUG_GROUP, resource: sessions.name }, '', NOT_EVERYTHING);
  const hasSecrets = call.url.searchParams.get(INCLUDE_SECRETS) === 'true';
  const saved = (key: string, value: string): string => (hasSecrets ? value : withoutSecret(key, value, dialect));
  await traces?.complete();
  const records = (await writes?.list()) ?? [];
  const { oldest, newest, entries, changes } = await historyOf(objects.storage);
  const session: Session = {
    ...{ apiVersion: DEBUG_API_VERSION, kind: 'Session', metadata: {}, format: SESSION_FORMAT },
    ...{ dialect: dialect.name, hasSecrets, time: microTimeText(clock.now()), oldest, newest },
    entries: entries
      .filter(({ key }) => isSaved(key))
      .map(({ key, value, createRevision, revision }) => ({ key, value: saved(key, value), createRevision, revision })),
    changes: changes
      .filter(({ key, revision }) => isSaved(key) && revision > oldest && revision <= newest)
      .map(({ revision, key, current }) => ({ revision, key, value: current ? saved(key, current.value) : null })),
    traces: (traces?.list() ?? [])
      .map((trace) => JSON.parse(trace.json()) as RequestTrace)
      // A refused request may have been reviewed with an object that can be neither stored nor opened.
      .filter((trace) => !isDeeperThan(MOST_TRACE_LEVELS, trace)),
    writes: records.filter(({ revision }) => Number(revision) <= newest),
  };
  return jsonResponse(200, JSON.stringify(session));
}

/** Returns the retained history. It is read again when a compaction drops a part of it in between. */
async function historyOf(storage: Storage) {
  for (;;) {
    try {
      const newest = await storage.revision();
      const retained = await retainedChanges(storage);
      const oldest = Math.max(retained.oldest, newest - MOST_REVISIONS);
      const { entries } = await storage.list('', { revision: oldest });
      return { oldest, newest, entries, changes: retained.changes };
    } catch (error) {
      if (!(error instanceof CompactedError)) throw error;
    }
  }
}

const NOT_EVERYTHING = 'a session has everything, and you may not list all resources';

/** Other keys have the private keys of the cluster, its faults and its addresses. */
const isSaved = (key: string): boolean =>
  key.startsWith('/registry/') || /^\/tabplane\/settings\/(clock|stopped-controllers)$/.test(key);

/** The annotations of Secrets that the cluster itself reads. Clients may copy values of the Secret into any other. */
const KEPT_ANNOTATIONS = [SERVICE_ACCOUNT_NAME_ANNOTATION, SERVICE_ACCOUNT_UID_ANNOTATION];

/** Returns an object without the values of a Secret. */
function withoutSecret(key: string, value: string, { rename }: Dialect): string {
  if (!key.startsWith('/registry/secrets/')) return value;
  const { data, metadata, ...secret } = JSON.parse(value) as Record<string, unknown>;
  const { annotations, ...others } = isRecord(metadata) ? metadata : {};
  const names = KEPT_ANNOTATIONS.map(rename);
  const kept = Object.entries(isRecord(annotations) ? annotations : {}).filter(([name]) => names.includes(name));
  return JSON.stringify({
    ...secret,
    metadata: { ...others, ...(kept.length > 0 ? { annotations: Object.fromEntries(kept) } : {}) },
    ...(isRecord(data) ? { data: Object.fromEntries(Object.keys(data).map((name) => [name, ''])) } : {}),
  });
}
