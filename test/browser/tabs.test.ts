import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, askSuccessor, collectProblems, killWorkers, visitApp, writeInEditor } from './browser.ts';

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps';
const LIST = '/objects/core/v1/configmaps?namespace=default';

const shows = (page: Page, name: string) => page.getByRole('button', { name: `Cluster: ${name}, ` }).waitFor();
const row = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
const clusterIn = (page: Page): string | null => new URL(page.url()).searchParams.get('cluster');

/** Creates a ConfigMap as a script in the page's console would, without naming a cluster. */
async function add(page: Page, name: string): Promise<void> {
  const body = JSON.stringify({ metadata: { name } });
  expect((await askCluster(page, CONFIG_MAPS, { method: 'POST', body })).httpStatus).toBe(201);
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /^Cluster: / }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

const confirm = (page: Page, button: string) => page.getByRole('dialog').getByRole('button', { name: button }).click();

describe('two tabs with two clusters', () => {
  const visit = visitApp({ hasSample: false });
  let red: Page;
  let blue: Page;
  let problems: readonly string[];
  beforeAll(async () => {
    red = visit.page;
    await choose(red, 'New cluster…');
    await red.getByRole('textbox', { name: 'Name' }).fill('Red');
    await confirm(red, 'Create cluster');
    await shows(red, 'Red');
    blue = await visit.context.newPage();
    problems = collectProblems(blue);
    await blue.goto(visit.url);
    await shows(blue, 'Red');
    await choose(blue, 'New cluster…');
    await blue.getByRole('textbox', { name: 'Name' }).fill('Blue');
    await confirm(blue, 'Create cluster');
    await shows(blue, 'Blue');
  });

  /** Expects the list of each tab to show only its own objects, once it has its last one. */
  async function expectOwnObjects(number: number): Promise<void> {
    await Promise.all([add(red, `red-${number}`), add(blue, `blue-${number}`)]);
    await Promise.all([row(red, `red-${number}`).waitFor(), row(blue, `blue-${number}`).waitFor()]);
    expect([await red.getByText(/^blue-/).count(), await blue.getByText(/^red-/).count()]).toEqual([0, 0]);
  }

  it('each list and watch their own cluster, which also answers requests from their pages', async () => {
    await shows(red, 'Red');
    await Promise.all([red.goto(visit.url + LIST), blue.goto(visit.url + LIST)]);
    await Promise.all([shows(red, 'Red'), shows(blue, 'Blue')]);
    await expectOwnObjects(1);
    await expectOwnObjects(2);
  });

  it('keep their clusters when the worker is killed', async () => {
    for (const number of [3, 4, 5]) {
      await killWorkers(visit.context, red);
      // The first request after the kill names no cluster.
      expect((await askSuccessor(red, `${CONFIG_MAPS}/red-1`)).httpStatus).toBe(200);
      expect((await askCluster(blue, `${CONFIG_MAPS}/red-1`)).httpStatus).toBe(404);
      await expectOwnObjects(number);
    }
  });

  it('keep their clusters across a reload, even after the worker is killed', async () => {
    await killWorkers(visit.context, red);
    await Promise.all([red.reload(), blue.reload()]);
    await Promise.all([row(red, 'red-5').waitFor(), row(blue, 'blue-5').waitFor()]);
    await expectOwnObjects(6);
  });

  it('name their clusters in their addresses, which open the same cluster in a new tab', async () => {
    expect([clusterIn(red), clusterIn(blue)]).toEqual(['Red', 'Blue']);
    const linked = await visit.context.newPage();
    await linked.goto(red.url());
    await row(linked, 'red-1').waitFor();
    await linked.goto(visit.url);
    await shows(linked, 'Red');
    const [opened] = await Promise.all([
      visit.context.waitForEvent('page'),
      linked.getByRole('link', { name: 'Timeline' }).click({ modifiers: ['Control'] }),
    ]);
    await shows(opened, 'Red');
    await opened.close();
    await linked.close();
    const fresh = await visit.context.newPage();
    await fresh.goto(visit.url);
    await shows(fresh, 'Blue');
    await fresh.goto(`${visit.url}/?cluster=Green`);
    await fresh.getByText('This browser has no cluster “Green”').waitFor();
    await shows(fresh, 'Blue');
    await fresh.close();
  });

  it('show a new name, also in the address', async () => {
    await choose(blue, 'Rename…');
    await blue.getByRole('textbox', { name: 'Name' }).fill('Navy');
    await confirm(blue, 'Rename');
    await expect.poll(() => clusterIn(blue)).toBe('Navy');
    expect(clusterIn(red)).toBe('Red');
    await expectOwnObjects(7);
  });

  it('lose no data when one of them opens another cluster', async () => {
    await choose(blue, 'Default');
    await shows(blue, 'Default');
    expect(clusterIn(blue)).toBe('Default');
    await add(red, 'red-8');
    await row(red, 'red-8').waitFor();
    await choose(blue, 'Navy');
    await shows(blue, 'Navy');
    await blue.goto(visit.url + LIST);
    await expectOwnObjects(9);
  });

  it('report that the other tab has deleted the cluster, even during an export', async () => {
    await blue.goto(`${visit.url}/export`);
    await blue.getByRole('button', { name: /^Save \d+ objects as YAML/ }).waitFor();
    await red.goto(`${visit.url}/?cluster=Navy`);
    await shows(red, 'Navy');
    await choose(red, 'Delete…');
    await confirm(red, 'Delete cluster');
    await shows(red, 'Default');
    const notice = blue.getByRole('dialog', { name: 'Another tab deleted “Navy”' });
    await notice.getByText('The cluster and its objects no longer exist.').waitFor();
    expect((await askCluster(blue, CONFIG_MAPS)).message).toContain('deleted or reset in another tab');
    await notice.getByRole('button', { name: 'Open “Default”' }).click();
    await shows(blue, 'Default');
    expect((await askCluster(blue, CONFIG_MAPS)).httpStatus).toBe(200);
  });

  it('reload when the other tab has reset the cluster, but ask first when they have unsaved YAML', async () => {
    await Promise.all([red.goto(visit.url), blue.goto(visit.url + LIST)]);
    await choose(red, 'Reset…');
    await confirm(red, 'Reset cluster');
    await blue.waitForURL((url) => url.pathname === '/');
    await blue.goto(`${visit.url}/create/core/v1/configmaps?namespace=default`);
    await writeInEditor(blue, 'YAML', 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: draft }\n');
    await red.getByRole('button', { name: 'Cluster: Default, ' }).waitFor();
    await choose(red, 'Reset…');
    await confirm(red, 'Reset cluster');
    const notice = blue.getByRole('dialog', { name: 'Another tab reset “Default”' });
    await notice.getByText('This tab has unsaved YAML for “Default”, which is then lost.').waitFor();
    await notice.getByRole('button', { name: 'Discard drafts and reload' }).click();
    await blue.waitForURL((url) => url.pathname === '/');
    await shows(blue, 'Default');
  });

  it('log no errors except for killed workers and requests for deleted objects', () => {
    const expected = /status of (404|409|503)|network error|Failed to fetch|ERR_FAILED/;
    expect([...visit.problems, ...problems].filter((problem) => !expected.test(problem))).toEqual([]);
  });
});
