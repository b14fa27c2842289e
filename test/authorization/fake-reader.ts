import type { ApiObject } from '../../src/api/object.ts';
import type { CollectionState, ObjectReader } from '../../src/api/ports/object-reader.ts';

/** An in-memory store by `group/resource`; `put` increments the revision. */
export class FakeReader implements ObjectReader {
  readonly #objects = new Map<string, ApiObject[]>();
  #revision = 1;
  lists = 0;

  constructor(objects: Readonly<Record<string, readonly ApiObject[]>> = {}) {
    for (const [resource, items] of Object.entries(objects)) this.#objects.set(resource, [...items]);
  }

  put(resource: string, ...objects: ApiObject[]): void {
    this.#objects.set(resource, [...(this.#objects.get(resource) ?? []), ...objects]);
    this.#revision++;
  }

  async get<T extends ApiObject>(group: string, resource: string, namespace: string, name: string) {
    const found = await this.list<T>(group, resource, namespace);
    return found.find(({ metadata }) => metadata.name === name && (metadata.namespace ?? '') === namespace);
  }

  async list<T extends ApiObject>(group: string, resource: string, namespace = ''): Promise<readonly T[]> {
    this.lists++;
    const all = this.#objects.get(group ? `${resource}.${group}` : resource) ?? [];
    return all.filter(({ metadata }) => namespace === '' || metadata.namespace === namespace) as T[];
  }

  /** All resources change together. */
  collectionOf(): CollectionState {
    const revision = () => this.#revision;
    return {
      get revision() {
        return revision();
      },
    };
  }
}
