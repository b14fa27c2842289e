import type { WriteRecord } from '../../api/debug/causes.ts';
import type { DialectName } from '../../api/dialect.ts';
import type { ApiRequest } from '../../api/messages/api-messages.ts';
import type { ConnectionInfo } from '../../authentication/authenticator.ts';
import { startCluster } from '../../embedding/running-cluster.ts';
import {
  copyForPlaying,
  PLAYED_SECONDS,
  requestOfPlayer,
  WHILE_PLAYING,
  withoutCalls,
} from '../../embedding/sessions/play-session.ts';
import { DEFAULT_FLAGS, parseServerFlags } from '../../server/flags/server-flags.ts';
import { fetchWith } from '../../server/http/fetch/fetch-messages.ts';
import type { RequestTraceLog, TraceLog } from '../../server/observe/traces/trace-log.ts';
import type { ServerOptions } from '../../server/server-options.ts';
import { openDexieStorage } from '../../storage/dexie-storage.ts';
import type { Storage } from '../../storage/storage.ts';
import { STORAGE_HEADER } from '../clusters-protocol.ts';
import { controlPlaneAfter } from '../control-plane.ts';
import { controllerFlagsAmong } from '../controllers/read-controller-flags.ts';
import { databaseLock } from '../exclusive-lock.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../platform.ts';
import { PageSockets } from './calls/page-sockets.ts';
import { watchForFullness } from './full-storage.ts';
import type { OpenCluster } from './open-clusters.ts';
import { openTraceDatabase } from './trace-database.ts';
import { whenIdle } from './when-idle.ts';

/**
 * Half of a Lease's duration. Each renewal writes to disk and shows up in watches, and nothing here waits for it. A
 * worker that was asleep renews when it wakes up.
 */
export const LEASE_RENEW_SECONDS = 1800;

/** How long controllers wait after the first response. */
export const CONTROLLERS_WAIT_MILLISECONDS = 100;

/** An hour, so that users can look back at what they did. */
const HISTORY_SECONDS = '3600';

/** The administrator token in a browser: the user of the page owns its cluster. */
const BROWSER_TOKENS = 'tabplane-admin,admin,admin,"system:masters"\n';

/** Replaces the code and the calls of a cluster that awaits consent. */
const WITHOUT_CONSENT = withoutCalls(
  'came from a link or a file: its code and its calls stay disabled until you accept them',
);

type HostCapabilities = Pick<ServerOptions, 'sandbox' | 'loadDescriptions'>;

/** The data of a cluster. */
export interface ClusterData {
  /** The name of its database. */
  readonly name: string;
  /** Undefined for the dialect of the settings. */
  readonly dialect?: DialectName;
  /** Whether its code must not run yet, and no call may leave the browser. */
  readonly awaitsConsent: boolean;
  /** The last revision of the session that the cluster plays; undefined for clusters that run. */
  readonly playsUntil?: number;
}

/** A cluster of the app's worker. */
export interface WorkerCluster extends OpenCluster {
  answer(request: Request): Promise<Response>;
  /** The connections of pages to processes in pods. */
  readonly sockets: Pick<PageSockets, 'run'>;
}

/**
 * Opens a cluster over its database, under an exclusive lock, so that an old worker and its successor never write
 * concurrently.
 *
 * @param settings see `serveCluster`
 * @param capabilities what the worker does for the server
 * @param onLost called when the database was deleted from outside
 */
export async function openWorkerCluster(
  settings: URLSearchParams,
  capabilities: HostCapabilities,
  data: ClusterData,
  onLost: () => void,
): Promise<WorkerCluster> {
  const { name } = data;
  const unlock = await databaseLock(name);
  const storage = openDexieStorage({ name, firstRevision: FIRST_REVISION, onEmptied: onLost, whenIdle });
  const traces = openTraceDatabase(name);
  const closeData = async (): Promise<void> => {
    // A database that could not be opened needs no close.
    for (const opened of await Promise.allSettled([traces, storage]))
      if (opened.status === 'fulfilled') await opened.value.close();
    unlock();
  };
  try {
    const [stored, { requests, writes }] = await Promise.all([storage, traces]);
    if (data.playsUntil !== undefined && (await stored.revision()) < data.playsUntil) onLost();
    const kept = { storage: stored, traceLog: requests, writeLog: writes };
    const media = data.playsUntil === undefined ? kept : await copyForPlaying(kept);
    const cluster = await serveCluster(settings, capabilities, data, media);
    return { ...cluster, close: () => cluster.close().finally(closeData) };
  } catch (error) {
    await closeData();
    throw error;
  }
}

