import type { Clock } from '../../api/environment.ts';
import { apiVersionOf } from '../../api/object.ts';
import type { ApiClient } from '../../client/api-client.ts';
import { ApiError } from '../../client/api-error.ts';
import { type Discovery, findResource } from '../../client/discovery.ts';
import { resourcePath } from '../../client/resource-path.ts';
import { wait } from '../../client/wait.ts';
import { LoadStatistics } from '../state/flow-control/load-statistics.ts';

/** The namespace, the group, the flow schema and the priority level of the tenants all have this name. */
export const TENANTS = 'tenants';

/**
 * Creates the objects that the tenants need: a namespace that they may write to, a priority level with one share of the
 * server's seats and short queues, and a flow schema that assigns their requests to it. Another call restores them.
 * @param isFair Each tenant is a flow of its own; otherwise all requests are one flow.
 * @throws ApiError when the server rejects an object, Error when it serves no flow control.
 */
export async function prepareTenants(client: ApiClient, discovery: Discovery, isFair: boolean): Promise<void> {
  for (const { resource, namespace, content } of tenantObjects(discovery, isFair)) {
    const served = findResource(discovery, resource);
    if (!served) throw new Error(`This server does not serve ${resource}.`);
    const { group, version, kind } = served;
    const metadata = { name: TENANTS, ...(namespace ? { namespace } : {}) };
    const object = { apiVersion: apiVersionOf(group, version), kind, metadata, ...content };
    await client.apply({ group, version, resource, ...metadata }, object, {
      fieldManager: 'tabplane-tenants',
      force: true,
    });
  }
}

interface TenantObject {
  readonly resource: string;
  readonly namespace?: string;
  readonly content: object;
}

function tenantObjects(discovery: Discovery, isFair: boolean): readonly TenantObject[] {
  const rbac = findResource(discovery, 'roles')?.group ?? '';
  const resourceRules = [{ verbs: ['*'], apiGroups: ['*'], resources: ['*'], namespaces: ['*'], clusterScope: true }];
  const subject = { kind: 'Group', name: TENANTS };
  return [
    { resource: 'namespaces', content: {} },
    {
      resource: 'roles',
      namespace: TENANTS,
      content: { rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['create', 'patch'] }] },
    },
    {
      resource: 'rolebindings',
      namespace: TENANTS,
      content: {
        roleRef: { apiGroup: rbac, kind: 'Role', name: TENANTS },
        subjects: [{ ...subject, apiGroup: rbac }],
      },
    },
    {
      resource: 'prioritylevelconfigurations',
      content: {
        spec: {
          type: 'Limited',
          limited: {
            nominalConcurrencyShares: 1,
            borrowingLimitPercent: 0,
            limitResponse: { type: 'Queue', queuing: { queues: 32, handSize: 4, queueLengthLimit: 10 } },
          },
        },
      },
    },
    {
      resource: 'flowschemas',
      content: {
        spec: {
          matchingPrecedence: 500,
          priorityLevelConfiguration: { name: TENANTS },
          ...(isFair ? { distinguisherMethod: { type: 'ByUser' } } : {}),
          rules: [{ subjects: [{ kind: 'Group', group: { name: TENANTS } }], resourceRules }],
        },
      },
    },
  ];
}

export interface TenantLoadOptions {
  readonly client: ApiClient;
  readonly clock: Clock;
  /** Called once, when a request fails; the load has then stopped. */
  readonly onError: (error: unknown) => void;
  /** The tenant's user name, which is also the prefix of the ConfigMaps that it writes. */
  readonly username: string;
}

/** The load of one tenant: keeps `inFlight` requests in flight, each of which writes another ConfigMap. */
export class TenantLoad {
  readonly #options: TenantLoadOptions;
  readonly #abort = new AbortController();
  readonly statistics: LoadStatistics;
  #wanted = 0;
  #running = 0;
  #written = 0;

  constructor(options: TenantLoadOptions) {
    this.#options = options;
    this.statistics = new LoadStatistics(options.clock.now());
  }

  /** Changes the number of requests in flight. */
  set inFlight(count: number) {
    this.#wanted = count;
    while (this.#running < this.#wanted) void this.#send(this.#running++);
  }

  /** Stops sending; requests in flight are abandoned. */
  stop(): void {
    this.#wanted = 0;
    this.#abort.abort();
  }

  async #send(slot: number): Promise<void> {
    const { clock, username } = this.#options;
    try {
      while (slot < this.#wanted) {
        const start = clock.now();
        const retryAfter = await this.#write(`${username}-${slot}`);
        const at = clock.now();
        this.statistics.record({ at, milliseconds: at - start, isRejected: retryAfter > 0 });
        if (retryAfter > 0) await this.#pause(retryAfter);
      }
    } catch (error) {
      if (this.#abort.signal.aborted) return;
      this.stop();
      this.#options.onError(error);
    } finally {
      this.#running--;
    }
  }

  /** Returns the milliseconds after which a rejected request may be repeated; 0 when it was executed. */
  async #write(name: string): Promise<number> {
    const { client, username } = this.#options;
    const address = { group: '', version: 'v1', resource: 'configmaps', namespace: TENANTS, name };
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, namespace: TENANTS },
      data: { written: String(this.#written++) },
    };
    try {
      await client.request(`${resourcePath(address)}?fieldManager=tabplane-tenants&force=true`, {
        method: 'PATCH',
        headers: {
          'content-type': 'application/apply-patch+yaml',
          'impersonate-user': username,
          'impersonate-group': TENANTS,
        },
        body: JSON.stringify(object),
        signal: this.#abort.signal,
      });
      return 0;
    } catch (error) {
      if (error instanceof ApiError && error.code === 429) return (error.retryAfterSeconds ?? 1) * 1000;
      throw error;
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return wait(this.#options.clock, milliseconds, this.#abort.signal);
  }
}
