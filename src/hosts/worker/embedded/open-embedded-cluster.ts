import { Dexie } from 'dexie';
import { isTypeError } from '../../../api/realms.ts';
import type { ConnectionInfo } from '../../../authentication/authenticator.ts';
import type { ClusterEnvironment } from '../../../embedding/cluster-environment.ts';
import { EmbeddedCluster } from '../../../embedding/embedded-cluster.ts';
import { ADMINISTRATOR } from '../../../embedding/users/sender.ts';
import { fetchWith } from '../../../server/http/fetch/fetch-messages.ts';
import { openDexieStorage } from '../../../storage/dexie-storage.ts';
import { FROM_CLUSTER } from '../../browser/control-call.ts';
import { controlPlaneAfter } from '../../control-plane.ts';
import { databaseLock } from '../../exclusive-lock.ts';
import { inProcessSandbox } from '../../in-process-sandbox.ts';
import { FIRST_REVISION, systemClock, systemRandom } from '../../platform.ts';
import { PageSockets } from '../calls/page-sockets.ts';
import { CONTROLLERS_WAIT_MILLISECONDS, LEASE_RENEW_SECONDS } from '../open-worker-cluster.ts';
import { whenIdle } from '../when-idle.ts';
import type { ServedCluster } from './embedded-clusters.ts';
import { embeddedDescriptions } from './embedded-descriptions.ts';
import type { EmbeddedOptions } from './embedded-options.ts';

/**
 * Opens a cluster over its database, under an exclusive lock, so that an old worker and its successor never write
 * concurrently. @throws Error when its flags are invalid or its seed cannot be loaded
 */
export async function openEmbeddedCluster(
  options: EmbeddedOptions,
  faultHappened: NonNullable<ClusterEnvironment['faultHappened']>,
  database: string,
): Promise<ServedCluster> {
  const unlock = await databaseLock(database);
  try {
    const cluster = await EmbeddedCluster.open(options, { ...environmentOver(database), faultHappened });
    const answer = fetchWith((request, connection?: ConnectionInfo) => cluster.answer(request, connection));
    const sockets = new PageSockets({
      answer: (request, connection) => cluster.answer(request, connection),
      ...{ origin: location.origin, clock: systemClock, random: systemRandom },
      upgrade: async (request) => (await cluster.running()).upgrade(request),
    });
    return {
      ...{ cluster, sockets },
      answer: (request) => answer(request, isFromCluster(request) ? { user: ADMINISTRATOR } : {}).catch(disconnected),
      async closeStreams() {
        sockets.close();
        await cluster.closeStreams();
      },
      close() {
        sockets.close();
        return cluster.close().finally(unlock);
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Returns a network error in place of the error with which a fault disconnects. */
function disconnected(error: unknown): Response {
  if (isTypeError(error)) return Response.error();
  throw error;
}

const isFromCluster = ({ headers }: Request): boolean => headers.has(FROM_CLUSTER);

const environmentOver = (database: string): ClusterEnvironment => ({
  ...controlPlaneAfter(firstRequests),
  clock: systemClock,
  random: systemRandom,
  fetch: (request) => fetch(request),
  loadDescriptions: embeddedDescriptions,
  sandbox: inProcessSandbox,
  leaseRenewSeconds: LEASE_RENEW_SECONDS,
  openStorage: () => openDexieStorage({ name: database, firstRevision: FIRST_REVISION, whenIdle }),
  deleteStorage: () => Dexie.delete(database),
});

/** Resolves when the first requests have probably been answered; controllers would delay them. */
const firstRequests = (): Promise<void> =>
  new Promise((resolve) => void systemClock.after(CONTROLLERS_WAIT_MILLISECONDS, resolve));
