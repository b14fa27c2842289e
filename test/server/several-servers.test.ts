import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openEtcdStorage } from '../../src/hosts/node/etcd/etcd-storage.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import type { Storage } from '../../src/storage/storage.ts';
import { EtcdProcess, hasEtcd } from '../helpers/etcd-process.ts';
import { DEFINITIONS, widgetDefinition } from '../helpers/widget-definition.ts';
import { SharedMedium } from '../storage/shared-medium.ts';
import { createWholeServer } from './whole-server.ts';

type Cluster = Awaited<ReturnType<typeof createWholeServer>>;

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const QUOTAS = '/api/v1/namespaces/default/resourcequotas';
const SERVICES = '/api/v1/namespaces/default/services';

interface Stored {
  readonly metadata: { readonly name: string; readonly resourceVersion: string };
}
interface Service extends Stored {
  readonly spec: { readonly clusterIP: string; readonly ports: readonly { readonly nodePort: number }[] };
}

/** Returns the events of a watch, as `TYPE name@revision`, until an object has the name `last`. */
async function eventsOf({ get }: Cluster, path: string): Promise<string[]> {
  const { body } = await get(`${path}?watch=true&resourceVersion=0`);
  const events: string[] = [];
  let rest = '';
  for await (const text of (body as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(new TextDecoderStream())) {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const { type, object } = JSON.parse(line) as { type: string; object: Stored };
      const { name, resourceVersion } = object.metadata;
      if (name === 'last') return events;
      if (name.startsWith('written')) events.push(`${type} ${name}@${resourceVersion}`);
    }
  }
  throw new Error('the watch has ended');
}

/** The storage of two servers. `open` returns a function that opens storages on one new medium. */
interface Medium {
  readonly name: string;
  open(): Promise<() => Promise<Storage>>;
}

const simulated = (seed: number): Medium => ({
  name: `a simulated medium with the seed ${seed}`,
  async open() {
    const medium = await SharedMedium.open({ firstRevision: 300, seed });
    return () => medium.openStorage();
  },
});

let etcd: EtcdProcess | undefined;
let count = 0;
afterAll(() => etcd?.remove());
const onEtcd: Medium = {
  name: 'etcd',
  async open() {
    etcd ??= await EtcdProcess.start();
    const options = { servers: [etcd.url], prefix: `/cluster-${++count}` };
    return () => openEtcdStorage(options);
  },
};

