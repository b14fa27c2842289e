import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, askSuccessor, killWorkers, visitApp, writeInEditor } from './browser.ts';

/** Kubernetes YAML with a definition and its object, a role and a secret. */
const MANIFEST = `apiVersion: stable.example.com/v1
kind: CronTab
metadata: { name: nightly, namespace: shop }
spec: { cron: '0 3 * * *' }
---
apiVersion: v1
kind: Namespace
metadata: { name: shop }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reader, namespace: shop }
rules:
  - { apiGroups: [networking.k8s.io], resources: [ingresses], verbs: [get] }
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: crontabs.stable.example.com }
spec:
  group: stable.example.com
  scope: Namespaced
  names: { plural: crontabs, singular: crontab, kind: CronTab }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, x-kubernetes-preserve-unknown-fields: true } }
---
apiVersion: v1
kind: Secret
metadata: { name: password, namespace: shop }
stringData: { password: secret }
`;
const REFUSED = `---
apiVersion: v1
kind: ConfigMap
metadata: { name: NOT-A-NAME, namespace: shop }
`;

const ROLE = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop/roles/reader';
const CRON_TAB = '/apis/stable.example.com/v1/namespaces/shop/crontabs/nightly';

const toggle = (page: Page, name: string, dialect = 'Kubernetes names') =>
  page.getByRole('button', { name: `Cluster: ${name}, ${dialect}` });

