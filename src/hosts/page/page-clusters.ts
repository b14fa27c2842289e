import type { Fetch } from '../../api/environment.ts';
import { isEqualJson } from '../../api/memory/equal-json.ts';
import {
  type ClusterCommand,
  ClusterCommandError,
  type ClusterList,
  clusterOfName,
  clusterOfTab,
  type ShowCommand,
} from '../../api/named-cluster.ts';
import type { ClustersPort } from '../../ui/platform-port.ts';
import { CLUSTERS_CHANNEL, CLUSTERS_PATH, DATABASE_HEADER } from '../clusters-protocol.ts';
import { StorageBlockedError } from './storage-blocked.ts';
import { ANSWERED_BY, CONTROL_HEADER } from './worker-messages.ts';

export interface PageClusters extends ClustersPort {
  /**
   * Sends requests to the cluster that the page shows. Requests carry its database, so that no other cluster answers
   * them. When the tab leaves the cluster, or the cluster was deleted or reset, requests wait, because the page is
   * about to reload.
   */
  readonly fetch: Fetch;
}

/** The state of one tab: its URL and its session storage. */
export interface Tab {
  readonly origin: string;
  /** The name of the cluster in the tab's URL. */
  readonly cluster?: string | undefined;
  readonly session: Pick<globalThis.Storage, 'getItem' | 'setItem'>;
  /** Reports whether the browser has removed the service worker, as it does with all data of a site. */
  readonly isWorkerGone: () => Promise<boolean>;
}

/** The session storage item with the id of the tab's cluster. */
const SHOWN = 'tabplane.cluster';

/**
 * Reads the clusters of this browser from the worker, and shows one of them.
 * @throws Error when the worker cannot read them
 */
export async function connectToClusters(
  workerFetch: Fetch,
  { origin, cluster: name, session, isWorkerGone }: Tab,
): Promise<PageClusters> {
  const address = origin + CLUSTERS_PATH;
  const channel = new BroadcastChannel(CLUSTERS_CHANNEL);
  const wanted = { name, id: session.getItem(SHOWN) ?? undefined };
  const show = (): Promise<ClusterList> => ask(workerFetch, commandRequest(address, { type: 'show', ...wanted }));
  // The worker may have died before it answered.
  const loaded = await show().catch(show);
  const shown = clusterOfTab(loaded, wanted);
  session.setItem(SHOWN, shown.id);
  let known = loaded;
  let chosen = shown.id;
  const gate = createGate();
  const follow = (list: ClusterList): void => {
    known = list;
    if (chosen === shown.id && list.clusters.some(({ database }) => database === shown.database)) gate.open();
    else gate.close();
  };
  const listeners = new Set<(list: ClusterList) => void>();
  const receive = (list: ClusterList): void => {
    follow(list);
    for (const listener of listeners) listener(list);
  };
  channel.addEventListener('message', ({ data }: MessageEvent<ClusterList>) => {
    const isOther =
      data.isNew && !data.clusters.some((other) => other.id === shown.id && other.created === shown.created);
    receive(isOther ? withoutDatabase(data, shown.database) : data);
  });
  /** Shows that the cluster is lost when the worker is gone. The network has nothing to answer with. */
  async function isLost(): Promise<boolean> {
    if (!(await isWorkerGone())) return false;
    receive(withoutDatabase(known, shown.database));
    return true;
  }
  return {
    loaded,
    shown,
    missing: name === undefined || clusterOfName(loaded, name) ? undefined : name,
    fetch: async (request) => {
      await gate.passed();
      request.headers.set(DATABASE_HEADER, shown.database);
      const response = await workerFetch(request).catch(async (error: unknown) => {
        if (await isLost()) return gate.passed().then(() => Response.error());
        throw error;
      });
      if (!response.headers.has(ANSWERED_BY) && (await isLost())) await gate.passed();
      return response;
    },
    run: async (command) => {
      gate.close();
      try {
        const list = await carryOut(workerFetch, address, command, known);
        if (command.type === 'create' || command.type === 'open' || command.type === 'switch') {
          chosen = command.type === 'switch' ? command.id : list.current;
          session.setItem(SHOWN, chosen);
        }
        follow(list);
        return list;
      } catch (error) {
        follow(known);
        throw error;
      }
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Returns the list after the loss of a database, whose name a new one may have. */
const withoutDatabase = (list: ClusterList, lost: string): ClusterList => ({
  ...list,
  clusters: list.clusters.map((cluster) => (cluster.database === lost ? { ...cluster, database: '' } : cluster)),
  lost: [lost],
});

/**
 * Sends a command. Retries once if the worker died before responding and the list shows that the command did not run.
 */
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
    return isEqualJson(list, before) ? ask(fetch, commandRequest(address, command)) : list;
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

export const listRequest = (address: string): Request =>
  new Request(address, { cache: 'no-store', headers: { [CONTROL_HEADER]: 'list' } });

const commandRequest = (address: string, command: ClusterCommand | ShowCommand): Request =>
  new Request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [CONTROL_HEADER]: command.type },
    body: JSON.stringify(command),
  });

async function ask(fetch: Fetch, request: Request): Promise<ClusterList> {
  const response = await fetch(request);
  const answer = (await response.json()) as ClusterList & { readonly message?: string; readonly isBlocked?: boolean };
  if (answer.isBlocked) throw new StorageBlockedError(answer.message);
  if (!response.ok)
    throw new ClusterCommandError(answer.message ?? `The service worker responded with status ${response.status}.`);
  return answer;
}
