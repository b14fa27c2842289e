import { expect } from 'vitest';
import type { Dialect } from '../../../src/api/dialect.ts';
import type { ApiObject } from '../../../src/api/object.ts';
import { decodeProtobuf, encodeProtobuf } from '../../../src/schema/protobuf/protobuf.ts';
import type { ServedResource } from '../../../src/server/catalog/served-resource.ts';
import type { createWholeServer } from '../../server/whole-server.ts';

type WholeServer = Awaited<ReturnType<typeof createWholeServer>>;
type Json = Record<string, unknown>;

/** An object of any kind, as servers send it. */
export type StoredObject = ApiObject & Record<string, unknown> & { readonly metadata: { readonly name: string } };

export const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Requests for the objects of one resource in one version. A response with an unexpected code fails the test. */
export class KindClient {
  readonly collection: string;
  readonly #server: WholeServer;
  readonly #dialect: Dialect;

  constructor(server: WholeServer, { group, version, resource, namespaced }: ServedResource, dialect: Dialect) {
    this.#server = server;
    this.#dialect = dialect;
    const root = group ? `/apis/${group}/${version}` : `/api/${version}`;
    this.collection = `${root}/${namespaced ? 'namespaces/default/' : ''}${resource}`;
  }

  async #json(code: number, method: string, path: string, body?: unknown, type = 'application/json') {
    const response = await this.#server.send(method, `${this.collection}${path}`, {
      headers: { 'content-type': type },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as StoredObject;
    expect(response.status, `${method} ${path}: ${JSON.stringify(answer.message)}`).toBe(code);
    return answer;
  }

  create = (object: object, query = '', code = 201) => this.#json(code, 'POST', query, object) as Promise<StoredObject>;
  get = (name: string, query = '') => this.#json(200, 'GET', `/${name}${query}`) as Promise<StoredObject>;
  list = (query = '') => this.#json(200, 'GET', query) as Promise<{ kind: string; items?: StoredObject[] }>;
  replace = (name: string, object: object) => this.#json(200, 'PUT', `/${name}`, object) as Promise<StoredObject>;
  patch = (name: string, type: keyof typeof PATCH_TYPES, patch: object, query = '') =>
    this.#json(200, 'PATCH', `/${name}${query}`, patch, PATCH_TYPES[type]) as Promise<StoredObject>;

  send(method: string, path: string, headers: Record<string, string> = {}, body?: BodyInit): Promise<Response> {
    return this.#server.send(method, `${this.collection}${path}`, { headers, ...(body ? { body } : {}) });
  }

  /** Changes the latest version of an object, and retries when the server writes it concurrently. */
  async update(name: string, change: (object: StoredObject) => void) {
    for (;;) {
      const before = await this.get(name);
      const draft = structuredClone(before);
      change(draft);
      const headers = { 'content-type': 'application/json' };
      const response = await this.send('PUT', `/${name}`, headers, JSON.stringify(draft));
      const after = (await response.json()) as StoredObject;
      if (response.status === 409) continue;
      expect(response.status, JSON.stringify(after.message)).toBe(200);
      return { before, after };
    }
  }

  get #protobufType(): string {
    return this.#dialect.renameText('application/vnd.kubernetes.protobuf');
  }

  /** Creates an object as Protobuf, and returns the response as JSON. */
  async createAsProtobuf(object: StoredObject): Promise<Json> {
    const bytes = encodeProtobuf(object, this.#dialect);
    if (!bytes) throw new Error(`${object.kind} has no Protobuf form`);
    const headers = { 'content-type': this.#protobufType, accept: 'application/json' };
    const response = await this.send('POST', '', headers, bytes);
    const answer = (await response.json()) as Json;
    expect(response.status, JSON.stringify(answer.message)).toBe(201);
    return answer;
  }

  async getAsProtobuf(name: string): Promise<Json> {
    const response = await this.send('GET', `/${name}`, { accept: this.#protobufType });
    expect([response.status, response.headers.get('content-type')]).toEqual([200, this.#protobufType]);
    const bytes = new Uint8Array(await response.arrayBuffer());
    return decodeProtobuf(bytes, { group: '', version: '', kind: '' }, this.#dialect);
  }

  /** Returns the first event of a watch, and ends the watch. */
  async firstEvent(query: string): Promise<{ type: string; object: StoredObject }> {
    const response = await this.send('GET', `?watch=1&${query}`);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('\n')) text += (await reader?.read())?.value ?? '\n';
    await reader?.cancel();
    return JSON.parse(text.slice(0, text.indexOf('\n')));
  }

  /** Deletes an object, and removes its finalizers without their cleanup. */
  async remove(name: string): Promise<void> {
    await this.#json(200, 'DELETE', `/${name}`, { gracePeriodSeconds: 0 });
    for (;;) {
      const response = await this.send('GET', `/${name}`);
      if (response.status === 404) return;
      await this.#release((await response.json()) as StoredObject);
    }
  }

  async #release({ kind, metadata }: StoredObject): Promise<void> {
    expect(metadata.deletionTimestamp).toBeDefined();
    if (kind === 'Namespace') {
      const released = { kind, apiVersion: 'v1', metadata: { name: metadata.name }, spec: {} };
      await this.#json(200, 'PUT', `/${metadata.name}/finalize`, released);
    } else if (kind !== 'CustomResourceDefinition') {
      await this.patch(metadata.name, 'merge', { metadata: { finalizers: null } });
    }
  }
}
