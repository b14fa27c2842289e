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

  it('sees on the timeline what happened before it was first opened, and who did it', async () => {
    await ask('/api/v1/namespaces/sample/configmaps/walked', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { step: 'two' } }),
    });
    await ask('/api/v1/namespaces/sample/configmaps/arrived-later', { method: 'DELETE' });
    await visit.page.goto(`${visit.url}/timeline?namespace=sample`);
    await visit.page.getByRole('option', { name: /DELETED ConfigMap sample\/arrived-later .*admin/ }).waitFor();
    await visit.page.getByRole('option', { name: /MODIFIED ConfigMap sample\/walked .*admin/ }).click();
    await visit.page.getByRole('complementary', { name: 'Event' }).getByText('data.step').waitFor();
  });

  it('zooms with the selected event in place, and finds the range again after a reload', async () => {
    const mark = visit.page.locator('.tp-mark-selected');
    const place = async () => Math.round((await mark.boundingBox())?.x ?? Number.NaN);
    const zoomIn = visit.page.getByRole('button', { name: 'Zoom in' });
    await zoomIn.click();
    await visit.page.waitForURL(/range=/); // From now on, the axis stands still.
    const [before, address] = [await place(), visit.page.url()];
    await zoomIn.click();
    await visit.page.waitForURL((url) => url.href !== address);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
    await visit.page.reload();
    await visit.page.getByRole('option', { name: /MODIFIED ConfigMap sample\/walked .*admin/ }).waitFor();
    expect(await visit.page.getByRole('button', { name: 'Custom time range' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('sees the history of an object, and of one that is gone', async () => {
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps/sample/walked?tab=history`);
    const changes = visit.page.getByRole('list', { name: 'Changes, newest first' });
    await changes.getByText('data.step').waitFor();
    await changes.getByText('Created').waitFor();
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps/sample/arrived-later`);
    await visit.page.getByRole('heading', { name: 'ConfigMap “arrived-later” was deleted' }).waitFor();
    await visit.page.getByText('admin deleted it').waitFor();
    await changes.getByRole('link', { name: 'View request' }).first().click();
    await visit.page.getByRole('heading', { name: 'delete configmaps arrived-later' }).waitFor();
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

  it('keeps the timeline and its authors over the death of the worker and a reload', async () => {
    await visit.page.goto(`${visit.url}/timeline?namespace=sample&filter=arrived-later`);
    const deletion = visit.page.getByRole('option', { name: /DELETED ConfigMap sample\/arrived-later .*admin/ });
    await deletion.waitFor();
    await killWorkers(visit.context, visit.page);
    await visit.page.reload();
    await deletion.waitFor();
  });

  it('never saw an error on the console but for the death of the worker', () => {
    expect(visit.problems.filter((problem) => !/Failed to load resource|network error/.test(problem))).toEqual([]);
  });
});
