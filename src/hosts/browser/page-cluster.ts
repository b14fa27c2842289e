import type { Fetch } from '../../api/environment.ts';
import { createApiClient } from '../../client/api-client.ts';
import type { Cluster, ClusterOptions, ClusterUser, Fault, Persona } from '../../embedding/cluster.ts';
import { clusterRequest } from './cluster-request.ts';
import { releasePrefix } from './prefixes.ts';
import { userHeaders } from './user-headers.ts';
import type { CallWorker } from './worker-control.ts';

/** A cluster in a worker, as its page uses it. */
export interface BrowserCluster extends Cluster {
  /** The address of the API, for other clients: the origin and the prefix. */
  readonly url: string;
  /** Resolves to whether the page's own files are stored, so that it opens without a network. */
  readonly storedOffline: Promise<boolean>;
}

export interface PageClusterOptions {
  readonly name: string;
  readonly origin: string;
  readonly prefix: string;
  readonly users: ClusterOptions['users'];
  readonly fetch: Fetch;
  readonly call: CallWorker;
  readonly storedOffline: Promise<boolean>;
}

/** Returns the page's side of a cluster: requests go to the worker as they are, methods as calls. */
export function pageCluster({
  name,
  origin,
  prefix,
  users,
  fetch,
  call,
  storedOffline,
}: PageClusterOptions): BrowserCluster {
  const url = origin + prefix;
  let isClosed = false;
  const send: Fetch = (request) => {
    if (isClosed) throw new Error(`The cluster "${name}" is closed.`);
    return fetch(request);
  };
  const persona = (user?: string | ClusterUser): Persona => {
    const headers = userHeaders(user, users);
    return {
      fetch: async (input, init) => send(clusterRequest(input, init, url, headers)),
      client: createApiClient({ fetch: send, baseUrl: url, headers: () => headers }),
    };
  };
  /** Calls a method of the same name in the worker. */
  const method =
    <Result>(path: string) =>
    (...parameters: readonly unknown[]) =>
      call(path, ...parameters) as Promise<Result>;
  return {
    ...{ name, url, storedOffline },
    fetch: async (input, init) => send(clusterRequest(input, init, url)),
    client: persona().client,
    as: persona,
    load: method('load'),
    export: method('export'),
    reset: method('reset'),
    snapshot: method('snapshot'),
    restore: method('restore'),
    clock: {
      now: method('clock.now'),
      pause: method('clock.pause'),
      resume: method('clock.resume'),
      step: method('clock.step'),
      speed: method('clock.speed'),
    },
    faults: {
      async add(fault: Fault) {
        const id = await call('faults.add', fault);
        return method('faults.remove').bind(undefined, id) as () => Promise<void>;
      },
      clear: method('faults.clear'),
    },
    async close() {
      await call('close');
      isClosed = true;
      releasePrefix(prefix);
    },
  };
}
