import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, openInApp, untilServed, visitApp } from './browser.ts';
import { CUSTOM_OBJECTS, OBJECT_PAGES, PAGE_OBJECTS } from './page-objects.ts';
import { seriousViolations } from './serious-violations.ts';

describe('the page of an object', () => {
  const visit = visitApp({ hasSample: true });

  const open = (path: string) => openInApp(visit.page, path);
  const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
  const grid = (name: string) => visit.page.getByRole('grid', { name, exact: true });
  /** The card with a title. */
  const card = (title: string) => visit.page.locator('.pf-v6-c-card', { has: heading(title) });
  /** The objects of one relation. */
  const related = (relation: string) =>
    card('Relations')
      .locator('.pf-v6-c-description-list__group', {
        has: visit.page.getByText(relation, { exact: true }),
      })
      .getByRole('listitem');
  const create = async ({ path, body }: (typeof PAGE_OBJECTS)[number]): Promise<number> =>
    (await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) })).httpStatus;

  beforeAll(async () => {
    for (const each of PAGE_OBJECTS) expect(await create(each), each.path).toBe(201);
    await untilServed(visit.page, 'shop.example');
    for (const each of CUSTOM_OBJECTS) expect(await create(each), each.path).toBe(201);
  });

  it('shows the containers of a pod, and links a variable to the source of its value and back', async () => {
    await open('/objects/core/v1/pods/sample/shop');
    await card('Container web').getByText('Running').waitFor();
    await card('Container web').getByText('GET :http/ every 5s, fails after 3').waitFor();
    await grid('Mounts of Container web').getByRole('link', { name: 'PersistentVolumeClaim data' }).waitFor();
    await grid('Environment of Container web')
      .getByRole('row', { name: /^COLOR/ })
      .getByRole('link', { name: 'ConfigMap greeting' })
      .click();
    await heading('greeting').waitFor();
    await grid('Values').getByText('blue', { exact: true }).waitFor();
    await related('Used by').filter({ hasText: 'Deployment hello' }).getByText('environment of web').waitFor();
    await related('Used by').getByRole('link', { name: 'Pod shop' }).click();
    await heading('shop').waitFor();
    await related('Selected by').getByRole('link', { name: 'Service shop' }).waitFor();
  });

  it('explains why a pod waits, and lists missing objects that it references', async () => {
    await open('/objects/core/v1/pods/sample/incomplete');
    await visit.page.locator('.tp-header').getByText('Unschedulable').waitFor();
    await visit.page
      .locator('.tp-header')
      .getByText(/^0\/3 nodes are available/)
      .waitFor();
    await related('Uses').filter({ hasText: 'ConfigMap absent' }).getByText('Not found').waitFor();
  });

  it('follows related objects as they change', async () => {
    await create({ path: '/api/v1/namespaces/sample/configmaps', body: { metadata: { name: 'absent' } } });
    await related('Uses').filter({ hasText: 'ConfigMap absent' }).getByText('Not found').waitFor({ state: 'detached' });
  });

  it('shows the pods of a deployment with the reason why it does not progress', async () => {
    await open('/objects/apps/v1/deployments/sample/hello');
    await visit.page.locator('.tp-header').getByText('Ready', { exact: true }).waitFor();
    await expect.poll(() => grid('Pods').getByText('Running').count()).toBe(3);
    await card('Template: container web').getByText('nginx:1.25').waitFor();
    await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/deployments/hello', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ spec: { template: { spec: { nodeSelector: { disk: 'none' } } } } }),
    });
    await visit.page.locator('.tp-header').getByText('Progressing').waitFor();
    await grid('Pods').getByText('Unschedulable').first().waitFor();
    await card('Progress')
      .getByText(/^0\/3 nodes are available/)
      .waitFor();
    await related('Owned').nth(1).waitFor();
  });

  it('offers the actions of a kind in the header', async () => {
    await visit.page.getByRole('button', { name: 'Scale…', exact: true }).click();
    await visit.page.getByRole('spinbutton', { name: 'Replicas' }).fill('1');
    await visit.page.getByRole('button', { name: 'Scale', exact: true }).click();
    await expect
      .poll(() =>
        grid('Pods')
          .getByRole('link', { name: /^hello-/ })
          .count(),
      )
      .toBe(2);
    await open('/objects/core/v1/nodes/-/simulated-node-1');
    await visit.page.getByRole('button', { name: 'Cordon', exact: true }).click();
    await visit.page.locator('.tp-header').getByText('Cordoned').waitFor();
    await visit.page.getByRole('button', { name: 'Uncordon', exact: true }).click();
    await visit.page.locator('.tp-header').getByText('Ready', { exact: true }).waitFor();
  });

  it('keeps a typed number of replicas when the object changes', async () => {
    await open('/objects/apps/v1/deployments/sample/hello');
    await visit.page.getByRole('button', { name: 'Scale…', exact: true }).click();
    const replicas = visit.page.getByRole('spinbutton', { name: 'Replicas' });
    await replicas.fill('7');
    await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/deployments/hello', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ metadata: { labels: { changed: 'yes' } } }),
    });
    await visit.page.getByText('changed=yes').waitFor();
    // A number that is read again is drawn later.
    await visit.page.waitForTimeout(500);
    expect(await replicas.inputValue()).toBe('7');
  });

  it('reveals the values of a secret one at a time', async () => {
    await open('/objects/core/v1/secrets/sample/credentials');
    await visit.page.getByRole('button', { name: 'Reveal password' }).click();
    await grid('Values of Data').getByText('not a real one').waitFor();
    expect(await visit.page.getByRole('button', { name: /^Reveal/ }).count()).toBe(1);
    await visit.page.getByRole('button', { name: 'Hide password' }).click();
    await grid('Values of Data').getByText('not a real one').waitFor({ state: 'detached' });
    await related('Used by').getByRole('link', { name: 'Ingress front' }).waitFor();
  });

  it('links a role through its binding to the service account and its pods', async () => {
    await open('/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader');
    await grid('Rules').getByRole('row', { name: 'get, list, watch configmaps core Every name' }).waitFor();
    await grid('Subjects').getByText('alice').waitFor();
    await grid('Subjects').getByRole('link', { name: 'RoleBinding config-readers' }).first().click();
    await heading('config-readers').waitFor();
    await grid('Rules').getByText('configmaps').waitFor();
    await grid('Subjects of Grant').getByRole('link', { name: 'ServiceAccount reader' }).click();
    await heading('reader').waitFor();
    await grid('Roles').getByRole('link', { name: 'Role config-reader' }).waitFor();
    await related('Used by').getByRole('link', { name: 'Pod shop' }).waitFor();
  });

  it('links a definition to its objects and shows their fields', async () => {
    await open('/objects/apiextensions.cluster.io/v1/customresourcedefinitions/-/widgets.shop.example');
    await grid('Fields')
      .getByRole('row', { name: /size integer required/ })
      .waitFor();
    await card('Definition').getByRole('link', { name: 'Widget' }).click();
    await visit.page.getByRole('link', { name: 'first' }).click();
    await card('Spec').getByText('blue').waitFor();
    await card('Summary').getByText('Size').waitFor();
    expect(visit.problems).toEqual([]);
  });

  it('names the relations that a user without access cannot see', async () => {
    await open('/access?subject=user&user=alice&namespace=sample');
    await visit.page.getByRole('button', { name: 'Impersonate alice' }).click();
    await open('/objects/core/v1/configmaps/sample/greeting');
    await card('Relations')
      .getByText(/^Pod, .* could not be listed/)
      .waitFor();
    await visit.page
      .getByRole('button', { name: /stop impersonating/i })
      .first()
      .click();
    await related('Used by').getByRole('link', { name: 'Deployment hello' }).waitFor();
  });

  // Pages share their parts. Every second page is dark, so that each part is checked in both themes.
  it.each(OBJECT_PAGES.map((path, index) => [path, index % 2 === 0 ? 'light' : 'dark'] as const))(
    'is accessible at %s in %s',
    async (path, colorScheme) => {
      await visit.page.emulateMedia({ colorScheme });
      await open(path);
      await heading('Relations').waitFor();
      await visit.page.waitForTimeout(500); // Waits until the server's data is rendered.
      expect(await seriousViolations(visit.page)).toEqual([]);
    },
  );

  it('shows the pods behind a service, also after a pod is gone', async () => {
    await open('/objects/core/v1/services/sample/shop');
    await visit.page.locator('.tp-header').getByText('Serving').waitFor();
    await grid('Endpoints').getByRole('link', { name: 'shop' }).waitFor();
    await grid('Ports of Service')
      .getByText(/→ 80\/TCP → http$/)
      .waitFor();
    await askCluster(visit.page, '/api/v1/namespaces/sample/pods/shop?gracePeriodSeconds=0', { method: 'DELETE' });
    await visit.page.locator('.tp-header').getByText('No endpoints').waitFor();
    await visit.page.locator('.tp-header').getByText('No pod matches the selector.').waitFor();
  });
});
