import { describe, expect, it } from 'vitest';
import { askCluster, createSample, killWorkers, visitApp, writeInEditor } from './browser.ts';

const POD = `apiVersion: v1
kind: ConfigMap
metadata:
  name: walked
  namespace: sample
  labels:
    made: by-hand
data:
  step: one
`;

/** What a visitor does on the first day, in one page and in this order. */
describe('a visitor', () => {
  const visit = visitApp({ hasSample: false });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);

  it('opens the app and finds a working cluster without a reload', async () => {
    await visit.page.getByText('Connected').first().waitFor();
    expect(await visit.page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  it('creates the sample with one click', () => createSample(visit.page));

  it('creates an object from YAML', async () => {
    await visit.page.goto(`${visit.url}/create/core/v1/configmaps?namespace=sample`);
    await writeInEditor(visit.page, 'YAML', POD);
    await visit.page
      .getByRole('button', { name: /^create/i })
      .last()
      .click();
    await expect
      .poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).kind, { timeout: 10_000 })
      .toBe('ConfigMap');
  });

  it('sees it in the table, and a change as it happens', async () => {
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=sample`);
    await visit.page.getByRole('link', { name: 'walked' }).waitFor();
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'arrived-later' } }),
    });
    await visit.page.getByRole('link', { name: 'arrived-later' }).waitFor();
  });

  it('sees what happens on the timeline', async () => {
    await visit.page.goto(`${visit.url}/timeline`);
    await visit.page.getByRole('heading', { name: /timeline/i }).waitFor();
    await visit.page.waitForTimeout(2000); // Until its watches are open: it tells what happens from then on.
    await ask('/api/v1/namespaces/sample/configmaps/walked', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { step: 'two' } }),
    });
    await visit.page.getByText('walked').first().waitFor();
  });

  it('edits it in the editor', async () => {
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps/sample/walked?tab=yaml`);
    await writeInEditor(visit.page, 'YAML', POD.replace('step: one', 'step: three'));
    await visit.page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).data, { timeout: 10_000 })
      .toEqual({ step: 'three' });
  });

  it('asks the RBAC checker, which names what grants the right', async () => {
    await visit.page.goto(`${visit.url}/access`);
    await visit.page
      .getByText(/allowed/i)
      .first()
      .waitFor();
  });

  it('reloads, and everything is still there', async () => {
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?namespace=sample`);
    await visit.page.reload();
    await visit.page.getByRole('link', { name: 'walked' }).waitFor();
  });

  it('keeps seeing changes after the worker has been killed', async () => {
    await killWorkers(visit.context, visit.page);
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'after-the-death' } }),
    });
    await visit.page.getByRole('link', { name: 'after-the-death' }).waitFor();
    expect(await visit.page.getByRole('link', { name: 'after-the-death' }).count()).toBe(1);
  });

  it('never saw an error on the console but for the death of the worker', () => {
    expect(visit.problems.filter((problem) => !/Failed to load resource|network error/.test(problem))).toEqual([]);
  });
});
