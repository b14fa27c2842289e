import { beforeEach, describe, expect, it } from 'vitest';
import type { ApiObject } from '../../../../src/api/object.ts';
import { createApiClient } from '../../../../src/client/api-client.ts';
import { discover } from '../../../../src/client/discovery.ts';
import { collectObjects } from '../../../../src/client/manifests/collect-objects.ts';
import type { WriteContext } from '../../../../src/ui/commands/write-context.ts';
import { writeObjects } from '../../../../src/ui/commands/write-objects.ts';
import type { PlatformPort } from '../../../../src/ui/platform-port.ts';
import {
  CLUSTER_SCOPE,
  type ExportSelection,
  namespaceOf,
  selectObjects,
} from '../../../../src/ui/state/objects/export-selection.ts';
import { createDiscoveryStore } from '../../../../src/ui/state/stores/discovery-store.ts';
import { eagerClock } from '../../../client/scripted-server.ts';
import { widgetDefinition } from '../../../helpers/widget-definition.ts';
import { ADMIN, createWholeServer } from '../../../server/whole-server.ts';

const RBAC = 'rbac.authorization.k8s.io';
const inShop = (kind: string, rest: object, apiVersion = 'v1'): ApiObject =>
  ({ apiVersion, kind, metadata: { name: 'front', namespace: 'shop' }, ...rest }) as ApiObject;
const clusterScoped = (apiVersion: string, kind: string, name: string, rest: object = {}): ApiObject =>
  ({ apiVersion, kind, metadata: { name }, ...rest }) as ApiObject;

const OBJECTS: readonly ApiObject[] = [
  clusterScoped('v1', 'Namespace', 'shop'),
  clusterScoped('v1', 'Namespace', 'other'),
  { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', ...widgetDefinition() },
  clusterScoped('scheduling.k8s.io/v1', 'PriorityClass', 'urgent', { value: 1000 }),
  clusterScoped('scheduling.k8s.io/v1', 'PriorityClass', 'unused', { value: 10 }),
  clusterScoped(`${RBAC}/v1`, 'ClusterRole', 'watchers', { rules: [] }),
  inShop('Widget', { spec: { size: 1 } }, 'example.com/v1'),
  inShop('ConfigMap', { data: { a: 'b' } }),
  inShop('ReplicationController', {
    spec: {
      replicas: 0,
      selector: { app: 'front' },
      template: {
        metadata: { labels: { app: 'front' } },
        spec: { priorityClassName: 'urgent', containers: [{ name: 'a', image: 'nginx' }] },
      },
    },
  }),
  inShop(
    'RoleBinding',
    {
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'watchers' },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'ann' }],
    },
    `${RBAC}/v1`,
  ),
];

async function openCluster(): Promise<WriteContext> {
  const { server } = await createWholeServer();
  const client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: (request) => server.fetch(request, { user: ADMIN }),
  });
  const discovery = createDiscoveryStore(client);
  await discovery.getState().refresh();
  return { client, discovery, platform: { clock: eagerClock() } as unknown as PlatformPort };
}

const write = async (context: WriteContext, objects: readonly ApiObject[]): Promise<string[]> =>
  (await writeObjects(context, objects, { action: 'create', fieldManager: 'test', namespace: 'default' })).map(
    ({ status }) => status,
  );

describe('an export of one namespace', () => {
  let exported: (change?: Partial<ExportSelection>) => Promise<ApiObject[]>;
  const named = (objects: readonly ApiObject[]): string[] =>
    objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort();

  beforeEach(async () => {
    const context = await openCluster();
    expect(new Set(await write(context, OBJECTS))).toEqual(new Set(['created']));
    const { objects } = await collectObjects(context.client, await discover(context.client));
    const all = objects.map(({ object }) => object);
    const withoutNamespaces = new Set([...all.map(namespaceOf), CLUSTER_SCOPE].filter((name) => name !== 'shop'));
    exported = async (change = {}) =>
      selectObjects(all, { form: 'clean', withoutKinds: new Set(), withoutNamespaces, labels: '', ...change });
  });

  it('contains the namespace with the definitions, classes and cluster roles of its objects', async () => {
    expect(named(await exported())).toEqual([
      'ClusterRole watchers',
      'ConfigMap front',
      'CustomResourceDefinition widgets.example.com',
      'Namespace shop',
      'PriorityClass urgent',
      'ReplicationController front',
      'RoleBinding front',
      'Widget front',
    ]);
  });

  it('can be imported completely into an empty cluster', async () => {
    const statuses = await write(await openCluster(), await exported());
    expect(statuses).toEqual(statuses.map(() => 'created'));
  });

  it('omits excluded kinds', async () => {
    const withoutKinds = new Set(['Namespace', 'Widget.example.com']);
    expect(named(await exported({ withoutKinds }))).toEqual([
      'ClusterRole watchers',
      'ConfigMap front',
      'PriorityClass urgent',
      'ReplicationController front',
      'RoleBinding front',
    ]);
  });
});
