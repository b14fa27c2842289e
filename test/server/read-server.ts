import { dialectNamed } from '../../src/api/dialect.ts';
import type { Clock } from '../../src/api/environment.ts';
import { type ApiObject, apiVersionOf } from '../../src/api/object.ts';
import { methodNotAllowed, resourceNotFound, StatusError } from '../../src/api/status.ts';
import type { ResourceBehavior } from '../../src/resources/resource-definition.ts';
import { canonical } from '../../src/schema/canonical.ts';
import { createSchemaRegistry } from '../../src/schema/schema-registry.ts';
import { ResourceTable } from '../../src/server/catalog/resource-table.ts';
import { keyOf, type ServedResource } from '../../src/server/catalog/served-resource.ts';
import { type Endpoint, newCall } from '../../src/server/context/call.ts';
import type { ServerContext } from '../../src/server/context/server-context.ts';
import { FeatureGates } from '../../src/server/flags/feature-gates.ts';
import { fetchResponse, requestOfFetch } from '../../src/server/http/fetch/fetch-messages.ts';
import { readRequestInfo } from '../../src/server/http/read-request-info.ts';
import { representError } from '../../src/server/http/representation.ts';
import { Claims } from '../../src/server/objects/claims.ts';
import { ObjectStore } from '../../src/server/objects/object-store.ts';
import { WatchHub } from '../../src/server/objects/watch-hub.ts';
import { ServerMetrics } from '../../src/server/observe/metrics/server-metrics.ts';
import { get } from '../../src/server/read/get.ts';
import { list } from '../../src/server/read/list.ts';
import { watch } from '../../src/server/read/watch.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';

const realClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Creates a read-only server over objects that the test stores. */
export async function createReadServer({
  dialect = 'kubernetes',
  clock = realClock,
  behaviors = [],
}: {
  dialect?: 'cluster' | 'kubernetes';
  clock?: Clock;
  behaviors?: readonly ResourceBehavior[];
} = {}) {
  const storage = await createMemoryStorage({ firstRevision: 200 });
  const claims = await Claims.open(storage);
  const objects = await ObjectStore.open(storage, claims);
  const names = dialectNamed(dialect);
  const schemas = createSchemaRegistry(names);
  const resources = new ResourceTable(names, schemas, behaviors, () => true);
  const server = {
    dialect: names,
    features: new FeatureGates('WatchList=true'),
    compression: false,
    clock,
    random: { bytes: (count: number) => new Uint8Array(count) },
    objects,
    resources,
    schemas,
    watches: await WatchHub.open(storage),
    metrics: new ServerMetrics(),
  } as Partial<ServerContext> as ServerContext;

  const resourceOf = (group: string, version: string, resource: string): ServedResource => {
    const served = resources.find(group, version, resource);
    if (!served) throw resourceNotFound();
    return served;
  };
  const endpoints: Record<string, Endpoint> = { get, list, watch };

  return {
    server,
    storage,
    objects,
    /** Stores an object in canonical form. Returns its revision. */
    async put(resource: string, object: Partial<ApiObject> & Record<string, unknown>, group = '', version = 'v1') {
      const served = resourceOf(group, version, resource);
      const whole = { kind: served.kind, apiVersion: apiVersionOf(group, version), ...object };
      const draft = canonical(whole, served.schema) as ApiObject;
      const key = keyOf(served, draft.metadata.namespace ?? '', draft.metadata.name);
      const live = await objects.get(key);
      if (live) return (await objects.update(live, draft, [], []))?.revision ?? 0;
      const result = await objects.create(key, draft, []);
      return result.committed ? result.stored.revision : 0;
    },
    async remove(resource: string, namespace: string, name: string): Promise<void> {
      const key = keyOf(resourceOf('', 'v1', resource), namespace, name);
      await objects.remove(key, (await objects.get(key))?.revision ?? 0, []);
    },
    async fetch(request: Request): Promise<Response> {
      const url = new URL(request.url);
      const info = readRequestInfo(request.method, url);
      const received = {
        request: requestOfFetch(request),
        url,
        connection: {},
        info,
        user: { username: 'admin' },
        warnings: [],
      };
      const call = newCall(received, server);
      try {
        const resource = resourceOf(info.group, info.version, info.resource);
        const endpoint = endpoints[info.verb];
        if (!endpoint) throw methodNotAllowed();
        return fetchResponse(await endpoint(Object.assign(call, { resource })));
      } catch (error) {
        if (error instanceof StatusError) return fetchResponse(representError(call, error));
        throw error;
      }
    },
  };
}
