import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { namespacesController } from '../../../src/controllers/namespaces/namespaces.ts';
import { openControlledServer } from '../controlled-server.ts';

const NAMESPACES = '/api/v1/namespaces';

describe('a terminating namespace with custom finalizers', () => {
  let server: Awaited<ReturnType<typeof openControlledServer>>;
  beforeAll(async () => {
    server = await openControlledServer([namespacesController]);
  });
  afterAll(() => server.close());

  const createNamespace = (name: string) =>
    server.create(NAMESPACES, { metadata: { name }, spec: { finalizers: ['example.com/b', 'example.com/a'] } });
  const finalizersOf = async (name: string) => (await server.ask(`${NAMESPACES}/${name}`)).body.spec.finalizers;
  const finalize = async (name: string, finalizers: readonly string[]) => {
    const { body } = await server.ask(`${NAMESPACES}/${name}`);
    await server.ask(`${NAMESPACES}/${name}/finalize`, 'PUT', { ...body, spec: { finalizers } });
  };

  it('keeps sorted finalizers when it is empty, and is deleted with the last one', async () => {
    await createNamespace('shop');
    await server.create(`${NAMESPACES}/shop/configmaps`, { metadata: { name: 'settings' } });
    await server.ask(`${NAMESPACES}/shop`, 'DELETE');
    await expect.poll(() => finalizersOf('shop')).toEqual(['example.com/a', 'example.com/b']);
    expect(await server.codeOf(`${NAMESPACES}/shop/configmaps/settings`)).toBe(404);
    await finalize('shop', []);
    await expect.poll(() => server.codeOf(`${NAMESPACES}/shop`)).toBe(404);
  });

  it('is emptied even when the kubernetes finalizer was removed before', async () => {
    await createNamespace('bank');
    await server.create(`${NAMESPACES}/bank/configmaps`, { metadata: { name: 'settings' } });
    await finalize('bank', ['example.com/a']);
    await server.ask(`${NAMESPACES}/bank`, 'DELETE');
    await expect.poll(() => server.codeOf(`${NAMESPACES}/bank/configmaps/settings`)).toBe(404);
    expect(await finalizersOf('bank')).toEqual(['example.com/a']);
  });
});
