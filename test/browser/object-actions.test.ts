import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { CUSTOM_OBJECTS, PAGE_OBJECTS } from './page-objects.ts';
import { seriousViolations } from './serious-violations.ts';

const GREETING = '/api/v1/namespaces/sample/configmaps/greeting';

describe('the page of an object', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });
  const choose = async (item: string) => {
    await openInApp(visit.page, '/objects/core/v1/configmaps/sample/greeting');
    await visit.page.getByRole('button', { name: 'More' }).click();
    await visit.page.getByRole('menuitem', { name: item }).click();
  };

  it('edits labels and annotations in place', async () => {
    await choose('Edit labels and annotations…');
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Add label' }).click();
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByRole('textbox', { name: 'Key of label 1' }).fill('tier');
    await dialog.getByRole('textbox', { name: 'Value of label tier' }).fill('front end');
    expect(await seriousViolations(visit.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('heading', { name: 'greeting could not be saved' }).waitFor();
    await dialog.getByRole('textbox', { name: 'Value of label tier' }).fill('front');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await visit.page.getByText('tier=front').waitFor();
    const { labels } = (await askCluster(visit.page, GREETING)).metadata as { labels: object };
    expect(labels).toMatchObject({ tier: 'front' });
  });

  it('opens a copy of the object for creation', async () => {
    await choose('Duplicate');
    await visit.page.getByRole('heading', { name: 'Create ConfigMap' }).waitFor();
    await visit.page.getByText('greeting-copy').waitFor();
  });
});

describe('the skeleton of a custom resource', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  it('has the required fields of its schema', async () => {
    const definition = PAGE_OBJECTS.find(({ path }) => path.endsWith('customresourcedefinitions'));
    await askCluster(visit.page, definition?.path ?? '', { method: 'POST', body: JSON.stringify(definition?.body) });
    const collection = CUSTOM_OBJECTS[0]?.path ?? '';
    await expect.poll(async () => (await askCluster(visit.page, collection)).httpStatus).toBe(200);
    await openInApp(visit.page, '/create/shop.example/v1/widgets?namespace=sample');
    await visit.page.getByText('size: 0').waitFor();
  });
});
