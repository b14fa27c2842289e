import { ClusterClock } from '../api/cluster-clock.ts';
import type { WriteRecord } from '../api/debug/causes.ts';
import { storesNothing } from '../api/debug/moments.ts';
import type { RequestTrace } from '../api/debug/request-trace.ts';
import type { Fetch } from '../api/environment.ts';
import type { ApiRequest, ApiResponse } from '../api/messages/api-messages.ts';
import { HeaderList } from '../api/messages/header-list.ts';
import type { RequestInfo } from '../api/request-info.ts';
import { badRequest, expired, StatusError, unauthorized } from '../api/status.ts';
import { PastStorage } from '../storage/past-storage.ts';
import { CompactedError, FutureRevisionError } from '../storage/storage.ts';
import type { ServerContext } from './context/server-context.ts';
import { changeTimes } from './objects/change-times.ts';
import { InjectedFaults } from './objects/injected-faults.ts';
import type { ReceivedRequest } from './observe/received-request.ts';
import type { TraceLog } from './observe/traces/trace-log.ts';
import { openServerContext } from './open-server-context.ts';
import { answer } from './pipeline/pipeline.ts';
import { followApiServices } from './post-start-hooks/api-services/follow-api-services.ts';
import { CustomResources } from './post-start-hooks/custom-resources.ts';
import { FlowControlConfig } from './post-start-hooks/flow-control-config.ts';
import type { ServerOptions } from './server-options.ts';

/** Number of past states kept open: two are compared, and a user steps between neighbors. */
const MOST_OPEN = 4;

/** Milliseconds after the last request and watch until a past state is closed. */
const IDLE = 60_000;

/** Number of changes before a revision, and after it, that are searched for its time. */
const SEARCHED_CHANGES = 200;

interface PastServer {
  readonly context: ServerContext;
  close(): Promise<void>;
}

/** A past state that requests have opened. */
interface OpenedPast {
  readonly server: Promise<PastServer>;
  /** Cancels its closing. */
  stay(): void;
}

/** Answers requests as a server did at an earlier revision, whose state nothing changes. */
export class PastServers {
  readonly #options: ServerOptions;
  readonly #origin: ServerContext;
  /** The one used last at the end. */
  readonly #open = new Map<number, OpenedPast>();
  /** Ends when the last opening has: each copies the state of the whole cluster. */
  #lastOpening: Promise<unknown> = Promise.resolve();

  constructor(options: ServerOptions, origin: ServerContext) {
    this.#options = options;
    this.#origin = origin;
  }

  /**
   * Answers a request that the server of the present has authorized. The past decides once more, by its own rules.
   * @throws StatusError 400 or 410 when the revision is not retained, 405 for a write
   */
  async answer(revision: number, target: string, { request, url, info, user }: ReceivedRequest): Promise<ApiResponse> {
    if (!isRead(request, info)) throw unchangeable(revision);
    // Each moment costs the memory of a cluster.
    if (user.groups?.includes('system:unauthenticated')) throw unauthorized();
    const { context } = await this.#at(revision);
    const received = { url, info, user: { username: '' }, warnings: [], connection: { user } };
    return answer({ ...received, request: plainRequest(request, target) }, context);
  }

  /** Resolves when the work of the open servers has ended. */
  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map(closeOpened));
  }

  async #openNext(revision: number): Promise<PastServer> {
    const opening = this.#lastOpening.then(() => openPastServer(this.#options, this.#origin, revision));
    this.#lastOpening = opening.catch(() => undefined);
    return opening;
  }

  async #at(revision: number): Promise<PastServer> {
    const opening = this.#open.get(revision)?.server ?? this.#openNext(revision);
    this.#keep(revision, opening);
    try {
      const server = await opening;
      for (const oldest of this.#open.keys()) {
        if (this.#open.size <= MOST_OPEN) break;
        this.#close(oldest);
      }
      return server;
    } catch (error) {
      this.#close(revision);
      throw openingError(error, revision);
    }
  }

  /** Makes a past state the one used last, and closes it when it has been idle. */
  #keep(revision: number, server: Promise<PastServer>): void {
    this.#open.get(revision)?.stay();
    this.#open.delete(revision);
    const stay = this.#origin.clock.after(IDLE, () => void this.#closeIdle(revision));
    this.#open.set(revision, { server, stay });
  }

  async #closeIdle(revision: number): Promise<void> {
    const opened = this.#open.get(revision);
    const { context } = (await opened?.server.catch(() => undefined)) ?? {};
    if (!opened || this.#open.get(revision) !== opened) return;
    // A page that shows the moment watches it.
    if (context && context.watches.size > 0) this.#keep(revision, opened.server);
    else this.#close(revision);
  }

  #close(revision: number): void {
    const opened = this.#open.get(revision);
    this.#open.delete(revision);
    // One that could not be opened has told its own caller.
    if (opened) void closeOpened(opened).catch(() => undefined);
  }
}

