import { it } from 'vitest';
import { openInApp, visitApp } from './browser.ts';

const visit = visitApp({ hasSample: true });

it('the list of admission leads from a plugin to the latest request that it matched', async () => {
  await openInApp(visit.page, '/admission');
  const row = visit.page.getByRole('row', { name: /NamespaceLifecycle/ }).first();
  await row.getByRole('link', { name: 'View request' }).click();
  await visit.page.getByRole('complementary', { name: 'Request' }).waitFor();
});