describe.each([...[1, 2, 3].map(simulated), ...(hasEtcd ? [onEtcd] : [])])('two servers over $name', (medium) => {
  let storages: readonly Storage[];
  let servers: readonly [Cluster, Cluster];

  beforeEach(async () => {
    const openStorage = await medium.open();
    const [first, second] = [await openStorage(), await openStorage()];
    storages = [first, second];
    const open = (storage: Storage) => createWholeServer({ storage, clock: systemClock, random: systemRandom });
    // Both find a new cluster and create its objects.
    servers = await Promise.all([open(first), open(second)]);
  });
  afterEach(async () => {
    await Promise.all(servers.map(({ server }) => server.close()));
    await Promise.all(storages.map((storage) => storage.close()));
  });

  const serverAt = (index: number): Cluster => servers[index % 2 ? 1 : 0];
  const post = async (index: number, path: string, body: object): Promise<[status: number, object: unknown]> => {
    const response = await serverAt(index).post(path, body);
    return [response.status, await response.json()];
  };

  it('return a write to the other server as soon as that has acknowledged it', async () => {
    for (let index = 0; index < 10; index++) {
      const path = `${CONFIG_MAPS}/written-${index}`;
      expect((await post(index, CONFIG_MAPS, { metadata: { name: `written-${index}` } }))[0]).toBe(201);
      expect((await serverAt(index + 1).get(path)).status).toBe(200);
      const { items } = (await (await serverAt(index + 1).get(CONFIG_MAPS)).json()) as { items: readonly Stored[] };
      expect(items.filter(({ metadata }) => metadata.name === `written-${index}`)).toHaveLength(1);
      expect((await serverAt(index + 1).send('DELETE', path)).status).toBe(200);
      expect((await serverAt(index).get(path)).status).toBe(404);
    }
  });

  it('create an object in a namespace that was just created by the other server', async () => {
    for (let index = 0; index < 5; index++) {
      expect((await post(index, '/api/v1/namespaces', { metadata: { name: `space-${index}` } }))[0]).toBe(201);
      const path = `/api/v1/namespaces/space-${index}/configmaps`;
      expect((await post(index + 1, path, { metadata: { name: 'one' } }))[0]).toBe(201);
    }
  });

  it('both deliver each write to their watches once and in the same order', async () => {
    const watches = servers.map((server) => eventsOf(server, CONFIG_MAPS));
    const writeAndDelete = async (index: number): Promise<void> => {
      const name = `written-${index}`;
      expect((await post(index, CONFIG_MAPS, { metadata: { name } }))[0]).toBe(201);
      expect((await serverAt(index + 1).send('DELETE', `${CONFIG_MAPS}/${name}`)).status).toBe(200);
    };
    await Promise.all(Array.from({ length: 10 }, (_, index) => writeAndDelete(index)));
    await post(0, CONFIG_MAPS, { metadata: { name: 'last' } });
    const [one = [], other] = await Promise.all(watches);
    expect(one).toEqual(other);
    expect(one).toHaveLength(20);
    const revisions = one.map((event) => Number(event.split('@')[1]));
    expect(revisions).toEqual([...revisions].sort((a, b) => a - b));
  });

  it('allocate each cluster IP and node port once', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        post(index, SERVICES, {
          metadata: { name: `written-${index}` },
          spec: { type: 'NodePort', ports: [{ port: 80 }] },
        }),
      ),
    );
    expect(created.map(([status]) => status)).toEqual(Array(20).fill(201));
    const services = created.map(([, service]) => service as Service);
    expect(new Set(services.map(({ spec }) => spec.clusterIP)).size).toBe(20);
    expect(new Set(services.map(({ spec }) => spec.ports[0]?.nodePort)).size).toBe(20);
  });

  it('assign a requested node port to only one of two services', async () => {
    const spec = { type: 'NodePort', ports: [{ port: 80, nodePort: 30_123 }] };
    const outcomes = await Promise.all(
      [0, 1].map((index) => post(index, SERVICES, { metadata: { name: `written-${index}` }, spec })),
    );
    expect(outcomes.map(([status]) => status).sort()).toEqual([201, 422]);
  });

  it('do not exceed a quota together', async () => {
    const hard = { 'count/secrets': '5' };
    const [, quota] = await post(0, QUOTAS, { metadata: { name: 'few' }, spec: { hard } });
    const counted = { ...(quota as object), status: { hard, used: { 'count/secrets': '0' } } };
    const headers = { 'content-type': 'application/json' };
    const { status } = await serverAt(0).send('PUT', `${QUOTAS}/few/status`, {
      body: JSON.stringify(counted),
      headers,
    });
    expect(status).toBe(200);
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const [status] = await post(index, '/api/v1/namespaces/default/secrets', { metadata: { name: `s-${index}` } });
        return status;
      }),
    );
    const created = statuses.filter((one) => one === 201).length;
    expect(created).toBeGreaterThan(0);
    expect(created).toBeLessThanOrEqual(5);
    expect(statuses.every((one) => [201, 403, 409].includes(one))).toBe(true);
  });

  it('both serve the resources of a definition that one of them created', async () => {
    expect((await post(0, DEFINITIONS, widgetDefinition()))[0]).toBe(201);
    const path = '/apis/example.com/v1/namespaces/default/widgets';
    for (const { get } of servers) await expect.poll(async () => (await get(path)).status).toBe(200);
    const widget = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'one' } };
    expect((await post(1, path, widget))[0]).toBe(201);
    expect((await serverAt(0).get(`${path}/one`)).status).toBe(200);
    expect((await servers[0].send('DELETE', `${DEFINITIONS}/widgets.example.com`)).status).toBe(200);
    for (const { get } of servers) await expect.poll(async () => (await get(path)).status).toBe(404);
  });

  it('write each of their own objects once', async () => {
    const [one = [], other] = await Promise.all(
      storages.map(async (storage, index) => {
        await post(index, CONFIG_MAPS, { metadata: { name: `written-${index}` } });
        return (await storage.list('/registry/')).entries.filter(({ key }) => key.endsWith('/default/kubernetes'));
      }),
    );
    expect(one).toHaveLength(3); // Service, Endpoints, EndpointSlice
    expect(one).toEqual(other);
    expect(one.filter(({ revision, createRevision }) => revision !== createRevision)).toEqual([]);
  });

  it('list their addresses in the Endpoints and EndpointSlice of the Service kubernetes until they close', async () => {
    const openStorage = await medium.open();
    const own = [await openStorage(), await openStorage()] as const;
    const open = (storage: Storage, address: string) =>
      createWholeServer({ storage, clock: systemClock, random: systemRandom, addresses: [address], securePort: 8443 });
    const [first, second] = [await open(own[0], '10.0.0.2'), await open(own[1], '10.0.0.1')];
    const addressesAt = async ({ get }: Cluster): Promise<readonly [readonly string[], readonly string[]]> => {
      const endpoints = (await (await get('/api/v1/namespaces/default/endpoints/kubernetes')).json()) as {
        subsets: readonly { addresses: readonly { ip: string }[] }[];
      };
      const slice = (await (
        await get('/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes')
      ).json()) as { endpoints: readonly { addresses: readonly string[] }[] };
      return [
        endpoints.subsets.flatMap(({ addresses }) => addresses.map(({ ip }) => ip)),
        slice.endpoints.flatMap(({ addresses }) => addresses),
      ];
    };
    const both = ['10.0.0.1', '10.0.0.2'];
    expect(await addressesAt(first)).toEqual([both, both]);
    await first.server.close();
    expect(await addressesAt(second)).toEqual([['10.0.0.1'], ['10.0.0.1']]);
    await second.server.close();
    await Promise.all(own.map((storage) => storage.close()));
  });
});
