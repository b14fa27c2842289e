import { qualifiedResource } from '../api/debug/causes.ts';
import type { Clock, Random, ReportProblem } from '../api/environment.ts';
import type { ApiObject } from '../api/object.ts';
import type { ApiClient } from './api-client.ts';
import { Informer } from './informer.ts';
import { type CollectionOptions, objectSource } from './object-source.ts';
import type { ResourceAddress } from './resource-path.ts';

export interface SharedInformersOptions {
  /** Lists and watches. */
  readonly client: ApiClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly reportProblem: ReportProblem;
}

/** The informers of one client: all users of a collection share one copy of its objects and one watch. */
export class SharedInformers {
  readonly #options: SharedInformersOptions;
  readonly #informers = new Map<string, Informer<ApiObject>>();

  constructor(options: SharedInformersOptions) {
    this.#options = options;
  }

  /** Returns the informer of a whole collection if it is already in use. */
  find(address: ResourceAddress): Informer<ApiObject> | undefined {
    return this.#informers.get(keyOf(address, {}));
  }

  /** Returns the informer of a collection, which runs while at least one user runs it. */
  for<T extends ApiObject>(address: ResourceAddress, selection: CollectionOptions = {}): Informer<T> {
    const key = keyOf(address, selection);
    let informer = this.#informers.get(key);
    if (!informer) {
      informer = new Informer<ApiObject>({
        ...this.#options,
        resource: qualifiedResource(address.resource, address.group),
        source: objectSource(this.#options.client, address, selection),
      });
      this.#informers.set(key, informer);
    }
    // The address decides the type, as it does for `client.get`.
    return informer as unknown as Informer<T>;
  }
}

function keyOf(
  { group, version, resource, namespace = '' }: ResourceAddress,
  { labelSelector = '', fieldSelector = '', includeReads = false }: CollectionOptions,
): string {
  return JSON.stringify([group, version, resource, namespace, labelSelector, fieldSelector, includeReads]);
}