/** What keeps a cluster. Traces stay in memory without logs. */
interface ClusterMedia {
  readonly storage: Storage;
  readonly traceLog?: RequestTraceLog;
  readonly writeLog?: TraceLog<WriteRecord>;
}

/**
 * Serves a cluster to pages of this origin.
 *
 * With the setting `client-certificate` (PEM, followed by its chain), which replaces TLS, every request counts as sent over
 * a connection with that client certificate.
 *
 * @param settings flags of the API server and of controllers; `controllers` is a list as for `--controllers`, or `false` for none
 */
export async function serveCluster(
  settings: URLSearchParams,
  capabilities: HostCapabilities,
  { dialect, awaitsConsent, playsUntil }: Omit<ClusterData, 'name'>,
  { storage, ...logs }: ClusterMedia,
): Promise<WorkerCluster> {
  const isPlayer = playsUntil !== undefined;
  let begin = (): void => undefined;
  let wasAnswered = false;
  /** Resolves after the first responses; controllers would delay them. */
  const mayBegin = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const isFull = watchForFullness(storage);
  const given = Object.fromEntries([...settings].filter(([flag]) => flag in DEFAULT_FLAGS));
  const controllers = settings.get('controllers') ?? true;
  const flags = parseServerFlags({
    ...{ 'token-auth-file': BROWSER_TOKENS, 'event-history-seconds': HISTORY_SECONDS },
    ...{ ...given, ...(dialect ? { dialect } : {}) },
    ...(isPlayer ? { 'event-history-seconds': PLAYED_SECONDS } : {}),
  });
  const send = (request: Request) => fetch(request);
  const calls = isPlayer ? WHILE_PLAYING : awaitsConsent ? WITHOUT_CONSENT : { fetch: send, fetchInCluster: send };
  const options = {
    flags,
    controllers: !isPlayer && controllers !== 'false' && controllers,
    controllerFlags: controllerFlagsAmong(Object.fromEntries(settings)),
  };
  const { server, stop, upgrade } = await startCluster(storage, options, {
    ...{ ...controlPlaneAfter(() => mayBegin), clock: systemClock, random: systemRandom },
    ...logs,
    ...{ ...capabilities, ...calls, leaseRenewSeconds: LEASE_RENEW_SECONDS },
  });
  const certificate = settings.get('client-certificate');
  const connection: ConnectionInfo = certificate ? { clientCertificates: [certificate] } : {};
  const letControllersBegin = (): void => {
    // Requests that arrived together with this one are also answered first.
    if (!wasAnswered) systemClock.after(CONTROLLERS_WAIT_MILLISECONDS, begin);
    wasAnswered = true;
  };
  const inPlay = (request: ApiRequest): ApiRequest => (isPlayer ? requestOfPlayer(request, playsUntil) : request);
  const respond = fetchWith((request: ApiRequest) => server.answer(inPlay(request), connection));
  const sockets = new PageSockets({
    ...{ origin: location.origin, clock: systemClock, random: systemRandom, upgrade },
    answer(request, ways) {
      // The processes of pods are among the controllers.
      letControllersBegin();
      return server.answer(inPlay(request), { ...connection, ...ways });
    },
  });
  return {
    sockets,
    async answer(request) {
      const response = await respond(request);
      letControllersBegin();
      if (isFull()) response.headers.set(STORAGE_HEADER, 'full');
      return response;
    },
    async closeStreams() {
      sockets.close();
      server.closeStreams();
    },
    async close() {
      sockets.close();
      await stop();
    },
  };
}
