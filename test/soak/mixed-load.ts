import { MERGE_PATCH, STRATEGIC_MERGE_PATCH } from '../../src/patch/patch-types.ts';
import { DEFINITIONS } from '../helpers/widget-definition.ts';

/** Sends a request to the server. */
export type Send = (
  method: string,
  path: string,
  body?: object,
  contentType?: string,
  signal?: AbortSignal,
) => Promise<Response>;

export interface MixedLoadOptions {
  readonly send: Send;
  /** Returns a number from 0 up to 1. */
  readonly random: () => number;
  /** Clients that send one request after the other. */
  readonly clients: number;
  /** Milliseconds between two requests of a client. */
  readonly pause: number;
}

/** Returns a function that sends requests to a server as a user. @param origin empty for the origin of the page */
export const senderTo =
  (origin: string, authorization: string): Send =>
  (method, path, body, contentType = 'application/json', signal) =>
    fetch(origin + path, {
      ...{ method, headers: { authorization, 'content-type': contentType } },
      ...(body ? { body: JSON.stringify(body) } : {}),
      ...(signal ? { signal } : {}),
    });

const NAMESPACE = 'soak';
const CORE = `/api/v1/namespaces/${NAMESPACE}`;
const DEPLOYMENTS = `/apis/apps/v1/namespaces/${NAMESPACE}/deployments`;
const JOBS = `/apis/batch/v1/namespaces/${NAMESPACE}/jobs`;
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

const APPLY = 'application/apply-patch+yaml';

/** How many objects of a kind there are at most, so that only what a server fails to free can grow. */
const NAMES = { configMaps: 40, deployments: 3, definitions: 3, namespaces: 2, roles: 5, jobs: 3 };

/** Answers that the load expects, because its clients work on the same objects: not found, conflicts, namespaces that end. */
const EXPECTED = [403, 404, 409, 422];

/** Milliseconds for which a watch is read at most. */
const LONGEST_WATCH = 3000;

const container = (revision: number) => ({
  name: 'web',
  image: 'nginx:1.25',
  env: [{ name: 'REVISION', value: `${revision}` }],
});

/**
 * The work of a busy cluster without growth: clients write, read, list and watch objects of a bounded number of names,
 * roll out deployments, run jobs, and create and delete definitions, roles and whole namespaces.
 */
export class MixedLoad {
  /** How many requests were answered. */
  answered = 0;
  /** How many events watches have had. */
  events = 0;
  /** Undue answers, each with its request. */
  readonly failures: string[] = [];
  readonly #options: MixedLoadOptions;
  #revisions = 0;

  constructor(options: MixedLoadOptions) {
    this.#options = options;
  }

  /** Creates what the load needs: its namespace and a simulated node. */
  async prepare(): Promise<void> {
    await this.#send('POST', '/api/v1/namespaces', { metadata: { name: NAMESPACE } });
    const annotations = { 'simulation.tabplane.dev/node': 'true' };
    await this.#send('POST', '/api/v1/nodes', { metadata: { name: 'soak', annotations } });
  }

