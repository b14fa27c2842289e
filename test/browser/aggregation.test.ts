import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

const GROUP = '/apis/almanac.example.com';
const PHASES = `${GROUP}/v1/moonphases`;

/** The steps run on one page and in this order. */
describe('the example of an aggregated API', () => {
  const visit = visitApp({ hasSample: false });
  const click = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();
  /** Returns a response as text, because an unavailable API does not answer with JSON. */
  const answerOf = (path: string) =>
    visit.page.evaluate(async (url) => {
      const response = await fetch(url, { headers: { Authorization: 'Bearer tabplane-admin' } });
      return { status: response.status, text: await response.text() };
    }, path);

  it('is installed with one click', async () => {
    await openInApp(visit.page, '/aggregation');
    await click('Install example');
    await visit.page.getByRole('grid').getByText('all checks passed').waitFor();
  });

  it('serves its objects through the API', async () => {
    const { kind, items } = await askCluster(visit.page, PHASES);
    expect(kind).toBe('MoonPhaseList');
    expect(items).toHaveLength(8);
    const { groups } = await askCluster(visit.page, '/apis');
    expect(groups).toContainEqual(expect.objectContaining({ name: 'almanac.example.com' }));
  });

  it('shows its objects in the object browser', async () => {
    await visit.page.getByRole('link', { name: 'moon phases' }).click();
    await visit.page.getByRole('gridcell', { name: 'Full moon' }).first().waitFor();
    await visit.page
      .getByRole('link', { name: /^full-moon-/ })
      .first()
      .click();
    await visit.page.getByRole('heading', { level: 1, name: /^full-moon-/ }).waitFor();
  });

  it('answers 503 once it is broken, while all other groups are served', async () => {
    await openInApp(visit.page, '/aggregation');
    await click('Break example');
    await visit.page.getByRole('grid').getByText('is not present').waitFor();
    await visit.page.getByText('every request to the group returns 503').waitFor();
    expect(await answerOf(PHASES)).toEqual({ status: 503, text: 'service unavailable\n' });
    expect((await answerOf(GROUP)).status).toBe(200);
    expect((await answerOf('/apis/apps/v1/deployments')).status).toBe(200);
    await openInApp(visit.page, '/objects/core/v1/configmaps?namespace=almanac');
    await visit.page.getByRole('link', { name: 'almanac-code' }).waitFor();
  });

  it('is repaired and removed', async () => {
    await openInApp(visit.page, '/aggregation');
    await click('Repair example');
    await visit.page.getByRole('grid').getByText('all checks passed').waitFor();
    expect((await answerOf(PHASES)).status).toBe(200);
    await click('Remove example');
    await visit.page.getByRole('button', { name: 'Install example' }).waitFor();
    expect((await answerOf(PHASES)).status).toBe(404);
  });
});
