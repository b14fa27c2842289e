import { expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { PAGE_OBJECTS } from './page-objects.ts';
import { seriousViolations } from './serious-violations.ts';

const visit = visitApp({ hasSample: true });
const link = (name: string) => visit.page.getByRole('link', { name, exact: true });
const heading = (name: string) => visit.page.getByRole('heading', { name, level: 2 }).waitFor();

it('leads from a kind to its fields', async () => {
  await openInApp(visit.page, '/explorer');
  await visit.page
    .getByRole('region', { name: 'apps/v1' })
    .getByRole('link', { name: 'Deployment', exact: true })
    .click();
  await heading('Deployment');
  await link('spec').click();
  await heading('spec');
  const row = visit.page.getByRole('grid', { name: 'Fields of spec' }).getByRole('row', { name: /^selector/ });
  expect(await row.getByText('Required').count()).toBe(1);
  expect(await row.getByText('Immutable').count()).toBe(1);
  await link('template').click();
  await heading('template');
  await visit.page.getByText('PodTemplateSpec').first().waitFor();
  expect(visit.page.url()).toContain('field=spec.template');
  expect(await seriousViolations(visit.page)).toEqual([]);
});

it('searches the fields of all kinds, custom ones included', async () => {
  const definition = PAGE_OBJECTS.find(({ path }) => path.endsWith('/customresourcedefinitions'));
  await askCluster(visit.page, definition?.path ?? '', { method: 'POST', body: JSON.stringify(definition?.body) });
  await openInApp(visit.page, '/explorer');
  const search = visit.page.getByRole('textbox', { name: 'Search all fields' });
  await search.fill('probe periodSeconds');
  await visit.page.getByRole('list', { name: 'Fields found' }).getByRole('link').first().waitFor();
  await search.fill('size of the widget');
  await link('Widget.spec.size').click();
  await heading('size');
  await visit.page.getByText('Size of the widget.').waitFor();
});

it('tries requests in place', async () => {
  await openInApp(visit.page, '/explorer?resource=configmaps&namespace=sample');
  await visit.page.getByRole('button', { name: 'Send GET' }).click();
  await visit.page.getByText('The server answered 200').waitFor();
  await visit.page.getByText('"name": "greeting"').waitFor();
  await visit.page.getByLabel('Request', { exact: true }).selectOption('Create an object (dry run)');
  await visit.page.getByRole('button', { name: 'Send POST' }).click();
  await visit.page.getByText('The server answered 201').waitFor();
  expect((await askCluster(visit.page, '/api/v1/namespaces/sample/configmaps/example')).httpStatus).toBe(404);
});

it('opens at the field that a label of an object page names', async () => {
  const open = () => openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello');
  await open();
  await link('Strategy').click();
  await heading('strategy');
  await open();
  await link('Resource version').click();
  await heading('resourceVersion');
});

it('opens from the page of an object, and says when there is no such field', async () => {
  await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello');
  await visit.page.getByRole('button', { name: 'More' }).click();
  await visit.page.getByRole('menuitem', { name: 'Explain the fields of Deployment' }).click();
  await heading('Deployment');
  await openInApp(visit.page, '/explorer?resource=deployments.apps&field=spec.nothing');
  await visit.page.getByText('Deployment has no field spec.nothing.').waitFor();
  await openInApp(visit.page, '/explorer?resource=nothings');
  await visit.page.getByText('Unknown resource nothings').waitFor();
});
