import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const CONFIG_MAPS = '/api/v1/namespaces/sample/configmaps';
const LIST = '/objects/core/v1/configmaps?namespace=sample';

/** A config map is created, changed and deleted. The tests run on one page and in this order. */
describe('time travel', () => {
  const visit = visitApp({ hasSample: true });
  const banner = () => visit.page.getByRole('region', { name: 'Time travel' });
  const slider = () => visit.page.getByRole('slider', { name: 'Moment' });
  const revisionOf = (object: object): string =>
    (object as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
  const change = async (method: string, path: string, data?: object) =>
    revisionOf(
      await askCluster(visit.page, path, {
        method,
        ...(data ? { body: JSON.stringify({ metadata: { name: 'letter' }, data }) } : {}),
      }),
    );
  let created = '';

  it('shows a list as it was, marked and without the objects that came later, also after a reload', async () => {
    created = await change('POST', CONFIG_MAPS, { text: 'first' });
    await change('PUT', `${CONFIG_MAPS}/letter`, { text: 'second' });
    await askCluster(visit.page, `${CONFIG_MAPS}/letter`, { method: 'DELETE' });
    await openInApp(visit.page, `${LIST}&at=${created}`);
    await banner().getByText('Read-only.').waitFor();
    await visit.page.getByRole('link', { name: 'letter' }).waitFor();
    await visit.page.reload();
    await visit.page.getByRole('link', { name: 'letter' }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('shows the page of an object as it was, and keeps the moment while navigating', async () => {
    await visit.page.getByRole('link', { name: 'letter' }).click();
    await visit.page.getByText('first', { exact: true }).first().waitFor();
    expect(new URL(visit.page.url()).searchParams.get('at')).toBe(created);
  });

  it('steps by one change with the arrow keys', async () => {
    await slider().focus();
    // Controllers may have written in between.
    const press = (key: string) => async () => {
      await visit.page.keyboard.press(key);
      return slider().getAttribute('aria-valuetext');
    };
    await expect.poll(press('ArrowRight')).toContain('sample/letter was changed');
    await visit.page.getByText('second', { exact: true }).first().waitFor();
    await expect.poll(press('ArrowLeft')).toContain('sample/letter was created');
    await visit.page.getByText('first', { exact: true }).first().waitFor();
  });

  it('shows the graph of relations as it was', async () => {
    await openInApp(visit.page, `/objects/core/v1/configmaps/sample/letter?tab=graph&at=${created}`);
    await visit.page.getByRole('group', { name: 'Graph of relations' }).getByText('letter').first().waitFor();
  });

  it('refuses writes with a way back to now', async () => {
    await openInApp(visit.page, `${LIST}&at=${created}`);
    await visit.page.getByRole('button', { name: 'Actions for letter' }).click();
    await visit.page.getByRole('menuitem', { name: 'Delete…', exact: true }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await visit.page.getByText('You are looking at the past, which cannot be changed.').first().waitFor();
    await openInApp(visit.page, `${LIST}&at=${created}`);
    await banner().getByRole('button', { name: 'Return to now' }).click();
    await visit.page.getByRole('link', { name: 'greeting' }).waitFor();
    await expect.poll(() => visit.page.getByRole('link', { name: 'letter' }).count()).toBe(0);
    expect(await banner().count()).toBe(0);
  });

  it('compares a moment with now, and restores an object after a preview', async () => {
    await openInApp(visit.page, `/time-travel?namespace=sample&from=${created}`);
    await visit.page.getByText('ConfigMap sample/letter').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.getByRole('button', { name: 'Select none' }).click();
    await visit.page.getByRole('checkbox', { name: 'Restore ConfigMap sample/letter' }).check();
    await visit.page.getByRole('button', { name: 'Restore 1 object…' }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Restore from this moment' });
    await dialog.getByText('1 object is created.').waitFor();
    await dialog.getByRole('button', { name: 'Restore', exact: true }).click();
    await dialog.getByText('Restored: 1 object is created.').waitFor();
    expect(await askCluster(visit.page, `${CONFIG_MAPS}/letter`)).toMatchObject({ data: { text: 'first' } });
  });

  it('has its controls within a small window', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await openInApp(visit.page, `${LIST}&at=${created}`);
    await visit.page.getByRole('link', { name: 'letter' }).waitFor();
    for (const control of [slider(), banner().getByRole('button', { name: 'Return to now' })]) {
      const box = await control.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 9999)).toBeLessThanOrEqual(800);
    }
    await visit.page.setViewportSize({ width: 1440, height: 900 });
    await openInApp(visit.page, `/time-travel?from=${created}&at=${created}`);
    await visit.page.getByText('ConfigMap sample/letter').waitFor();
  });
});
