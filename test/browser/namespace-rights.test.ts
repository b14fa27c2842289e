import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, killWorkers, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const GROUP = 'rbac.authorization.cluster.io';
const PODS = '/objects/core/v1/pods';

describe('a user with a role in one namespace', () => {
  const visit = visitApp({ hasSample: true });
  const main = () => visit.page.getByRole('main');
  const open = (path: string) => openInApp(visit.page, path);
  const create = async (path: string, body: object) =>
    expect((await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) })).httpStatus).toBe(201);
  const names = () => main().locator('td[data-label="Name"]').allInnerTexts();
  /** Counts the requests of lists and watches whose path ends in a text, for ten seconds. */
  const countRequests = async (ending: string, act: () => Promise<unknown>): Promise<number> => {
    let count = 0;
    const onRequest = (request: { url(): string }) => {
      if (new URL(request.url()).pathname.endsWith(ending)) count += 1;
    };
    visit.page.on('request', onRequest);
    await act();
    await visit.page.waitForTimeout(10_000);
    visit.page.off('request', onRequest);
    return count;
  };

  beforeAll(async () => {
    const everything = [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }];
    await create('/api/v1/namespaces', { metadata: { name: 'other' } });
    await create('/api/v1/namespaces/other/configmaps', { metadata: { name: 'lent' } });
    for (const namespace of ['sample', 'other']) {
      const path = `/apis/${GROUP}/v1/namespaces/${namespace}`;
      await create(`${path}/roles`, { metadata: { name: 'everything' }, rules: everything });
      await create(`${path}/rolebindings`, {
        metadata: { name: 'dora' },
        roleRef: { apiGroup: GROUP, kind: 'Role', name: 'everything' },
        subjects: [{ apiGroup: GROUP, kind: 'User', name: 'dora' }],
      });
    }
    await open('/access?subject=user&user=dora');
    await visit.page.getByRole('button', { name: 'Impersonate dora' }).click();
    await visit.page.getByRole('button', { name: 'Stop impersonating' }).first().waitFor();
  });

  it('reads in a denied list of all namespaces how to list one, and types its name in the selector', async () => {
    await open(PODS);
    await main().getByRole('heading', { name: 'Access denied for dora' }).waitFor();
    await main().getByText('To list the Pods of one namespace, select it at the top of the page').waitFor();
    await visit.page.getByRole('button', { name: /^Namespace: / }).click();
    await visit.page.getByRole('textbox', { name: 'Filter namespaces' }).fill('sample');
    await visit.page.keyboard.press('Enter');
    await expect.poll(async () => (await names()).length).toBe(3);
  });

  it('sees the history of an object of the namespace, and its timeline', async () => {
    await open('/objects/core/v1/configmaps/sample/greeting?tab=history');
    await main().getByRole('list', { name: 'Changes, newest first' }).getByRole('listitem').first().waitFor();
    expect(await main().getByText('Access denied').count()).toBe(0);
    await open('/timeline?namespace=sample&filter=greeting&range=all');
    await main()
      .getByText(/^[1-9]\d* of \d+ events$/)
      .waitFor({ timeout: 20_000 });
  });

  it('exports the objects of the namespace', async () => {
    await open('/export');
    await main().getByText('To export the objects of one namespace, select it').waitFor();
    await open('/export?namespace=sample');
    await main()
      .getByRole('checkbox', { name: /^ConfigMaps? / })
      .waitFor();
    expect(await main().getByText('To export the objects of one namespace').count()).toBe(0);
  });

  it('reaches the Only button of a namespace by arrow keys', async () => {
    await open(`${PODS}?namespace=sample,other`);
    await visit.page.getByRole('button', { name: 'Namespace: sample, other' }).click();
    await visit.page.getByRole('checkbox', { name: 'other' }).focus();
    await visit.page.keyboard.press('ArrowRight');
    const only = (name: string) => visit.page.getByRole('button', { name: `Only ${name}`, exact: true });
    const isFocused = (name: string) => only(name).evaluate((element) => element === document.activeElement);
    await expect.poll(() => isFocused('other')).toBe(true);
    await visit.page.keyboard.press('ArrowLeft');
    await visit.page.keyboard.press('ArrowDown');
    await visit.page.keyboard.press('ArrowRight');
    await expect.poll(() => isFocused('sample')).toBe(true);
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('button', { name: 'Namespace: sample', exact: true }).waitFor();
  });

  it('sends no list that the user may not read', async () => {
    const sent = await countRequests('/api/v1/pods', async () => {
      await visit.page.goto(`${visit.url}${PODS}`);
      await main().getByRole('heading', { name: 'Access denied for dora' }).waitFor();
    });
    expect(sent).toBe(0);
  });

  it('sends no list with an invalid label selector', async () => {
    const sent = await countRequests('/namespaces/sample/pods', async () => {
      await open(`${PODS}?namespace=sample`);
      await expect.poll(async () => (await names()).length).toBe(3);
    });
    const withInvalid = await countRequests('/namespaces/sample/pods', () =>
      main().getByRole('textbox', { name: 'Label selector' }).fill('app in ('),
    );
    expect(sent).toBeGreaterThan(0);
    expect(withInvalid).toBe(0);
  });

  it('loses the rows of a namespace whose role is deleted when the watch ends, and reads why', async () => {
    await open('/objects/core/v1/configmaps?namespace=sample,other');
    await expect.poll(names).toContain('lent');
    await askCluster(visit.page, `/apis/${GROUP}/v1/namespaces/other/rolebindings/dora`, { method: 'DELETE' });
    await visit.page.waitForTimeout(2500);
    await killWorkers(visit.context, visit.page);
    await main().getByText('The list lacks objects or changes of namespace other').waitFor();
    await expect.poll(names).not.toContain('lent');
    expect(await names()).toContain('greeting');
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('fits and enlarges the graph of relations in a small window', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await open('/objects/apps/v1/deployments/sample/hello?tab=graph');
    const scroller = visit.page.locator('.tp-graph-scroller');
    const beside = () => scroller.evaluate((element) => element.scrollWidth - element.clientWidth);
    await visit.page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(beside).toBeGreaterThan(0);
    await visit.page.getByRole('button', { name: 'Fit to width' }).click();
    await expect.poll(beside).toBe(0);
    expect(await scroller.evaluate((element) => element.clientHeight)).toBeLessThan(600);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });
});
