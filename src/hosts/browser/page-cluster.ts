import type { Fetch } from '../../api/environment.ts';
import { createApiClient } from '../../client/api-client.ts';
import type { Cluster, ClusterOptions, ClusterUser, Fault, Persona, SeedOutcome } from '../../embedding/cluster.ts';
import { clusterRequest } from './cluster-request.ts';
import { OF_CLUSTER } from './control-call.ts';
import { installWebSocket } from './install-web-socket.ts';
import { releasePrefix } from './prefixes.ts';
import { stepper } from './stepper.ts';
import { userHeaders } from './user-headers.ts';
import type { CallWorker } from './worker-control.ts';

/** A cluster in a service worker, for its page. */
export interface BrowserCluster extends Cluster {
  /** The address of the API, for other clients: the origin and the prefix. */
  readonly url: string;
  /** Resolves to true when the page's own files are stored, so that the page opens offline. */
  readonly storedOffline: Promise<boolean>;
  /**
   * Replaces the page's `WebSocket`, which service workers cannot answer. Connections to the cluster's addresses
   * (watches, logs, exec and attach) reach the cluster; all others use the browser's `WebSocket`. The returned function
   * and `close` restore the original.
   */
  installWebSocket(): () => void;
}

export interface PageClusterOptions {
  readonly name: string;
  readonly origin: string;
  readonly prefix: string;
  readonly users: ClusterOptions['users'];
  readonly fetch: Fetch;
  readonly call: CallWorker;
  readonly storedOffline: Promise<boolean>;
  readonly seeded: SeedOutcome;
}

/** Returns the page's side of a cluster: requests are passed to the worker unchanged, methods as calls. */
export function pageCluster({
  name,
  origin,
  prefix,
  users,
  fetch,
  call,
  storedOffline,
  seeded,
}: PageClusterOptions): BrowserCluster {
  const url = origin + prefix;
  let isClosed = false;
  /** Cleanup when the cluster is closed: its paths belong to the host again. */
  const atEnd: (() => void)[] = [];
  const send: Fetch = (request) => {
    if (isClosed) throw new Error(`The cluster "${name}" is closed.`);
    return fetch(request);
  };
  const persona = (user?: string | ClusterUser): Persona => {
    const headers = userHeaders(user, users);
    headers.set(OF_CLUSTER, name);
    return {
      fetch: async (input, init) => send(clusterRequest(input, init, url, headers)),
      client: createApiClient({ fetch: send, baseUrl: url, headers: () => headers }),
    };
  };
  const end = async (path: 'close' | 'destroy'): Promise<void> => {
    await call(path);
    isClosed = true;
    for (const undo of atEnd) undo();
    releasePrefix(prefix);
  };
  /** Calls a method of the same name in the worker. */
  const method =
    <Result>(path: string) =>
    (...parameters: readonly unknown[]) =>
      call(path, ...parameters) as Promise<Result>;
  return {
    ...{ name, url, storedOffline, seeded },
    fetch: async (input, init) => send(clusterRequest(input, init, url, new Headers({ [OF_CLUSTER]: name }))),
    client: persona().client,
    as: persona,
    installWebSocket() {
      const undo = installWebSocket(url, call);
      atEnd.push(undo);
      return undo;
    },
    load: method('load'),
    export: method('export'),
    reset: method('reset'),
    snapshot: method('snapshot'),
    restore: method('restore'),
    clock: {
      now: method('clock.now'),
      pause: method('clock.pause'),
      resume: method('clock.resume'),
      step: stepper(call),
      speed: method('clock.speed'),
    },
    faults: {
      async add(fault: Fault) {
        const id = await call('faults.add', fault);
        return method('faults.remove').bind(undefined, id) as () => Promise<void>;
      },
      clear: method('faults.clear'),
    },
    close: () => end('close'),
    destroy: () => end('destroy'),
  };
}
