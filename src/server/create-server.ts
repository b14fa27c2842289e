import { DEBUG_GROUP, DEBUG_VERSION } from '../api/debug/access-explanation.ts';
import { parseMomentTarget } from '../api/debug/moments.ts';
import type { ApiRequest, ApiResponse } from '../api/messages/api-messages.ts';
import type { ControllerSwitches } from '../api/ports/controller-switches.ts';
import type { ServerCapabilities } from '../api/ports/server-capabilities.ts';
import { expired } from '../api/status.ts';
import type { ConnectionInfo } from '../authentication/authenticator.ts';
import { serverCapabilities } from './capabilities/server-capabilities.ts';
import type { ServerContext } from './context/server-context.ts';
import { isVersionServed } from './flags/server-flags.ts';
import { fetchWith } from './http/fetch/fetch-messages.ts';
import { RequestTargets } from './http/request-targets.ts';
import { readSetting } from './objects/cluster-settings.ts';
import type { ReceivedRequest } from './observe/received-request.ts';
import { openServerContext } from './open-server-context.ts';
import { PastServers } from './past-servers.ts';
import { answer } from './pipeline/pipeline.ts';
import { ApiServices } from './post-start-hooks/api-services/api-services.ts';
import { bootstrap } from './post-start-hooks/bootstrap.ts';
import { Compaction } from './post-start-hooks/compaction.ts';
import { CustomResources } from './post-start-hooks/custom-resources.ts';
import { EventExpiry } from './post-start-hooks/event-expiry.ts';
import { FlowControlConfig } from './post-start-hooks/flow-control-config.ts';
import { FlowControlDefaults } from './post-start-hooks/flow-control-defaults.ts';
import { FlowSchemaConditions } from './post-start-hooks/flow-schema-conditions.ts';
import { OwnObjects } from './post-start-hooks/own-objects/own-objects.ts';
import { WebhookFaults } from './post-start-hooks/webhook-faults.ts';
import type { ServerOptions } from './server-options.ts';

const WATCH_EXPIRED = 'The resourceVersion for the provided watch is too old.';

/** An API server over a storage. Hosts connect clients to it. */
export interface Server {
  /** Answers one request. Never rejects. */
  answer(request: ApiRequest, connection?: ConnectionInfo): Promise<ApiResponse>;
  /** Like `answer`, for hosts that use Fetch. */
  fetch(request: Request, connection?: ConnectionInfo): Promise<Response>;
  /** What controllers need from the server beyond the API, such as the certificate authority. */
  readonly capabilities: ServerCapabilities;
  /** Names of the controllers that a user has stopped; they stay stopped when the cluster is opened again. */
  stoppedControllers(): Promise<readonly string[]>;
  /** Lets users stop and start the controllers that the host runs. */
  attachControllers(switches: ControllerSwitches): void;
  /** Sets the port on which clients reach this server. For hosts that only know it once they listen. */
  advertise(securePort: number): Promise<void>;
  /** The number of open watches. */
  readonly openStreams: number;
  /** Ends every open watch cleanly. Clients resume by resourceVersion. */
  closeStreams(): void;
  /** Ends every open watch with 410, because its history is about to be dropped. Clients list again. */
  expireStreams(): void;
  /**
   * Ends watches and background work. Resolves when running work has ended. The storage stays open: the caller that opened it
   * must close it.
   */
  close(): Promise<void>;
  /**
   * Creates a server over a copy of this server's data, in a few milliseconds. It shares the immutable parts and
   * assumes that the data is complete.
   */
  fork(parts: ForkParts): Promise<Server>;
}

/** The options that a fork does not share with its origin. */
export type ForkParts = Pick<ServerOptions, 'storage' | 'clock' | 'random' | 'fetch' | 'fetchInCluster'>;

/** Creates an API server. Everything it depends on is passed in `options`. */
export const createServer = (options: ServerOptions): Promise<Server> => openServer(options);

async function openServer(options: ServerOptions, origin?: ServerContext): Promise<Server> {
  const context = await openServerContext(options, origin);
  const isComplete = origin !== undefined;
  if (!isComplete) await bootstrap(context);
  const customResources = new CustomResources(context);
  await customResources.start();
  const apiServices = new ApiServices(context);
  await apiServices.start(isComplete);
  const flowControlConfig = new FlowControlConfig(context);
  await flowControlConfig.start();
  const flowSchemaConditions = new FlowSchemaConditions(context);
  await flowSchemaConditions.start(isComplete);
  const flowControlDefaults = new FlowControlDefaults(context);
  await flowControlDefaults.start();
  const { hostname = 'tabplane', addresses = [], securePort = 6443, leaseRenewSeconds = 10 } = options;
  const ownObjects = new OwnObjects(context, { hostname, addresses, securePort, leaseRenewSeconds });
  if (isComplete) ownObjects.startLater();
  else await ownObjects.start();
  const compaction = new Compaction({
    ...context,
    storage: options.storage,
    retentionMilliseconds: context.flags['event-history-seconds'] * 1000,
  });
  await compaction.start();
  const webhookFaults = new WebhookFaults(context);
  await webhookFaults.start();
  const eventExpiry = new EventExpiry(context);
  eventExpiry.start();
  const background = [
    ...[compaction, eventExpiry, ownObjects, customResources, apiServices, flowControlConfig, flowControlDefaults],
    ...[flowSchemaConditions, webhookFaults],
    context.failedWrites,
  ];
  const targets = new RequestTargets();
  const pastServers = new PastServers(options, context);
  const servesPast = isVersionServed(context.flags, DEBUG_GROUP, DEBUG_VERSION, 'moments');
  const answerRequest: Server['answer'] = (request, connection = {}) => {
    const past = servesPast ? parseMomentTarget(request.target) : undefined;
    const { url, info } = targets.of(request.method, past?.target ?? request.target);
    const elsewhere = past && ((call: ReceivedRequest) => pastServers.answer(past.revision, past.target, call));
    return answer({ request, url, connection, info, user: { username: '' }, warnings: [], elsewhere }, context);
  };
  return {
    answer: answerRequest,
    fetch: fetchWith(answerRequest),
    capabilities: serverCapabilities(context),
    stoppedControllers: async () => (await readSetting<string[]>(options.storage, 'stopped-controllers')) ?? [],
    attachControllers: (switches) => {
      context.background.controllers = switches;
    },
    advertise: (port) => ownObjects.advertise(port),
    get openStreams() {
      return context.watches.size;
    },
    closeStreams: () => context.watches.closeAll(),
    expireStreams: () => context.watches.closeAll(expired(WATCH_EXPIRED)),
    close: async () => {
      const ends = background.map((work) => work.close());
      context.watches.closeAll();
      await Promise.all([...ends, pastServers.close()]);
      await context.traces?.close();
      await context.writes?.close();
    },
    // The logs have one writer.
    fork: (parts) => openServer({ ...options, traceLog: undefined, writeLog: undefined, ...parts }, context),
  };
}
