import type { WriteCause } from '../api/debug/causes.ts';
import type { ApiObject } from '../api/object.ts';
import type {
  ApiClient,
  ApplyOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  ListOptions,
  ObjectList,
  PatchType,
  ReadOptions,
  WatchOptions,
  WriteOptions,
} from './api-client.ts';
import type { ResourceAddress } from './resource-path.ts';
import type { TypedAddress } from './typed-address.ts';

/** Returns a client of the same user whose writes have a cause. */
export const causedBy = (client: ApiClient, cause: WriteCause): ApiClient => new CausedClient(client, cause);

/** The options of most writes. */
interface Caused {
  readonly cause: WriteCause;
}

/** A client whose writes have a cause. Each call of a control loop has its own, so it consists of two fields only. */
class CausedClient implements ApiClient {
  readonly #client: ApiClient;
  readonly #usual: Caused;

  constructor(client: ApiClient, cause: WriteCause) {
    this.#client = client;
    this.#usual = { cause };
  }

  request(path: string, init?: RequestInit): Promise<Response> {
    return this.#client.request(path, init);
  }

  get<T = ApiObject>(address: TypedAddress<T>, options?: ReadOptions): Promise<T> {
    return this.#client.get(address, options);
  }

  list<T = ApiObject>(address: TypedAddress<T>, options?: ListOptions): Promise<ObjectList<T>> {
    return this.#client.list(address, options);
  }

  watch<T = ApiObject>(address: TypedAddress<T>, options?: WatchOptions) {
    return this.#client.watch<T>(address, options);
  }

  create<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T> {
    return this.#client.create(address, object, withCause(options, this.#usual));
  }

  update<T extends object>(address: ResourceAddress, object: T, options?: WriteOptions): Promise<T> {
    return this.#client.update(address, object, withCause(options, this.#usual));
  }

  patch<T = ApiObject>(address: TypedAddress<T>, type: PatchType, patch: unknown, options?: WriteOptions): Promise<T> {
    return this.#client.patch(address, type, patch, withCause(options, this.#usual));
  }

  apply<T = ApiObject>(address: TypedAddress<T>, object: object | string, options: ApplyOptions): Promise<T> {
    return this.#client.apply(address, object, withCause(options, this.#usual));
  }

  delete(address: ResourceAddress, options?: DeleteOptions) {
    return this.#client.delete(address, withCause(options, this.#usual));
  }

  deleteCollection(address: ResourceAddress, options?: DeleteCollectionOptions) {
    return this.#client.deleteCollection(address, withCause(options, this.#usual));
  }
}

const withCause = <O extends object>(options: O | undefined, usual: Caused): O & Caused =>
  options ? { ...options, ...usual } : (usual as O & Caused);
