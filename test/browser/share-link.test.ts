import { describe, expect, it } from 'vitest';
import { askCluster, DEFINITIONS, defineCustomResources, visitApp } from './browser.ts';

const DEFINITION = {
  metadata: { name: 'widgets.shop.example' },
  spec: {
    group: 'shop.example',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: { spec: { type: 'object', properties: { size: { type: 'integer' } } } },
          },
        },
      },
    ],
  },
};

const NAMESPACES = '/api/v1/namespaces';
const WIDGETS = '/apis/shop.example/v1/namespaces/shop/widgets';

describe('a share link of one namespace', () => {
  const sender = visitApp({ hasSample: false });
  const recipient = visitApp({ hasSample: false });

  it('gives another browser the namespace, the definitions of its kinds and its objects', async () => {
    const create = async (path: string, body: object) =>
      expect((await askCluster(sender.page, path, { method: 'POST', body: JSON.stringify(body) })).httpStatus).toBe(
        201,
      );
    await sender.page.getByText('Connected').first().waitFor();
    await create(NAMESPACES, { metadata: { name: 'shop', labels: { team: 'sales' } } });
    await create(NAMESPACES, { metadata: { name: 'other' } });
    await defineCustomResources(sender.page, DEFINITION);
    const widget = { apiVersion: 'shop.example/v1', kind: 'Widget', metadata: { name: 'first' }, spec: { size: 3 } };
    await create(WIDGETS, widget);
    for (const namespace of ['shop', 'other'])
      await create(`${NAMESPACES}/${namespace}/configmaps`, { metadata: { name: 'prices' }, data: { tea: '2' } });

    await sender.page.goto(`${sender.url}/export`);
    for (const left of ['(cluster-scoped)', 'other']) await sender.page.getByRole('checkbox', { name: left }).uncheck();
    await sender.page.getByRole('button', { name: 'Create share link' }).click();
    const link = (await sender.page.getByLabel('Share link', { exact: true }).textContent()) ?? '';

    // Each browser of the test has a server and an origin of its own.
    await recipient.page.goto('about:blank');
    await recipient.page.goto(link.replace(sender.url, recipient.url));
    await recipient.page.getByRole('dialog').getByRole('button', { name: 'Create cluster' }).click();
    await recipient.page.getByText('Imported 4 objects').waitFor();
    expect(await askCluster(recipient.page, `${NAMESPACES}/shop`)).toMatchObject({
      metadata: { labels: { team: 'sales' } },
    });
    expect(await askCluster(recipient.page, `${DEFINITIONS}/${DEFINITION.metadata.name}`)).toMatchObject({
      spec: { names: DEFINITION.spec.names },
    });
    expect(await askCluster(recipient.page, `${WIDGETS}/first`)).toMatchObject({ spec: { size: 3 } });
    expect(await askCluster(recipient.page, `${NAMESPACES}/shop/configmaps/prices`)).toMatchObject({
      data: { tea: '2' },
    });
    const { items } = await askCluster(recipient.page, NAMESPACES);
    const names = (items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name);
    expect(names).toContain('shop');
    expect(names).not.toContain('other');
  });

  it('logs nothing on the console', () => expect([...sender.problems, ...recipient.problems]).toEqual([]));
});
