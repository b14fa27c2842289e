import type { Fetch } from '../../api/environment.ts';
import { type ClusterCommand, ClusterCommandError, type ClusterList } from '../../api/named-cluster.ts';
import type { ClustersPort } from '../../ui/platform.ts';
import { CLUSTERS_CHANNEL, CLUSTERS_PATH, DATABASE_HEADER } from './clusters-path.ts';

/** Reads the clusters of this browser from the worker. @throws Error when the worker cannot read them */
export async function connectToClusters(fetch: Fetch): Promise<ClustersPort> {
  const channel = new BroadcastChannel(CLUSTERS_CHANNEL);
  return {
    loaded: await ask(fetch, new Request(CLUSTERS_PATH, { cache: 'no-store' })),
    run: (command) => ask(fetch, commandRequest(command)),
    subscribe: (listener) => {
      const onMessage = ({ data }: MessageEvent<ClusterList>): void => listener(data);
      channel.addEventListener('message', onMessage);
      return () => channel.removeEventListener('message', onMessage);
    },
  };
}

const commandRequest = (command: ClusterCommand): Request =>
  new Request(CLUSTERS_PATH, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(command),
  });

async function ask(fetch: Fetch, request: Request): Promise<ClusterList> {
  const response = await fetch(request);
  const answer = (await response.json()) as ClusterList & { readonly message?: string };
  if (!response.ok) throw new ClusterCommandError(answer.message ?? `The worker answered ${response.status}.`);
  return answer;
}

/** Marks requests with the database that the page shows, so that no other cluster answers them. */
export const fetchForDatabase =
  (fetch: Fetch, database: string): Fetch =>
  (request) => {
    request.headers.set(DATABASE_HEADER, database);
    return fetch(request);
  };
