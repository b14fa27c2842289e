import {
  type Clock,
  type Cluster,
  createCluster,
  createMemoryStorage,
  createServer,
  FlagError,
  openDexieStorage,
  type Server,
  type Storage,
  systemClock,
  systemRandom,
} from 'tabplane';
import { type BrowserCluster, startCluster } from 'tabplane/browser';
import { type ApiClient, ApiError, createApiClient, Informer, objectSource, type WatchEvent } from 'tabplane/client';
import { clusterHandlers, scenario } from 'tabplane/msw';
import { createTestCluster, expectDenied, type TestCluster } from 'tabplane/testing';

interface ConfigMap {
  readonly apiVersion: 'v1';
  readonly kind: 'ConfigMap';
  readonly metadata: { readonly name: string };
  readonly data: Readonly<Record<string, string>>;
}

const address = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };

/** Uses the exports of each entry, as an application would. */
export async function use(clock: Clock = systemClock): Promise<readonly string[]> {
  const storage: Storage = await createMemoryStorage();
  const server: Server = await createServer({
    storage,
    clock,
    random: systemRandom,
    fetch: (request) => fetch(request),
  });
  const client: ApiClient = createApiClient({ fetch: (request) => server.fetch(request), baseUrl: 'http://cluster' });
  const { items } = await client.list<ConfigMap>(address);
  const events: WatchEvent<ConfigMap>[] = [];
  for await (const event of client.watch<ConfigMap>(address)) events.push(event);
  const cluster: Cluster = await createCluster({ users: { alice: { groups: ['developers'] } } });
  await cluster.as('alice').client.get({ ...address, name: 'settings' });
  const removeFault: () => Promise<void> = await cluster.faults.add({ status: 429 });
  await removeFault();
  // @ts-expect-error A list is not a number.
  const wrong: number = items;
  // @ts-expect-error There is no such dialect.
  void createCluster({ dialect: 'swahili' });
  // @ts-expect-error The clock is missing.
  void createServer({ storage, random: systemRandom, fetch: (request) => fetch(request) });
  return [...items.map(({ data }) => data.greeting ?? ''), String(wrong), String(events.length)];
}

/** Starts a cluster in a page. */
export const start = (): Promise<BrowserCluster> => startCluster({ worker: '/tabplane-worker.js', offline: true });

/** Creates a cluster for a test. */
export const forTest = (): Promise<TestCluster> => createTestCluster({ seed: [] });

export const others = {
  ApiError,
  clusterHandlers,
  expectDenied,
  scenario,
  FlagError,
  Informer,
  objectSource,
  openDexieStorage,
};
