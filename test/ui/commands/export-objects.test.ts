import { beforeEach, expect, test } from 'vitest';
import type { ApiObject } from '../../../src/api/object.ts';
import { type ApiClient, createApiClient } from '../../../src/client/api-client.ts';
import { type DiscoveredResource, discover, findResource } from '../../../src/client/discovery.ts';
import { readForExport } from '../../../src/ui/commands/export-objects.ts';
import { createNotificationsStore } from '../../../src/ui/state/stores/notifications-store.ts';
import { ADMIN, createWholeServer } from '../../server/whole-server.ts';

let client: ApiClient;
let configMaps: DiscoveredResource;
let paths: string[];

beforeEach(async () => {
  const { server } = await createWholeServer();
  paths = [];
  client = createApiClient({
    baseUrl: 'http://cluster',
    fetch: (request) => {
      paths.push(new URL(request.url).pathname);
      return server.fetch(request, { user: ADMIN });
    },
  });
  configMaps = findResource(await discover(client), 'configmaps') as DiscoveredResource;
});

const create = async (name: string, namespace = 'default'): Promise<ApiObject> =>
  client.create<ApiObject>({ group: '', version: 'v1', resource: 'configmaps', namespace }, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: { key: name },
  } as ApiObject);
const nameOf = ({ metadata: { namespace, name = '', uid } }: ApiObject) => ({ namespace, name, uid });

test('reads the named objects without server fields, with one list of their namespace', async () => {
  const [one, , three] = [await create('one'), await create('two'), await create('three')];
  paths.length = 0;
  const application = { client, notifications: createNotificationsStore() };
  expect(await readForExport(application, configMaps, [nameOf(one), nameOf(three)])).toEqual(
    ['one', 'three'].toSorted().map((name) => ({
      ...{ apiVersion: 'v1', kind: 'ConfigMap', data: { key: name } },
      metadata: { name, namespace: 'default' },
    })),
  );
  expect(paths).toEqual(['/api/v1/namespaces/default/configmaps']);
});

test('reads objects of several namespaces, and omits deleted ones', async () => {
  const [one, two] = [await create('one'), await create('two', 'kube-system')];
  paths.length = 0;
  const application = { client, notifications: createNotificationsStore() };
  const gone = { namespace: 'default', name: 'gone', uid: 'unknown' };
  const read = await readForExport(application, configMaps, [nameOf(one), nameOf(two), gone]);
  expect(read?.map(({ metadata }) => metadata.name)).toEqual(['one', 'two']);
  // A user may be allowed to list these namespaces only.
  expect(paths).toEqual(['/api/v1/namespaces/default/configmaps', '/api/v1/namespaces/kube-system/configmaps']);
});

test('reports a failure', async () => {
  const notifications = createNotificationsStore();
  const failing = { ...client, list: () => Promise.reject(new Error('no answer')) } as ApiClient;
  expect(await readForExport({ client: failing, notifications }, configMaps, [{ name: 'one' }])).toBeUndefined();
  expect(notifications.getState().notifications).toMatchObject([
    { variant: 'danger', title: 'configmaps could not be exported', detail: 'no answer' },
  ]);
});
