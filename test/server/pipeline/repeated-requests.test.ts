import { afterAll, describe, expect, test } from 'vitest';
import { DEFINITIONS, widgetDefinition } from '../../helpers/widget-definition.ts';
import { createExtensionCluster } from '../extension-cluster.ts';

const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets';
const WIDGET = `${WIDGETS}/w`;
const MAPS = '/api/v1/namespaces/default/configmaps';

describe('a repeated request', async () => {
  const { server, get, post, send, register, createService, conditionOf } = await createExtensionCluster();
  afterAll(() => server.close());
  const status = async (path: string, user?: { username: string }) =>
    (await send('GET', path, user ? { user } : {})).status;
  const countOf = async (labels: string): Promise<number> => {
    const lines = (await (await get('/metrics')).text()).split('\n');
    const line = lines.find((each) => each.startsWith('apiserver_request_total') && each.includes(labels));
    return Number(line?.split(' ').at(-1) ?? 0);
  };

  test('is served by the current resources', async () => {
    expect(await status(WIDGET)).toBe(404);
    await post(DEFINITIONS, widgetDefinition());
    await expect.poll(() => status(WIDGETS)).toBe(200);
    await post(WIDGETS, { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } });
    expect(await status(WIDGET)).toBe(200);
    expect(await countOf('group="example.com",resource="widgets",scope="resource",subresource="",verb="GET"')).toBe(1);
    await send('DELETE', `${DEFINITIONS}/widgets.example.com`);
    await expect.poll(() => status(WIDGET)).toBe(404);
  });

  test('goes to the extension API server that is currently registered', async () => {
    const path = '/apis/ext.example/v1/things/a';
    expect(await status(path)).toBe(404);
    await createService();
    await register();
    await conditionOf();
    await expect.poll(() => status(path)).toBe(200);
  });

  test('is authorized by the current roles, for each user', async () => {
    const [ann, ben] = [{ username: 'ann' }, { username: 'ben' }];
    const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/default';
    await post(MAPS, { metadata: { name: 'a' } });
    const both = async () => [await status(`${MAPS}/a`, ann), await status(`${MAPS}/a`, ben)];
    expect([await both(), await both()].flat()).toEqual([403, 403, 403, 403]);
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
    await post(`${rbac}/roles`, { metadata: { name: 'readers' }, rules });
    await post(`${rbac}/rolebindings`, {
      metadata: { name: 'ann' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'readers' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'ann' }],
    });
    expect([await both(), await both()].flat()).toEqual([200, 403, 200, 403]);
    await send('DELETE', `${rbac}/rolebindings/ann`);
    expect(await both()).toEqual([403, 403]);
  });

  test('is counted by the type of its patch', async () => {
    const patch = (type: string) =>
      send('PATCH', `${MAPS}/p?fieldManager=me`, {
        headers: { 'content-type': `application/${type}` },
        body: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"p"}}',
      });
    await patch('apply-patch+yaml');
    for (let count = 0; count < 2; count++) await patch('merge-patch+json');
    await patch('apply-patch+yaml');
    const labels = (verb: string) =>
      `code="200",component="apiserver",dry_run="",group="",resource="configmaps",scope="resource",subresource="",verb="${verb}"`;
    expect([await countOf(labels('APPLY')), await countOf(labels('PATCH'))]).toEqual([1, 2]);
  });
});
