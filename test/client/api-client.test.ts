import { describe, expect, it } from 'vitest';
import { createApiClient } from '../../src/client/api-client.ts';
import { ApiError } from '../../src/client/api-error.ts';
import { configMap, goneStatus, json, listOf, scriptedFetch } from './scripted-server.ts';

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', namespace: 'default' };
const DEPLOYMENT = { group: 'apps', version: 'v1', resource: 'deployments', namespace: 'shop', name: 'web' };

function clientOf(...answers: Response[]) {
  const server = scriptedFetch(answers.map((answer) => () => answer));
  const warnings: string[] = [];
  const client = createApiClient({
    fetch: server.fetch,
    baseUrl: 'http://server',
    headers: () => ({ authorization: 'Bearer token', 'impersonate-user': 'alice' }),
    onWarnings: (texts) => warnings.push(...texts),
  });
  return { client, server, warnings };
}

describe('a request', () => {
  it("carries the caller's identity and accepts JSON", async () => {
    const { client, server } = clientOf(json(configMap('a', 1)));
    await client.get({ ...CONFIG_MAPS, name: 'a' });
    expect(server.urls()).toEqual(['GET /api/v1/namespaces/default/configmaps/a']);
    expect(server.asked[0]?.headers.get('authorization')).toBe('Bearer token');
    expect(server.asked[0]?.headers.get('impersonate-user')).toBe('alice');
    expect(server.asked[0]?.headers.get('accept')).toBe('application/json');
  });

  it('reaches subresources of named groups', async () => {
    const { client, server } = clientOf(json({}));
    await client.get({ ...DEPLOYMENT, subresource: 'scale' });
    expect(server.urls()).toEqual(['GET /apis/apps/v1/namespaces/shop/deployments/web/scale']);
  });

  it('sends only the list options that are set', async () => {
    const { client, server } = clientOf(listOf(5));
    await client.list(CONFIG_MAPS, { labelSelector: 'app=web', fieldSelector: '', limit: 2 });
    expect(server.urls()).toEqual(['GET /api/v1/namespaces/default/configmaps?labelSelector=app%3Dweb&limit=2']);
  });

  it.each(['app in (a,b)', "it's~!*", 'größe & co', 'a+b%20c', 'plain-text.1_*'])(
    'writes the query %j as the platform does',
    async (text) => {
      const { client, server } = clientOf(listOf(5));
      await client.list(CONFIG_MAPS, { labelSelector: text });
      const query = new URLSearchParams({ labelSelector: text });
      expect(server.asked[0]?.url).toBe(`http://server/api/v1/namespaces/default/configmaps?${query}`);
    },
  );

  it.each([{}, { items: null }])('reads a list response of %j as an empty list', async (items) => {
    const { client } = clientOf(json({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: {}, ...items }));
    expect((await client.list(CONFIG_MAPS)).items).toEqual([]);
  });

  it('sends dry run, field validation and the field manager with writes', async () => {
    const { client, server } = clientOf(json(configMap('a', 2)));
    await client.create(CONFIG_MAPS, configMap('a', 0), {
      dryRun: true,
      fieldValidation: 'Strict',
      fieldManager: 'ui',
    });
    expect(server.urls()).toEqual([
      'POST /api/v1/namespaces/default/configmaps?dryRun=All&fieldValidation=Strict&fieldManager=ui',
    ]);
  });

  it('is created by the given function, with its body as text', async () => {
    const { fetch } = scriptedFetch([() => json(configMap('a', 1))]);
    const bodies: unknown[] = [];
    const createRequest = (url: string, init: RequestInit): Request => {
      bodies.push(init.body);
      return new Request(url, init);
    };
    const client = createApiClient({ fetch, createRequest, baseUrl: 'http://server' });
    await client.create(CONFIG_MAPS, { data: { color: 'red' } });
    expect(bodies).toEqual(['{"data":{"color":"red"}}']);
  });

  it('names the field manager of the client unless the write names another', async () => {
    const server = scriptedFetch([() => json({}), () => json({}), () => json(configMap('a', 1))]);
    const client = createApiClient({ fetch: server.fetch, baseUrl: 'http://server', fieldManager: 'manager' });
    await client.create(CONFIG_MAPS, {});
    await client.update({ ...CONFIG_MAPS, name: 'a' }, {}, { fieldManager: 'other' });
    await client.get({ ...CONFIG_MAPS, name: 'a' });
    expect(server.urls()).toEqual([
      'POST /api/v1/namespaces/default/configmaps?fieldManager=manager',
      'PUT /api/v1/namespaces/default/configmaps/a?fieldManager=other',
      'GET /api/v1/namespaces/default/configmaps/a',
    ]);
  });

  it('applies with the apply media type', async () => {
    const { client, server } = clientOf(json({}));
    await client.apply(DEPLOYMENT, 'kind: Deployment', { fieldManager: 'ui', force: true });
    expect(server.asked[0]?.method).toBe('PATCH');
    expect(server.asked[0]?.headers.get('content-type')).toBe('application/apply-patch+yaml');
    expect(server.urls()[0]).toContain('?fieldManager=ui&force=true');
  });

  it('sends delete options in the body, because a body hides the query options', async () => {
    const { client, server } = clientOf(json({ kind: 'Status' }));
    await client.delete(DEPLOYMENT, { dryRun: true, preconditions: { uid: 'u' } });
    expect(server.urls()).toEqual(['DELETE /apis/apps/v1/namespaces/shop/deployments/web']);
    expect(await server.asked[0]?.json()).toEqual({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      dryRun: ['All'],
      preconditions: { uid: 'u' },
    });
  });

  it('is not sent when it deletes an object without a name, because its path is that of the collection', async () => {
    const { client, server } = clientOf(json({}), json({}));
    for (const address of [CONFIG_MAPS, { ...CONFIG_MAPS, name: '' }])
      await expect(client.delete(address)).rejects.toThrow('The name of the object to delete may not be empty');
    expect(server.urls()).toEqual([]);
  });

  it('deletes a collection by selector without a body', async () => {
    const { client, server } = clientOf(json({ kind: 'Status' }));
    await client.deleteCollection(CONFIG_MAPS, { labelSelector: 'a=b', dryRun: true });
    expect(server.urls()).toEqual(['DELETE /api/v1/namespaces/default/configmaps?labelSelector=a%3Db&dryRun=All']);
    expect(await server.asked[0]?.text()).toBe('');
  });
});

describe('a response', () => {
  it('with an error becomes an ApiError with its Status', async () => {
    const { client } = clientOf(json({ ...goneStatus, reason: 'NotFound', code: 404, message: 'no such' }, 404));
    const error = await client.get({ ...CONFIG_MAPS, name: 'a' }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({
      message: 'no such (GET /api/v1/namespaces/default/configmaps/a)',
      code: 404,
      reason: 'NotFound',
      isNotFound: true,
    });
  });

  it('with a plain text error provides the message and the retry delay', async () => {
    const { client } = clientOf(new Response('busy\n', { status: 503, headers: { 'retry-after': '3' } }));
    await expect(client.get(DEPLOYMENT)).rejects.toMatchObject({
      message: 'busy (GET /apis/apps/v1/namespaces/shop/deployments/web)',
      code: 503,
      retryAfterSeconds: 3,
    });
  });

  it('reports its warnings, including several warnings in one header', async () => {
    const { client, warnings } = clientOf(
      json({}, 200, { warning: '299 - "first \\"quoted\\"", 299 - "second, half"' }),
    );
    await client.get(DEPLOYMENT);
    expect(warnings).toEqual(['first "quoted"', 'second, half']);
  });
});
