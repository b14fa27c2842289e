import type { Fetch } from '../../api/environment.ts';
import { type ClusterCommand, ClusterCommandError, type ClusterList, currentCluster } from '../../api/named-cluster.ts';
import type { ClustersPort } from '../../ui/platform-port.ts';
import { CLUSTERS_CHANNEL, CLUSTERS_PATH, DATABASE_HEADER } from '../clusters-path.ts';
import { CONTROL_HEADER } from './worker-messages.ts';

export interface PageClusters extends ClustersPort {
  /**
   * Sends requests to the cluster that the page shows. Requests carry its database, so that no other cluster answers
   * them. While another cluster is open they wait: the page is about to reload, or the user switches back.
   */
  readonly fetch: Fetch;
}

/** Reads the clusters of this browser from the worker. @throws Error when the worker cannot read them */
export async function connectToClusters(workerFetch: Fetch, origin: string): Promise<PageClusters> {
  const address = origin + CLUSTERS_PATH;
  const channel = new BroadcastChannel(CLUSTERS_CHANNEL);
  const loaded = await ask(workerFetch, listRequest(address));
  let known = loaded;
  const { database } = currentCluster(loaded);
  const gate = createGate();
  const follow = (list: ClusterList): void => {
    known = list;
    if (currentCluster(list).database === database) gate.open();
    else gate.close();
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ClusterList>) => follow(data));
  return {
    loaded,
    fetch: async (request) => {
      await gate.passed();
      request.headers.set(DATABASE_HEADER, database);
      return workerFetch(request);
    },
    run: async (command) => {
      gate.close();
      try {
        const list = await carryOut(workerFetch, address, command, known);
        follow(list);
        return list;
      } catch (error) {
        follow(known);
        throw error;
      }
    },
    subscribe: (listener) => {
      const onMessage = ({ data }: MessageEvent<ClusterList>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

/** Sends a command. Repeats it once if the worker died before responding and the list shows that it did not run. */
async function carryOut(
  fetch: Fetch,
  address: string,
  command: ClusterCommand,
  before: ClusterList,
): Promise<ClusterList> {
  try {
    return await ask(fetch, commandRequest(address, command));
  } catch (error) {
    if (error instanceof ClusterCommandError) throw error;
    const list = await ask(fetch, listRequest(address));
    return JSON.stringify(list) === JSON.stringify(before) ? ask(fetch, commandRequest(address, command)) : list;
  }
}

/** Creates a gate that delays callers while it is closed. */
function createGate(): { open(): void; close(): void; passed(): Promise<void> } {
  let passage = Promise.resolve();
  let release: (() => void) | undefined;
  return {
    open: () => {
      release?.();
      release = undefined;
    },
    close: () => {
      if (release) return;
      passage = new Promise((resolve) => {
        release = resolve;
      });
    },
    passed: () => passage,
  };
}

const listRequest = (address: string): Request =>
  new Request(address, { cache: 'no-store', headers: { [CONTROL_HEADER]: 'list' } });

const commandRequest = (address: string, command: ClusterCommand): Request =>
  new Request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CONTROL_HEADER]: command.type },
    body: JSON.stringify(command),
  });

async function ask(fetch: Fetch, request: Request): Promise<ClusterList> {
  const response = await fetch(request);
  const answer = (await response.json()) as ClusterList & { readonly message?: string };
  if (!response.ok)
    throw new ClusterCommandError(answer.message ?? `The service worker responded with status ${response.status}.`);
  return answer;
}
