import { describe, expect, it } from 'vitest';
import { visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

describe('a view of a user without permissions', () => {
  const visit = visitApp({ hasSample: true });

  it('names the kinds that the timeline cannot record, and links to the reason', async () => {
    await visit.page.goto(`${visit.url}/access?subject=user&user=nobody&verb=list&resource=pods`);
    await visit.page.getByRole('button', { name: 'Impersonate nobody' }).click();
    await visit.page.goto(`${visit.url}/timeline`);
    const main = visit.page.getByRole('main');
    await main.getByRole('heading', { name: 'Access denied for nobody' }).waitFor();
    await main.getByText(/^Changes of these kinds are not recorded: .*ConfigMaps, .*Pods/).waitFor();
    expect(await main.getByText('No events yet').count()).toBe(0);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await main.getByRole('link', { name: 'Why?' }).click();
    await main.getByRole('heading', { name: 'Denied' }).waitFor();
  });

  it('links from a denied watch of the watch lab to the reason', async () => {
    await visit.page.goto(`${visit.url}/watches`);
    const main = visit.page.getByRole('main');
    await main.getByRole('button', { name: 'Start', exact: true }).first().click();
    await main.getByText('Access denied for nobody.').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await main.getByRole('link', { name: 'Why?' }).click();
    await main.getByRole('heading', { name: 'Denied' }).waitFor();
  });
});