async function closeOpened({ server, stay }: OpenedPast): Promise<void> {
  stay();
  await (await server).close();
}

const isRead = ({ method }: ApiRequest, { verb, group, resource }: RequestInfo): boolean =>
  method === 'GET' || method === 'HEAD' || (verb === 'create' && storesNothing({ group, resource }));

const unchangeable = (revision: number): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `the past cannot be changed: this request goes to the cluster as it was at revision ${revision}`,
  });

function openingError(error: unknown, revision: number): unknown {
  if (error instanceof CompactedError)
    return expired(`the history up to revision ${error.compacted} is no longer kept, and revision ${revision} with it`);
  if (error instanceof FutureRevisionError)
    return badRequest(`the cluster has not reached revision ${revision}: its revision is ${error.current}`);
  return error;
}

/** Returns the request without its credentials, which the server of the present has checked. */
function plainRequest(
  { method, origin, headers, body, signal, isNavigation = false, takesObjects = false }: ApiRequest,
  target: string,
): ApiRequest {
  const kept = [...headers].filter(([name]) => name !== 'authorization' && !name.startsWith('impersonate-'));
  return { method, origin, target, headers: new HeaderList(kept), body, signal, isNavigation, takesObjects };
}

const refuse: Fetch = () =>
  Promise.reject(new TypeError('nothing runs in the past: it has no containers and no webhooks'));

/** Opens a server over a past state. It has no background work, and its clock stands still. */
async function openPastServer(
  { auditSink: _sink, sandbox: _sandbox, ...options }: ServerOptions,
  origin: ServerContext,
  revision: number,
): Promise<PastServer> {
  const storage = await PastStorage.open(options.storage, revision);
  const records = (await origin.writes?.list()) ?? [];
  const time = await timeOf(origin, records, revision);
  const clock = new ClusterClock(origin.clock);
  const logs = { writeLog: writesUntil(records, revision), traceLog: await tracesUntil(origin, time) };
  const opened = await openServerContext(
    { ...options, ...logs, storage, clock, fetch: refuse, fetchInCluster: refuse },
    origin,
  );
  // Faults are those of the present, whose server has already let the request pass.
  const faults = InjectedFaults.none(storage, origin.random);
  const context: ServerContext = { ...opened, faults, present: origin.authorizer };
  clock.restore({ rate: 0, time, since: time });
  const customResources = new CustomResources(context, true);
  await customResources.start();
  const unfollow = await followApiServices(context);
  const flowControlConfig = new FlowControlConfig(context);
  await flowControlConfig.start();
  return {
    context,
    async close() {
      unfollow();
      context.watches.closeAll();
      await Promise.all([customResources.close(), flowControlConfig.close()]);
    },
  };
}

/** Returns the time of a revision in milliseconds since 1970, as far as its changes tell. */
async function timeOf(
  { objects, clock }: ServerContext,
  records: readonly WriteRecord[],
  revision: number,
): Promise<number> {
  const last = records.findLast((record) => Number(record.revision) <= revision);
  const from = Math.max(Number(last?.revision ?? 0), revision - SEARCHED_CHANGES) - 1;
  const since = await objects.storage.changesSince(Math.max(from, 0)).catch(() => []);
  const changes = since.filter((change) => change.revision <= revision + SEARCHED_CHANGES && isObjectKey(change.key));
  const times = changeTimes(changes, records, objects.states, clock.now());
  const index = changes.findLastIndex((change) => change.revision <= revision);
  return Math.max(Date.parse(last?.time ?? '') || 0, times[Math.max(index, 0)] ?? 0) || clock.now();
}

/** Claims are stored beside objects, and have no times. */
const isObjectKey = (key: string): boolean => key.startsWith('/registry/') && !key.startsWith('/registry/claims/');

const logOf = <T>(traces: readonly { readonly trace: T; readonly revision: number }[]): TraceLog<T> => ({
  read: async () => [{ number: 0, traces }],
  write: async () => undefined,
});

const writesUntil = (records: readonly WriteRecord[], revision: number): TraceLog<WriteRecord> =>
  logOf(
    records
      .map((trace) => ({ trace, revision: Number(trace.revision) }))
      .filter((record) => record.revision <= revision),
  );

async function tracesUntil({ traces }: ServerContext, time: number) {
  await traces?.complete();
  const kept = (traces?.list() ?? [])
    .map((each) => ({ trace: JSON.parse(each.json()) as RequestTrace, revision: each.revision }))
    .filter(({ trace }) => Date.parse(trace.requestReceivedTimestamp) <= time);
  return { ...logOf(kept), newestNumber: 0 };
}
