import { Dexie, type Table } from 'dexie';
import type { WriteRecord } from '../../api/debug/causes.ts';
import type { RequestTrace } from '../../api/debug/request-trace.ts';
import type { RequestTraceLog, TraceBatch, TraceLog } from '../../server/observe/traces/trace-log.ts';
import type { RegistryOptions } from './stored-registry.ts';

/** Returns the name of the database with a cluster's traces. */
export const traceDatabaseOf = (database: string): string => `${database}-traces`;

/** Traces in IndexedDB, which outlive the worker: browsers stop an idle worker, Firefox after 30 seconds. */
export interface TraceDatabase {
  readonly requests: RequestTraceLog;
  readonly writes: TraceLog<WriteRecord>;
  close(): void;
}

type Batches = Table<TraceBatch, number>;

/**
 * Opens the traces of a cluster, which the cluster's lock guards.
 * @throws Error when the browser cannot open the database
 */
export async function openTraceDatabase(database: string, options: RegistryOptions = {}): Promise<TraceDatabase> {
  const opened = new Dexie(traceDatabaseOf(database), { cache: 'disabled', ...options });
  opened.version(1).stores({ traces: 'name' });
  // A row per trace cost as much as the write of the request.
  opened.version(2).stores({ traces: null, batches: 'number' });
  opened.version(3).stores({ batches: 'number', writes: 'number' });
  const batches = opened.table<TraceBatch, number>('batches');
  const newestNumber = Number((await batches.orderBy('number').lastKey()) ?? 0);
  return {
    requests: { ...logIn<RequestTrace>(batches), newestNumber },
    writes: logIn<WriteRecord>(opened.table<TraceBatch, number>('writes')),
    close: () => opened.close(),
  };
}

const logIn = <T>(batches: Batches): TraceLog<T> => ({
  async read() {
    const stored = await batches.orderBy('number').toArray();
    return stored.map(({ number, traces }) => ({
      number,
      traces: traces.map(({ revision, json }) => ({ revision, trace: JSON.parse(json) as T })),
    }));
  },
  write: (added, removed) =>
    batches.db.transaction('rw', batches, async () => {
      await batches.bulkPut([...added]);
      await batches.bulkDelete([...removed]);
    }),
});
