import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const NOTE = `${CONFIG_MAPS}/note`;
const CLOCK = '/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster';
const MERGE = { method: 'PATCH', type: 'application/merge-patch+json' };

/** A config map with three revisions, in a cluster whose clock was moved. The tests run on one page and in this order. */
describe('the revisions of an object', () => {
  const visit = visitApp({ hasSample: false, hasNodes: false });
  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const open = (path: string) => openInApp(visit.page, path);
  const write = (text: string) => ask(NOTE, { ...MERGE, body: JSON.stringify({ data: { text } }) });
  const entries = () => visit.page.getByRole('list', { name: 'Changes, newest first' }).locator('> li');
  const restoring = () => visit.page.getByRole('dialog', { name: /^Restore note as of revision/ });
  const details = () => visit.page.getByRole('complementary', { name: 'Event' });
  const select = async (text: RegExp) => {
    await visit.page.getByRole('option', { name: text }).first().click();
    await details().waitFor();
  };
  const textOfNote = async () => ((await ask(NOTE)).data as { text: string }).text;

  beforeAll(async () => {
    await visit.page.getByText('Connected').first().waitFor();
    const body = JSON.stringify({ metadata: { name: 'note' }, data: { text: 'first', color: 'blue' } });
    await ask(CONFIG_MAPS, { method: 'POST', body });
    await write('second');
    await write('third');
  });

  it('are compared in the history, any two of them', async () => {
    await open('/objects/core/v1/configmaps/default/note?tab=history');
    await entries()
      .nth(2)
      .getByRole('button', { name: /^Compare revision/ })
      .click();
    const dialog = visit.page.getByRole('dialog', { name: 'Compare revisions of note' });
    await expect.poll(() => dialog.locator('.tp-change').textContent()).toMatch(/data\.text\s*first\s*third/);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await dialog.getByLabel('To').selectOption({ index: 1 });
    await expect.poll(() => dialog.locator('.tp-change').textContent()).toMatch(/data\.text\s*first\s*second/);
    await visit.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('are restored from the history after a preview, which is a dry run', async () => {
    await entries()
      .nth(2)
      .getByRole('button', { name: /^Restore revision/ })
      .click();
    await restoring().getByText('Dry run: the server accepts this write').waitFor();
    await expect.poll(() => restoring().locator('.tp-change').textContent()).toMatch(/data\.text\s*third\s*first/);
    expect(await seriousViolations(visit.page)).toEqual([]);
    expect(await textOfNote()).toBe('third');
    await restoring().getByRole('button', { name: 'Restore', exact: true }).click();
    await restoring().getByText('Restored: 1 object is updated.').waitFor();
    await restoring().getByRole('button', { name: 'Close' }).last().click();
    expect(await textOfNote()).toBe('first');
    await expect.poll(() => entries().count()).toBe(4);
  });

  it('are not restored where the server refuses it, with its message', async () => {
    await ask(NOTE, { ...MERGE, body: JSON.stringify({ immutable: true }) });
    await expect.poll(() => entries().count()).toBe(5);
    await entries()
      .nth(2)
      .getByRole('button', { name: /^Restore revision/ })
      .click();
    await restoring().getByText('The server refuses this write').waitFor();
    await restoring()
      .getByText(/field is immutable/)
      .waitFor();
    await restoring().getByRole('button', { name: 'Cancel' }).click();
    expect(await textOfNote()).toBe('first');
  });

  it('include those of a deleted object, which the timeline restores', async () => {
    await ask(NOTE, { method: 'DELETE' });
    await open('/timeline?kinds=configmaps&namespace=default&filter=note');
    await select(/DELETED ConfigMap default\/note/);
    await details()
      .getByRole('button', { name: /^Compare revision/ })
      .click();
    await visit.page
      .getByRole('dialog', { name: 'Compare revisions of note' })
      .getByText('immutable')
      .first()
      .waitFor();
    await visit.page.keyboard.press('Escape');
    await details()
      .getByRole('button', { name: /^Restore revision/ })
      .click();
    await restoring().getByText('1 object is created.').waitFor();
    await restoring().getByText('Dry run: the server accepts this write').waitFor();
    await restoring().getByRole('button', { name: 'Restore', exact: true }).click();
    await restoring().getByText('Restored: 1 object is created.').waitFor();
    await restoring().getByRole('button', { name: 'Close' }).last().click();
    expect(await textOfNote()).toBe('first');
  });

  it('lead to the requests that wrote them, the deletion included', async () => {
    for (const [entry, heading] of [
      [/DELETED ConfigMap default\/note/, 'delete configmaps note'],
      [/MODIFIED ConfigMap default\/note/, /^(patch|update) configmaps note$/],
    ] as const) {
      await open('/timeline?kinds=configmaps&namespace=default&filter=note');
      await select(entry);
      await details().getByRole('link', { name: 'View request' }).first().click();
      await visit.page.getByRole('heading', { name: heading }).waitFor();
    }
  });

  it('are in the lanes and within the range after the clock was moved by an hour', async () => {
    await open('/controllers');
    await visit.page.getByRole('button', { name: '1 hour', exact: true }).click();
    const time = async () => Date.parse(((await ask(CLOCK)).status as { time: string }).time);
    await expect.poll(async () => (await time()) - Date.now(), { timeout: 60_000 }).toBeGreaterThan(3_500_000);
    await ask(CONFIG_MAPS, { method: 'POST', body: JSON.stringify({ metadata: { name: 'note-of-later' } }) });
    await open('/timeline?kinds=configmaps&namespace=default&filter=note&range=5m');
    await visit.page.getByRole('option', { name: /ADDED ConfigMap default\/note-of-later/ }).waitFor();
    expect(await visit.page.getByRole('option', { name: /DELETED ConfigMap default\/note/ }).count()).toBe(0);
    const lanes = visit.page.locator('.tp-lanes-all .tp-lane-name');
    await expect.poll(() => lanes.allInnerTexts()).toEqual([expect.stringContaining('note-of-later')]);
    await ask(`${CONFIG_MAPS}/note-of-later`, { method: 'DELETE' });
    await visit.page.getByRole('option', { name: /DELETED ConfigMap default\/note-of-later/ }).waitFor();
    await open('/timeline?kinds=configmaps&namespace=default&filter=note&range=all&types=DELETED');
    await expect.poll(() => visit.page.getByRole('option').count()).toBe(2);
  });

  it('log nothing on the console', () =>
    // The browser reports the write that the server refuses.
    expect(visit.problems.filter((problem) => !/ 422 /.test(problem))).toEqual([]));
});
