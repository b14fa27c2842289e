import { ClusterClock } from '../api/cluster-clock.ts';
import { DEBUG_GROUP } from '../api/debug/access-explanation.ts';
import type { WriteRecord } from '../api/debug/causes.ts';
import type { RequestTrace } from '../api/debug/request-trace.ts';
import type { Dialect } from '../api/dialect.ts';
import type { Fetch } from '../api/environment.ts';
import { AUTHENTICATION_GROUP, AUTHORIZATION_GROUP } from '../api/kubernetes-names.ts';
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

/** Number of changes before a revision that are searched for its time. */
const SEARCHED_CHANGES = 200;

interface PastServer {
  readonly context: ServerContext;
  close(): Promise<void>;
}

/** Answers requests as a server did at an earlier revision, whose state nothing changes. */
export class PastServers {
  readonly #options: ServerOptions;
  readonly #origin: ServerContext;
  /** The one used last at the end. */
  readonly #open = new Map<number, Promise<PastServer>>();
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
    if (!isRead(request, info, this.#origin.dialect)) throw unchangeable(revision);
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
    await Promise.allSettled(open.map(async (server) => (await server).close()));
  }

  async #openNext(revision: number): Promise<PastServer> {
    const opening = this.#lastOpening.then(() => openPastServer(this.#options, this.#origin, revision));
    this.#lastOpening = opening.catch(() => undefined);
    return opening;
  }

  async #at(revision: number): Promise<PastServer> {
    const known = this.#open.get(revision);
    const opening = known ?? this.#openNext(revision);
    this.#open.delete(revision);
    this.#open.set(revision, opening);
    try {
      const server = await opening;
      for (const [oldest, other] of this.#open) {
        if (this.#open.size <= MOST_OPEN) break;
        this.#open.delete(oldest);
        // One that could not be opened has told its own caller.
        void other.then(
          (each) => each.close(),
          () => undefined,
        );
      }
      return server;
    } catch (error) {
      this.#open.delete(revision);
      throw openingError(error, revision);
    }
  }
}

const REVIEW_GROUPS = [AUTHENTICATION_GROUP, AUTHORIZATION_GROUP];

/** Reviews and questions about access store nothing. Trials of admission would read objects by the rights of then alone. */
const isRead = ({ method }: ApiRequest, { verb, group, resource }: RequestInfo, { rename }: Dialect): boolean =>
  method === 'GET' ||
  method === 'HEAD' ||
  (verb === 'create' &&
    (REVIEW_GROUPS.some((name) => rename(name) === group) || (group === DEBUG_GROUP && resource.startsWith('access'))));

const unchangeable = (revision: number): StatusError =>
  new StatusError({
    code: 405,
    reason: 'MethodNotAllowed',
    message: `the cluster as it was at revision ${revision} cannot be changed: send the request to the cluster as it is now`,
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
  const changes = await objects.storage.changesSince(Math.max(from, 0)).catch(() => []);
  const times = changeTimes(
    changes.filter((change) => change.revision <= revision && isObjectKey(change.key)),
    records,
    objects.states,
  );
  return Math.max(Date.parse(last?.time ?? '') || 0, times.at(-1) ?? 0) || clock.now();
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
