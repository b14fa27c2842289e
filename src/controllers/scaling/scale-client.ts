import type { Clock } from '../../api/environment.ts';
import type { Scale } from '../../api/kinds/autoscaling-v1.generated.ts';
import { parseApiVersion } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { type DiscoveredResource, type Discovery, discover, findKind, findServedKind } from '../../client/discovery.ts';

/** Milliseconds for which an unknown kind is not looked up again. */
const REDISCOVERY = 30_000;

/** An object with a number of replicas. */
export interface ScaleTarget {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** Reads and writes the replicas of objects of any kind through their scale subresource. */
export class ScaleClient {
  readonly #client: ApiClient;
  readonly #clock: Pick<Clock, 'now'>;
  #discovery: { readonly found: Promise<Discovery>; readonly at: number } | undefined;

  constructor(client: ApiClient, clock: Pick<Clock, 'now'>) {
    this.#client = client;
    this.#clock = clock;
  }

  /** Returns the resource of a kind: in its version, or in any if `isAnyVersion`; undefined when it is not served. */
  async resourceOf(
    target: Omit<ScaleTarget, 'name'>,
    { isAnyVersion = false } = {},
  ): Promise<DiscoveredResource | undefined> {
    const { group } = parseApiVersion(target.apiVersion);
    const find = (discovery: Discovery): DiscoveredResource | undefined =>
      findServedKind(discovery, target) ?? (isAnyVersion ? findKind(discovery, target.kind, group) : undefined);
    const known = this.#discovery;
    if (known) {
      const found = find(await known.found);
      if (found || this.#clock.now() - known.at < REDISCOVERY) return found;
    }
    const discovery = discover(this.#client);
    this.#discovery = { found: discovery, at: this.#clock.now() };
    try {
      return find(await discovery);
    } catch (error) {
      this.#discovery = undefined;
      throw error;
    }
  }

  get(resource: DiscoveredResource, namespace: string, name: string): Promise<Scale> {
    return this.#client.get<Scale>({ ...address(resource), namespace, name, subresource: 'scale' });
  }

  /** @param client states the cause of the write */
  update(resource: DiscoveredResource, scale: Scale, client: ApiClient): Promise<Scale> {
    const { namespace = '', name = '' } = scale.metadata;
    return client.update({ ...address(resource), namespace, name, subresource: 'scale' }, scale);
  }
}

const address = ({ group, version, resource }: DiscoveredResource) => ({ group, version, resource });
