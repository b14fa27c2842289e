import type { Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

describe('a view of a user without permissions', () => {
  const visit = visitApp({ hasSample: true });
  beforeAll(async () => {
    await openInApp(visit.page, '/access?subject=user&user=nobody&verb=list&resource=pods');
    await visit.page.getByRole('button', { name: 'Impersonate nobody' }).click();
  });

  it('names the kinds that the timeline cannot record, and links to the reason', async () => {
    await openInApp(visit.page, '/timeline');
    const main = visit.page.getByRole('main');
    await main.getByRole('heading', { name: 'Access denied for nobody' }).waitFor();
    await main.getByText(/^Changes of these kinds are not recorded: .*ConfigMaps, .*Pods/).waitFor();
    expect(await main.getByText('No events yet').count()).toBe(0);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await main.getByRole('link', { name: 'Why?' }).click();
    await main.getByRole('heading', { name: 'Denied' }).waitFor();
  });

  it('links from a denied watch of the watch lab to the reason', async () => {
    await openInApp(visit.page, '/watches');
    const main = visit.page.getByRole('main');
    await main.getByRole('button', { name: 'Start', exact: true }).first().click();
    await main.getByText('Access denied for nobody.').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await main.getByRole('link', { name: 'Why?' }).click();
    await main.getByRole('heading', { name: 'Denied' }).waitFor();
  });

  it.each([
    ['overview', '/', 11_000],
    ['list of pods', '/objects/core/v1/pods', 4000],
    ['flow control', '/flow-control', 4000],
    ['followed change', '/follow?resource=deployments.apps&in=sample&name=hello', 4000],
  ])('does not repeat the denied reads of the %s', async (_, path, milliseconds) => {
    let checked: string[] = [];
    // The page checks its access before each read, and does not send denied reads.
    const note = (request: Request) => {
      if (!new URL(request.url()).pathname.endsWith('/selfsubjectaccessreviews')) return;
      const { verb, resource } = request.postDataJSON().spec.resourceAttributes;
      checked.push(`${verb} ${resource}`);
    };
    visit.page.on('request', note);
    await visit.page.goto(`${visit.url}${path}`);
    // Ten seconds after the page, only the timeline asks for watches.
    await expect.poll(() => checked).toContain('watch services');
    // The page keeps a decision for two seconds.
    await visit.page.waitForTimeout(3000);
    checked = [];
    await visit.page.waitForTimeout(milliseconds);
    visit.page.off('request', note);
    expect(checked).toEqual([]);
  });
});
