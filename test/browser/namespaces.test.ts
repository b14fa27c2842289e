import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const PODS = 'core/v1/pods';

describe('several namespaces at once', () => {
  const visit = visitApp({ hasSample: false });
  const open = (path: string) => openInApp(visit.page, `/objects/${path}`);
  const names = () => visit.page.locator('td[data-label="Name"]').allInnerTexts();
  const selector = () => visit.page.getByRole('button', { name: /^Namespace: / });
  const listed = () => expect.poll(async () => (await names()).toSorted());
  const create = (path: string, body: object) =>
    askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) });
  const createPod = (namespace: string, name: string, app = name) =>
    create(`/api/v1/namespaces/${namespace}/pods`, {
      metadata: { name, labels: { app } },
      spec: { nodeSelector: { disk: 'none' }, containers: [{ name: 'a', image: 'nginx' }] },
    });
  const impersonate = async (name: string) => {
    await openInApp(visit.page, `/access?subject=user&user=${name}`);
    await visit.page.getByRole('button', { name: `Impersonate ${name}` }).click();
    await visit.page.getByRole('button', { name: 'Stop impersonating' }).first().waitFor();
  };

  beforeAll(async () => {
    await visit.page.getByText('Connected').first().waitFor();
    for (const namespace of ['shop', 'web', 'closed'])
      await create('/api/v1/namespaces', { metadata: { name: namespace } });
    const pods = ['shop/cart', 'shop/till', 'web/front', 'closed/safe'].map((pod) => pod.split('/'));
    for (const [namespace = '', name = ''] of pods) await createPod(namespace, name, name === 'till' ? 'cart' : name);
    const group = 'rbac.authorization.cluster.io';
    for (const namespace of ['shop', 'web'])
      await create(`/apis/${group}/v1/namespaces/${namespace}/rolebindings`, {
        metadata: { name: 'viewers' },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
        subjects: [{ apiGroup: group, kind: 'User', name: 'alice' }],
      });
  });

  it('are chosen by check boxes, are in the address, and give a list one column and one order', async () => {
    await open(`${PODS}?namespace=shop`);
    await listed().toEqual(['cart', 'till']);
    expect(await visit.page.getByRole('columnheader', { name: 'Namespace' }).count()).toBe(0);
    await selector().click();
    await visit.page.getByRole('checkbox', { name: 'web' }).check();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.keyboard.press('Escape');
    await listed().toEqual(['cart', 'front', 'till']);
    expect(new URL(visit.page.url()).searchParams.get('namespace')).toBe('shop,web');
    expect(await selector().getAttribute('aria-label')).toBe('Namespace: shop, web');
    await visit.page.getByRole('columnheader', { name: 'Namespace' }).getByRole('button').click();
    await visit.page.getByRole('columnheader', { name: 'Namespace' }).getByRole('button').click();
    await expect.poll(names).toEqual(['front', 'cart', 'till']);
  });

  it('need no scrollbar and no wider masthead in a small window', async () => {
    await visit.page.setViewportSize({ width: 640, height: 600 });
    const scroller = visit.page.locator('.tp-table-scroller');
    await expect.poll(() => scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await visit.page.evaluate(() => document.documentElement.scrollWidth)).toBe(640);
    const user = await visit.page.getByRole('button', { name: /^User: / }).boundingBox();
    expect((user?.x ?? 0) + (user?.width ?? 0)).toBeGreaterThan(560);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('survive a reload, with one list and one watch each', async () => {
    const paths: string[] = [];
    visit.page.on('request', (request) => paths.push(new URL(request.url()).pathname));
    await visit.page.reload();
    await listed().toEqual(['cart', 'front', 'till']);
    const ofPods = paths.filter((path) => /^\/api\/v1\/namespaces\/\w+\/pods$/.test(path));
    expect(new Set(ofPods)).toEqual(new Set(['/api/v1/namespaces/shop/pods', '/api/v1/namespaces/web/pods']));
  });

  it('are followed live, filtered, counted and selected together', async () => {
    await createPod('web', 'back');
    await listed().toEqual(['back', 'cart', 'front', 'till']);
    await visit.page.getByRole('textbox', { name: 'Label selector' }).fill('app=cart');
    await listed().toEqual(['cart', 'till']);
    await visit.page.getByRole('textbox', { name: 'Label selector' }).fill('');
    await visit.page.getByRole('textbox', { name: 'Filter by any text' }).fill('web');
    await listed().toEqual(['back', 'front']);
    await visit.page.getByText('2 of 4').waitFor();
    await visit.page.getByRole('textbox', { name: 'Filter by any text' }).fill('');
    await visit.page.getByRole('checkbox', { name: 'Select back' }).check();
    await visit.page.getByRole('checkbox', { name: 'Select cart' }).check();
    await visit.page.getByRole('button', { name: 'Delete 2' }).click();
    await visit.page
      .getByRole('dialog')
      .getByRole('button', { name: /^Delete/ })
      .click();
    await listed().toEqual(['front', 'till']);
  });

  it('are one again by keyboard: a typed name and Enter', async () => {
    await selector().focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('textbox', { name: 'Filter namespaces' }).fill('web');
    await visit.page.keyboard.press('Enter');
    await listed().toEqual(['front']);
    expect(new URL(visit.page.url()).searchParams.get('namespace')).toBe('web');
  });

  it('are opened by the palette', async () => {
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill(':po -n shop,web');
    await visit.page.getByRole('option', { name: /Pods.*in shop, web/ }).waitFor();
    await visit.page.keyboard.press('Enter');
    await listed().toEqual(['front', 'till']);
  });

  it('give a new object the first of them', async () => {
    await visit.page.getByRole('button', { name: 'Create Pod' }).click();
    await visit.page.locator('.view-line', { hasText: 'namespace: shop' }).waitFor();
  });

  it('are one for the terminal and for questions about access: the first', async () => {
    await openInApp(visit.page, '/access?namespace=web,shop');
    await expect.poll(() => visit.page.getByLabel('Namespace', { exact: true }).inputValue()).toBe('web');
    await visit.page.getByText('kubectl auth can-i get pods -n web').first().waitFor();
  });

  it('add up in the numbers of the overview', async () => {
    await openInApp(visit.page, '/?namespace=shop,web');
    await visit.page.getByRole('heading', { name: 'Namespaces shop, web' }).waitFor();
    const card = visit.page.locator('.tp-count-card', { has: visit.page.getByRole('link', { name: 'Pods' }) });
    await expect.poll(() => card.locator('.tp-count').textContent()).toBe('2');
  });

  describe('of which one is denied', () => {
    beforeAll(() => impersonate('alice'));
    afterAll(() => visit.page.getByRole('button', { name: 'Stop impersonating' }).first().click());

    it('show the others, and a line names the missing one and leads to the reason', async () => {
      await open(`${PODS}?namespace=shop,closed,web`);
      await listed().toEqual(['front', 'till']);
      const missing = visit.page.locator('.tp-missing');
      await missing.getByText('The list lacks objects or changes of namespace closed').waitFor();
      expect(await seriousViolations(visit.page)).toEqual([]);
      await missing.getByRole('link', { name: 'Why?' }).click();
      await visit.page.getByRole('heading', { name: 'Access', exact: true }).waitFor();
      expect(new URL(visit.page.url()).searchParams.get('namespace')).toBe('closed');
    });

    it('show the missing one after another try', async () => {
      await open(`${PODS}?namespace=shop,closed`);
      await listed().toEqual(['till']);
      const group = 'rbac.authorization.cluster.io';
      await create(`/apis/${group}/v1/namespaces/closed/rolebindings`, {
        metadata: { name: 'viewers' },
        roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'view' },
        subjects: [{ apiGroup: group, kind: 'User', name: 'alice' }],
      });
      // Decisions are cached for two seconds.
      await expect
        .poll(
          async () => {
            const again = visit.page.getByRole('button', { name: 'Try again: closed' });
            if (await again.isVisible()) await again.click();
            return (await names()).toSorted();
          },
          { timeout: 10_000, interval: 500 },
        )
        .toEqual(['safe', 'till']);
      await visit.page.locator('.tp-missing').waitFor({ state: 'detached' });
    });
  });

  it('log nothing on the console but the clock, which alice may not see', () =>
    expect(visit.problems.filter((problem) => !/ 403 .*\/clusterclocks/.test(problem))).toEqual([]));
});