  /** Sends requests until `isOver`. */
  async run(isOver: () => boolean): Promise<void> {
    const client = async (): Promise<void> => {
      while (!isOver()) {
        await this.#act();
        await new Promise((resolve) => setTimeout(resolve, this.#options.pause));
      }
    };
    await Promise.all(Array.from({ length: this.#options.clients }, client));
  }

  /** One action: any of them, often ones more often. */
  #act(): Promise<unknown> {
    const often = [this.#writeConfigMap, this.#readConfigMaps, this.#watch, this.#rollOut, this.#readCluster];
    const seldom = [this.#runJob, this.#useDefinition, this.#useNamespace, this.#changeRole, this.#readLog];
    const among = this.#options.random() < 0.8 ? often : seldom;
    return among[this.#below(among.length)]?.call(this) ?? Promise.resolve();
  }

  readonly #below = (limit: number): number => Math.floor(this.#options.random() * limit);

  async #writeConfigMap(): Promise<void> {
    const name = `map-${this.#below(NAMES.configMaps)}`;
    const path = `${CORE}/configmaps/${name}`;
    const revision = `${++this.#revisions}`;
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name },
      data: { revision, text: 'a'.repeat(500) },
    };
    const writes = [
      () => this.#send('POST', `${CORE}/configmaps`, object),
      () => this.#send('PUT', path, object),
      () => this.#send('PATCH', path, { data: { revision } }, MERGE_PATCH),
      () => this.#send('PATCH', path, { data: { revision } }, STRATEGIC_MERGE_PATCH),
      () => this.#send('PATCH', `${path}?fieldManager=soak&force=true`, object, APPLY),
      () => this.#send('DELETE', path),
      () => this.#send('DELETE', `${CORE}/configmaps?labelSelector=none`),
      () => this.#send('POST', `${CORE}/configmaps`, { metadata: { name: 'Not a name' } }),
    ];
    await writes[this.#below(writes.length)]?.();
  }

  async #readConfigMaps(): Promise<void> {
    const page = await this.#send('GET', `${CORE}/configmaps?limit=10`);
    const { metadata = {} } = page as { metadata?: { continue?: string } };
    if (metadata.continue)
      await this.#send('GET', `${CORE}/configmaps?limit=10&continue=${encodeURIComponent(metadata.continue)}`);
    await this.#send('GET', `${CORE}/configmaps/map-${this.#below(NAMES.configMaps)}`);
  }

  /** Reads a watch of a kind until it ends or is left, as clients do that go away. */
  async #watch(): Promise<void> {
    const kinds = ['configmaps', 'pods', 'events'];
    const path = `${CORE}/${kinds[this.#below(kinds.length)]}?watch=true&timeoutSeconds=${1 + this.#below(4)}`;
    const signal = AbortSignal.timeout(this.#below(LONGEST_WATCH));
    try {
      const response = await this.#options.send('GET', path, undefined, undefined, signal);
      for await (const chunk of readerOf(response)) this.events += chunk.split('\n').length - 1;
    } catch (error) {
      if (!signal.aborted) this.failures.push(`GET ${path}: ${error}`);
    }
    this.answered += 1;
  }

  async #rollOut(): Promise<void> {
    const name = `web-${this.#below(NAMES.deployments)}`;
    const labels = { app: name };
    const template = { metadata: { labels }, spec: { containers: [container(++this.#revisions)] } };
    const spec = { replicas: this.#below(3), revisionHistoryLimit: 1, selector: { matchLabels: labels }, template };
    const created = { metadata: { name }, spec };
    const changes = [
      () => this.#send('POST', DEPLOYMENTS, created),
      () => this.#send('PATCH', `${DEPLOYMENTS}/${name}`, { spec: { replicas: this.#below(3) } }, MERGE_PATCH),
      () => this.#send('PATCH', `${DEPLOYMENTS}/${name}`, { spec: { template } }, STRATEGIC_MERGE_PATCH),
      () => this.#send('DELETE', `${DEPLOYMENTS}/${name}`),
    ];
    await changes[this.#below(changes.length)]?.();
  }

  async #runJob(): Promise<void> {
    const name = `job-${this.#below(NAMES.jobs)}`;
    const template = { spec: { restartPolicy: 'Never', containers: [{ ...container(0), command: ['true'] }] } };
    await this.#send('POST', JOBS, { metadata: { name }, spec: { ttlSecondsAfterFinished: 1, template } });
  }

  async #readLog(): Promise<void> {
    const { items = [] } = (await this.#send('GET', `${CORE}/pods`)) as { items?: { metadata: { name: string } }[] };
    const pod = items[this.#below(items.length)];
    // A pod that has not started has no log.
    if (pod) await this.#send('GET', `${CORE}/pods/${pod.metadata.name}/log?tailLines=10`, undefined, undefined, [400]);
  }

  async #readCluster(): Promise<void> {
    const paths = [
      ...['/api/v1/pods', '/api/v1/events?limit=50', '/apis/apps/v1/replicasets', '/api/v1/nodes/soak'],
      ...['/apis', '/openapi/v3', '/metrics', '/readyz', '/version', '/apis/none.example.com/v1'],
    ];
    await this.#send('GET', paths[this.#below(paths.length)] ?? '/version');
  }

  async #useDefinition(): Promise<void> {
    const plural = `soaks${this.#below(NAMES.definitions)}`;
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
    const names = { plural, singular: plural, kind: `K${plural}`, listKind: `K${plural}List` };
    const spec = {
      ...{ group: 'soak.example', scope: 'Namespaced', names },
      versions: [{ name: 'v1', served: true, storage: true, schema }],
    };
    const name = `${plural}.soak.example`;
    const objects = `/apis/soak.example/v1/namespaces/${NAMESPACE}/${plural}`;
    const object = { apiVersion: 'soak.example/v1', kind: names.kind, metadata: { name: 'one' } };
    const uses = [
      () => this.#send('POST', DEFINITIONS, { metadata: { name }, spec }),
      () => this.#send('POST', objects, object),
      () => this.#send('GET', objects),
      () => this.#send('DELETE', `${DEFINITIONS}/${name}`),
    ];
    await uses[this.#below(uses.length)]?.();
  }

  async #useNamespace(): Promise<void> {
    const name = `soak-${this.#below(NAMES.namespaces)}`;
    const uses = [
      () => this.#send('POST', '/api/v1/namespaces', { metadata: { name } }),
      () => this.#send('POST', `/api/v1/namespaces/${name}/secrets`, { metadata: { name: 'one' } }),
      () => this.#send('DELETE', `/api/v1/namespaces/${name}`),
    ];
    await uses[this.#below(uses.length)]?.();
  }

  async #changeRole(): Promise<void> {
    const name = `role-${this.#below(NAMES.roles)}`;
    const path = `${RBAC}/namespaces/${NAMESPACE}/roles`;
    const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }];
    const review = { spec: { resourceAttributes: { namespace: NAMESPACE, verb: 'get', resource: 'pods' } } };
    const changes = [
      () => this.#send('POST', path, { metadata: { name }, rules }),
      () => this.#send('DELETE', `${path}/${name}`),
      () => this.#send('POST', '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews', review),
      () => this.#send('POST', `${CORE}/serviceaccounts/default/token`, { spec: { audiences: ['soak'] } }),
    ];
    await changes[this.#below(changes.length)]?.();
  }

  /** Returns the answer's object, and notes an answer that is neither a success nor expected. */
  async #send(
    method: string,
    path: string,
    body?: object,
    contentType?: string,
    alsoExpected: readonly number[] = [],
  ): Promise<unknown> {
    const response = await this.#options.send(method, path, body, contentType);
    const text = await response.text();
    this.answered += 1;
    if (!response.ok && !EXPECTED.includes(response.status) && !alsoExpected.includes(response.status))
      this.failures.push(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : text;
  }
}

/** Returns the decoded chunks of a response's body. */
async function* readerOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) yield next.value;
}
