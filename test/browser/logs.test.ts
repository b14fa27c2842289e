import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

/** Two containers, one of which exits and restarts. */
const POD = {
  metadata: { name: 'talker', annotations: { 'simulation.tabplane.dev/run-duration.ends': '1s' } },
  spec: {
    containers: [
      { name: 'web', image: 'nginx' },
      { name: 'ends', image: 'busybox' },
    ],
  },
};

describe('the logs of a pod', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const log = () => visit.page.getByRole('log', { name: 'Log' });
  const tab = (name: string) => visit.page.getByRole('tab', { name });

  it('are missing while the pod has no node, and appear when it runs', async () => {
    await ask('/api/v1/namespaces/sample/pods', { method: 'POST', body: JSON.stringify(POD) });
    await openInApp(visit.page, '/objects/core/v1/pods/sample/talker?tab=logs');
    await visit.page.getByText('The pod is not assigned to a node').waitFor();
    const node = { metadata: { name: 'one', annotations: { 'simulation.tabplane.dev/node': 'true' } } };
    await ask('/api/v1/nodes', { method: 'POST', body: JSON.stringify(node) });
    await log().getByText('start worker processes').waitFor();
  });

  it('are followed', async () => {
    const count = async () => (await log().textContent())?.split('\n').length ?? 0;
    const before = await count();
    await ask('/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster', {
      method: 'PUT',
      body: JSON.stringify({ spec: { rate: 60 } }),
    });
    await expect.poll(count).toBeGreaterThan(before + 2);
    await ask('/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster', {
      method: 'PUT',
      body: JSON.stringify({ spec: { rate: 1 } }),
    });
  });

  it('are searched, with matches marked', async () => {
    await visit.page.getByRole('textbox', { name: 'Search the log' }).fill('WORKER');
    await expect.poll(() => log().locator('mark').allTextContents()).toEqual(['worker']);
    await visit.page.getByText(/^1 of \d+ lines contain “WORKER”/).waitFor();
  });

  it('keep the settings of the reader while other tabs are open', async () => {
    await visit.page.getByRole('checkbox', { name: 'Wrap lines' }).uncheck();
    await tab('Overview').click();
    await tab('Logs').click();
    await expect.poll(() => log().locator('mark').allTextContents()).toEqual(['worker']);
    expect(await visit.page.getByRole('checkbox', { name: 'Wrap lines' }).isChecked()).toBe(false);
    await visit.page.getByRole('textbox', { name: 'Search the log' }).fill('');
  });

  it('are downloaded as a file', async () => {
    const download = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Download log' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('talker-web.log');
    expect(readFileSync(await file.path(), 'utf8')).toContain('start worker processes');
  });

  it('are copied, and the number of their lines is shown', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.page.getByRole('button', { name: 'Copy log' }).click();
    const copied = (await visit.page.getByText(/Copied \d+ lines?$/).textContent()) ?? '';
    const text = await visit.page.evaluate(() => navigator.clipboard.readText());
    expect(text).toContain('start worker processes');
    expect(text.trimEnd().split('\n')).toHaveLength(Number(/\d+/.exec(copied)?.[0]));
  });

  it('are those of the selected container or its previous run', async () => {
    await visit.page.getByRole('combobox', { name: 'Container' }).selectOption('ends');
    const previous = visit.page.getByRole('checkbox', { name: 'Previous run' });
    await expect.poll(() => previous.isEnabled()).toBe(true);
    await previous.check();
    await visit.page.getByText('end of log').waitFor();
    expect(await visit.page.getByRole('checkbox', { name: 'Follow' }).isDisabled()).toBe(true);
  });

  it('explain why they are empty', async () => {
    const pod = {
      metadata: { name: 'missing', annotations: { 'simulation.tabplane.dev/fault': 'image-not-found' } },
      spec: { containers: [{ name: 'main', image: 'nowhere/nothing' }] },
    };
    await ask('/api/v1/namespaces/sample/pods', { method: 'POST', body: JSON.stringify(pod) });
    await openInApp(visit.page, '/objects/core/v1/pods/sample/missing?tab=logs');
    await visit.page.getByText(/container "main" in pod "missing" is waiting to start/).waitFor();
    // Browsers log every error response.
    expect(visit.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });
});