describe('the clusters of a browser', () => {
  const visit = visitApp({ hasSample: false });

  const codeOf = async (path: string): Promise<number> => (await askCluster(visit.page, path)).httpStatus;

  const openMenu = async (item: string): Promise<void> => {
    await visit.page.getByRole('button', { name: /^Cluster: / }).click();
    await visit.page.getByRole('menuitem', { name: item }).click();
  };

  const confirm = (button: string) => visit.page.getByRole('dialog').getByRole('button', { name: button }).click();

  const importText = async (text: string): Promise<void> => {
    await visit.page.getByRole('textbox', { name: 'YAML to import' }).fill(text);
    await visit.page.getByRole('button', { name: /^Import \d/ }).click();
  };

  it('start with a running cluster whose API names a new user chooses', async () => {
    await toggle(visit.page, 'Default', 'Neutral names').waitFor();
    await visit.page.getByRole('button', { name: 'Use Kubernetes names' }).click();
    await toggle(visit.page, 'Default').waitFor();
    await expect.poll(() => visit.page.getByRole('button', { name: 'Use Kubernetes names' }).count()).toBe(0);
    expect(await codeOf('/apis/rbac.authorization.k8s.io/v1')).toBe(200);
  });

  it('import Kubernetes YAML in any order and report failures', async () => {
    await openMenu('Import objects…');
    await importText(MANIFEST + REFUSED);
    await visit.page.getByRole('button', { name: 'Retry 1 object' }).waitFor();
    await visit.page.getByRole('row', { name: /shop\/NOT-A-NAME Failed.*RFC 1123/ }).waitFor();
    expect(await visit.page.getByRole('row', { name: /Created/ }).count()).toBe(5);
    expect([await codeOf(ROLE), await codeOf(CRON_TAB)]).toEqual([200, 200]);
  });

  it('are renamed in all tabs immediately', async () => {
    const other = await visit.context.newPage();
    await other.goto(visit.url);
    await toggle(other, 'Default').waitFor();
    await openMenu('Rename…');
    await visit.page.getByRole('textbox', { name: 'Name' }).fill('Shop');
    await confirm('Rename');
    await toggle(visit.page, 'Shop').waitFor();
    await toggle(other, 'Shop').waitFor();
    await other.close();
  });

  it('are shared by a link without their secrets', async () => {
    await visit.page.goto(`${visit.url}/export`);
    await visit.page.getByRole('button', { name: 'Save 5 objects as YAML' }).waitFor();
    await visit.page.getByRole('button', { name: 'Create share link' }).click();
    const link = (await visit.page.getByLabel('Share link', { exact: true }).textContent()) ?? '';
    await visit.page.goto('about:blank');
    await visit.page.goto(link.slice(0, -3));
    await visit.page.getByText('The link is damaged').waitFor();
    await visit.page.goto('about:blank');
    await visit.page.goto(link);
    await confirm('Create cluster');
    await toggle(visit.page, 'Shop 2').waitFor();
    await visit.page.getByText('Imported 4 objects').waitFor();
    expect([await codeOf(ROLE), await codeOf(CRON_TAB)]).toEqual([200, 200]);
    expect(await codeOf('/api/v1/namespaces/shop/secrets/password')).toBe(404);
  });

  it('are switched in one tab, and survive a killed worker', async () => {
    const other = await visit.context.newPage();
    await other.goto(`${visit.url}/objects/core/v1/secrets?namespace=shop`);
    await toggle(other, 'Shop 2').waitFor();
    await killWorkers(visit.context, visit.page);
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill('switch shop');
    await visit.page.getByRole('option', { name: /Switch to cluster Shop/, selected: true }).click();
    await toggle(visit.page, 'Shop').waitFor();
    await killWorkers(visit.context, visit.page);
    const password = '/api/v1/namespaces/shop/secrets/password';
    expect((await askSuccessor(visit.page, password)).httpStatus).toBe(200);
    expect((await askCluster(other, password)).httpStatus).toBe(404);
    expect(await toggle(other, 'Shop 2').count()).toBe(1);
    await other.close();
  });

  it('leave an address that cannot be decoded as it is', async () => {
    const address = `${visit.url}/%zz`;
    await visit.page.goto(address);
    await visit.page.getByText('Connected').first().waitFor();
    await visit.page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(visit.page.url()).toBe(address);
  });

  it('and their namespaces leave an address without a view in place', async () => {
    const address = `${visit.url}/no-such-view`;
    await visit.page.goto(address);
    await visit.page.waitForURL(/cluster=/);
    expect(visit.page.url()).toMatch(address);
    await visit.page.getByRole('button', { name: 'Namespace: All namespaces' }).click();
    await visit.page.getByRole('textbox', { name: 'Filter namespaces' }).fill('shop');
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/namespace=shop/);
    expect(visit.page.url()).toMatch(address);
    await visit.page.getByRole('heading', { name: 'Page not found' }).waitFor();
  });

  it('are reset and restored from their export', async () => {
    await visit.page.goto(`${visit.url}/export`);
    const saved = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Save 5 objects as YAML' }).click();
    const path = await (await saved).path();
    await openMenu('Reset…');
    const dialog = visit.page.getByRole('dialog');
    const cancel = dialog.getByRole('button', { name: 'Cancel' });
    await expect.poll(() => cancel.evaluate((button) => button === document.activeElement)).toBe(true);
    await cancel.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await codeOf('/api/v1/namespaces/shop')).toBe(200);
    await openMenu('Reset…');
    await confirm('Reset cluster');
    await visit.page.waitForURL(`${visit.url}/`);
    await toggle(visit.page, 'Shop').waitFor();
    expect(await codeOf('/api/v1/namespaces/shop')).toBe(404);
    await openMenu('Import objects…');
    await visit.page.locator('input[type=file]').setInputFiles(path);
    await visit.page.getByRole('button', { name: 'Import 5 objects' }).click();
    await visit.page.getByText('Imported 5 objects').waitFor();
    expect([await codeOf(ROLE), await codeOf(CRON_TAB)]).toEqual([200, 200]);
    await visit.page.getByRole('link', { name: 'View imported objects' }).click();
    await visit.page.getByRole('heading', { name: 'The cluster in this tab' }).waitFor();
  });

  it('can be deleted except for the last one', async () => {
    await openMenu('Delete…');
    await confirm('Delete cluster');
    await toggle(visit.page, 'Shop 2').waitFor();
    await visit.page.getByRole('button', { name: /^Cluster: / }).click();
    expect(await visit.page.getByRole('menuitem', { name: /^Delete…/ }).getAttribute('aria-disabled')).toBe('true');
    await visit.page.keyboard.press('Escape');
    const databases = () => visit.page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    // The databases of the registry, the remaining cluster and its traces.
    await expect.poll(async () => (await databases()).length).toBe(3);
  });

  it('rewrite names of the other dialect on request', async () => {
    await openMenu('New cluster…');
    await visit.page.getByRole('textbox', { name: 'Name' }).fill('Neutral');
    await visit.page.getByRole('radio', { name: 'Neutral names' }).check();
    await confirm('Create cluster');
    await toggle(visit.page, 'Neutral', 'Neutral names').waitFor();
    await openMenu('Import objects…');
    await importText(MANIFEST);
    await visit.page.getByText('Imported 5 objects').waitFor();
    const role = await askCluster(visit.page, ROLE.replace('k8s.io', 'cluster.io'));
    expect(role.rules).toEqual([{ apiGroups: ['networking.cluster.io'], resources: ['ingresses'], verbs: ['get'] }]);
    expect((await askCluster(visit.page, ROLE)).message).toContain('did you mean "rbac.authorization.cluster.io"?');
  });

  it('offer fixes for names of the other dialect in the editor', async () => {
    await visit.page.goto(`${visit.url}/create/rbac.authorization.cluster.io/v1/roles?namespace=shop`);
    const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata: { name: fixed, namespace: shop }\n';
    await writeInEditor(visit.page, 'YAML', role);
    await visit.page.getByRole('button', { name: 'Use rbac.authorization.cluster.io/v1' }).click();
    await visit.page.getByText('No problems').waitFor();
    await visit.page.getByRole('button', { name: 'Create', exact: true }).click();
    const stored = '/apis/rbac.authorization.cluster.io/v1/namespaces/shop/roles';
    const names = async () =>
      ((await askCluster(visit.page, stored)).items as { metadata: { name: string } }[]).map(
        ({ metadata }) => metadata.name,
      );
    await expect.poll(names).toContain('fixed');
  });

  it('log no errors except for denials and killed workers', () => {
    // The imported manifests have names of the other dialect, which their server drops with a warning.
    const expected = /status of (404|409|422)|network error|Failed to fetch|ERR_FAILED|unknown field/;
    expect(visit.problems.filter((problem) => !expected.test(problem))).toEqual([]);
  });
});
