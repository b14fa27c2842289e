import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { installFrontEnd } from './front-end.ts';

/** What the tests use of Freelens' packages. */
interface KubeObject {
  getName(): string;
  readonly data?: Record<string, string>;
  getStatus?(): string;
}
interface Where {
  readonly name?: string;
  readonly namespace?: string;
}
interface WatchEvent {
  readonly type: string;
  readonly object: { readonly metadata: { readonly name: string } };
}
interface KubeApi {
  list(where: Where): Promise<KubeObject[]>;
  get(where: Where): Promise<KubeObject>;
  create(where: Where, data: object): Promise<KubeObject>;
  update(where: Where, data: object): Promise<KubeObject>;
  patch(where: Where, data: unknown, strategy?: 'strategic' | 'merge' | 'json'): Promise<KubeObject>;
  delete(where: Where): Promise<unknown>;
  watch(
    options: Where & { callback(event: WatchEvent | null, error: unknown): void; abortController?: AbortController },
  ): () => void;
  getLogs(where: Where, query: object): Promise<string>;
  scale(where: Where, replicas: number): Promise<unknown>;
  getReplicas(where: Where): Promise<number>;
}
type KubeApiClass = new (dependencies: object, options: object) => KubeApi;

const IN_DEFAULT = { namespace: 'default' };
/** Returns the text that Freelens shows for a failed request. */
const failure = (request: Promise<unknown>): Promise<string> => request.then(() => 'no failure', String);
const nothing = (): void => undefined;

let cluster: FrontEndCluster;
let open: (name: 'ConfigMapApi' | 'PodApi' | 'DeploymentApi' | 'NamespaceApi' | 'NodeApi', token?: string) => KubeApi;

beforeAll(async () => {
  const load = createRequire(join(installFrontEnd('freelens'), 'package.json'));
  const classes = load('@freelensapp/kube-api');
  const { default: fetch } = load('@freelensapp/node-fetch');
  cluster = await startFrontEndCluster();
  const logger = { debug: nothing, info: nothing, warn: nothing, error: nothing };
  open = (name, token = 'admin-token') => {
    const getRequestOptions = async () => ({ headers: { Authorization: `Bearer ${token}` } });
    const config = { serverAddress: cluster.url, apiBase: '', getRequestOptions };
    const request = new classes.KubeJsonApi({ fetch, logger }, config);
    const dependencies = { logInfo: nothing, logWarn: nothing, logError: nothing, maybeKubeApi: request };
    return new (classes[name] as KubeApiClass)(dependencies, { request });
  };
});
afterAll(() => cluster.host.close());

describe("Freelens' API layer", () => {
  it('lists objects as its own classes', async () => {
    const maps = await open('ConfigMapApi').list(IN_DEFAULT);
    expect(maps.map((map) => map.getName())).toContain('first');
    expect((await open('NamespaceApi').list({})).map((namespace) => namespace.getName())).toContain('kube-system');
    expect((await open('NodeApi').list({})).length).toBe(1);
  });

  it('sees changes as they happen', async () => {
    const maps = open('ConfigMapApi');
    await maps.list(IN_DEFAULT);
    const seen: string[] = [];
    const stop = maps.watch({
      ...IN_DEFAULT,
      callback: (event, error) => seen.push(event ? `${event.type} ${event.object.metadata.name}` : String(error)),
    });
    await cluster.send('POST', 'configmaps', { metadata: { name: 'second' } });
    await cluster.send('PUT', 'configmaps/second', { metadata: { name: 'second' }, data: { a: '1' } });
    await cluster.send('DELETE', 'configmaps/second');
    await expect.poll(() => seen).toEqual(['ADDED second', 'MODIFIED second', 'DELETED second']);
    stop();
    await expect.poll(() => seen.length).toBe(3);
  });

  it('creates, changes and deletes an object', async () => {
    const maps = open('ConfigMapApi');
    const mine = { name: 'mine', ...IN_DEFAULT };
    expect((await maps.create(mine, { data: { a: '1' } })).data).toEqual({ a: '1' });
    expect((await maps.patch(mine, { data: { b: '2' } })).data).toEqual({ a: '1', b: '2' });
    expect((await maps.patch(mine, [{ op: 'remove', path: '/data/a' }], 'json')).data).toEqual({ b: '2' });
    expect((await maps.update(mine, { data: { c: '3' } })).data).toEqual({ c: '3' });
    await maps.delete(mine);
    expect(await failure(maps.get(mine))).toBe('configmaps "mine" not found');
  });

  it('scales a Deployment', async () => {
    const deployments = open('DeploymentApi');
    const app = { name: 'app', ...IN_DEFAULT };
    const labels = { app: 'app' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.com/app:1' }] } };
    await deployments.create(app, { spec: { replicas: 1, selector: { matchLabels: labels }, template } });
    await deployments.scale(app, 3);
    expect(await deployments.getReplicas(app)).toBe(3);
    await deployments.delete(app);
  });

  it('reads the log of a pod', async () => {
    const pods = open('PodApi');
    const web = { name: 'web', ...IN_DEFAULT };
    expect((await pods.get(web)).getStatus?.()).toBe('Running');
    expect(await pods.getLogs(web, { container: 'main', tailLines: 5 })).not.toBe('');
  });

  it("reports the server's message when a request fails", async () => {
    const maps = open('ConfigMapApi');
    expect(await failure(maps.create({ name: 'Not a name', ...IN_DEFAULT }, {}))).toMatch(
      /^ConfigMap "Not a name" is invalid: metadata.name: Invalid value: "Not a name": a lowercase RFC 1123/,
    );
    expect(await failure(open('ConfigMapApi', 'nobody').list(IN_DEFAULT))).toBe('Unauthorized');
  });
});
