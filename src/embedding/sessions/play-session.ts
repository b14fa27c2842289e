import { DEBUG_API_VERSION } from '../../api/debug/access-explanation.ts';
import type { WriteRecord } from '../../api/debug/causes.ts';
import { momentPath, parseMomentTarget } from '../../api/debug/moments.ts';
import type { Session } from '../../api/debug/session.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import type { EarlierBatch, RequestTraceLog, TraceLog } from '../../server/observe/traces/trace-log.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { createMemoryStorage } from '../../storage/memory-storage.ts';
import { contentOf } from '../../storage/retained-history.ts';
import type { Storage } from '../../storage/storage.ts';
import { contentOfSession } from './store-session.ts';

/** The flag `event-history-seconds` of a cluster that plays a session: its history stays as long as anybody plays it. */
export const PLAYED_SECONDS = '31536000';

/**
 * Refuses the code and the calls of a cluster.
 * @param why completes a sentence that begins with "this cluster"
 */
export function withoutCalls(why: string): Pick<ServerOptions, 'sandbox' | 'fetch' | 'fetchInCluster'> {
  const refuse = (): Promise<never> => Promise.reject(new Error(`this cluster ${why}`));
  return { sandbox: { run: refuse }, fetch: refuse, fetchInCluster: refuse };
}

/** Replaces the code and the calls of a cluster that plays a session. */
export const WHILE_PLAYING = withoutCalls('plays a session: its code and its calls are disabled');

/** The data of a cluster. */
interface ClusterContent {
  readonly storage: Storage;
  readonly traceLog: RequestTraceLog;
  readonly writeLog: TraceLog<WriteRecord>;
}

/** Returns a copy in memory for a cluster that plays a session. What its server writes at its start changes nothing else. */
export async function copyForPlaying({ storage, traceLog, writeLog }: ClusterContent): Promise<ClusterContent> {
  return {
    storage: await createMemoryStorage({ content: await contentOf(storage) }),
    traceLog: { ...readOnly(await traceLog.read()), newestNumber: traceLog.newestNumber },
    writeLog: readOnly(await writeLog.read()),
  };
}

/** Returns the data of a cluster that plays a session, in memory. */
export async function contentForPlaying(session: Session): Promise<ClusterContent> {
  const traces = session.traces.map((trace, index) => ({ trace, revision: index + 1 }));
  const writes = session.writes.map((trace) => ({ trace, revision: Number(trace.revision) }));
  return {
    storage: await createMemoryStorage({ content: contentOfSession(session) }),
    traceLog: { ...readOnly([{ number: traces.length, traces }]), newestNumber: traces.length },
    writeLog: readOnly([{ number: session.newest, traces: writes }]),
  };
}

const readOnly = <T>(batches: readonly EarlierBatch<T>[]): TraceLog<T> => ({
  read: async () => batches,
  write: async () => undefined,
});

/** Requests after the last change belong to no moment. */
const TRACES = `/apis/${DEBUG_API_VERSION}/requesttraces`;

/**
 * Returns a request to a cluster that plays a session as a request to a moment, without which it is that of the last
 * revision. Writes are then refused, as everywhere in the past.
 */
export function requestOfPlayer(request: ApiRequest, last: number): ApiRequest {
  const { method, origin, target, headers, body, isNavigation = false, takesObjects = false } = request;
  if (parseMomentTarget(target) || (method === 'GET' && target.startsWith(TRACES))) return request;
  const past = momentPath(last) + target;
  return { method, origin, target: past, headers, body, signal: request.signal, isNavigation, takesObjects };
}
