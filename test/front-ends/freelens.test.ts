import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { type FrontEndCluster, startFrontEndCluster } from './cluster.ts';
import { installFrontEnd } from './front-end.ts';
import { stepsOf } from './step.ts';

/** The parts of Freelens' packages that the tests use. */
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
  const load = createRequire(join(await installFrontEnd('freelens'), 'package.json'));
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
  const step = stepsOf('freelens', '@freelensapp/kube-api');

  step('list ConfigMaps, namespaces and nodes', async () => {
    const namesOf = async (list: Promise<KubeObject[]>) => (await list).map((object) => object.getName());
    const maps = await namesOf(open('ConfigMapApi').list(IN_DEFAULT));
    expect(maps).toContain('first');
    const namespaces = await namesOf(open('NamespaceApi').list({}));
    expect(namespaces).toContain('kube-system');
    const nodes = await namesOf(open('NodeApi').list({}));
    expect(nodes).toHaveLength(1);
    return ['first', 'kube-system', ...nodes].join('\n');
  });

  step('another user creates, changes and deletes one', async () => {
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
    return seen.join('\n');
  });

  step('create, patch, replace and delete one', async () => {
    const maps = open('ConfigMapApi');
    const mine = { name: 'mine', ...IN_DEFAULT };
    const changes = [
      await maps.create(mine, { data: { a: '1' } }),
      await maps.patch(mine, { data: { b: '2' } }),
      await maps.patch(mine, [{ op: 'remove', path: '/data/a' }], 'json'),
      await maps.update(mine, { data: { c: '3' } }),
    ].map(({ data }) => JSON.stringify(data));
    expect(changes).toEqual(['{"a":"1"}', '{"a":"1","b":"2"}', '{"b":"2"}', '{"c":"3"}']);
    await maps.delete(mine);
    const missing = await failure(maps.get(mine));
    expect(missing).toBe('configmaps "mine" not found');
    return [...changes, missing].join('\n');
  });

  step('scale a Deployment', async () => {
    const deployments = open('DeploymentApi');
    const app = { name: 'app', ...IN_DEFAULT };
    const labels = { app: 'app' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'example.com/app:1' }] } };
    await deployments.create(app, { spec: { replicas: 1, selector: { matchLabels: labels }, template } });
    await deployments.scale(app, 3);
    await expect.poll(() => deployments.getReplicas(app)).toBe(3);
    await deployments.delete(app);
    return '3 replicas';
  });

  step('show the state and the log of a pod', async () => {
    const pods = open('PodApi');
    const web = { name: 'web', ...IN_DEFAULT };
    const status = (await pods.get(web)).getStatus?.() ?? '';
    expect(status).toBe('Running');
    const log = await pods.getLogs(web, { container: 'main', tailLines: 5 });
    expect(log).toContain('web');
    return `${status}\n${log.split('\n')[0]}`;
  });

  step('create one with an invalid name', async () => {
    const message = await failure(open('ConfigMapApi').create({ name: 'Not a name', ...IN_DEFAULT }, {}));
    expect(message).toMatch(/^ConfigMap "Not a name" is invalid: metadata.name: Invalid value: "Not a name": a lower/);
    return message.replace(/ must consist of .*/s, ' …');
  });

  step('list with a wrong token', async () => {
    const message = await failure(open('ConfigMapApi', 'nobody').list(IN_DEFAULT));
    expect(message).toBe('Unauthorized');
    return message;
  });
});
