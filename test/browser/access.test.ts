import { readFile } from 'node:fs/promises';
import type { Download } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { identityHeaders } from '../../src/ui/state/stores/identity-store.ts';
import { askCluster, flipSwitch, isInView, openInApp, visitApp } from './browser.ts';

/** Access checks and fixes, in one page and in this order. */
describe('access', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  const textOf = async (download: Promise<Download>): Promise<string> =>
    readFile(await (await download).path(), 'utf8');

  it('explains a denial, fixes it, and then allows the request', async () => {
    await openInApp(visit.page, '/access?subject=user&user=bob&verb=list&resource=configmaps&namespace=sample');
    await visit.page.getByRole('heading', { name: 'Denied' }).waitFor();
    await visit.page.getByRole('button', { name: 'Show fixes' }).click();
    await visit.page
      .getByLabel('Role and RoleBinding as YAML')
      .getByText('name: bob-list-configmaps')
      .first()
      .waitFor();
    await visit.page.getByRole('button', { name: 'Create Role and RoleBinding' }).click();
    await visit.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    await visit.page.getByText('RoleBinding "bob-list-configmaps/sample"').waitFor();
  });

  it('links the trace of a denied request to Access and a fix', async () => {
    const asCarol = { Authorization: 'Bearer tabplane-admin', 'Impersonate-User': 'carol' };
    const remove = () =>
      visit.page.evaluate(async (headers) => {
        const path = '/api/v1/namespaces/sample/configmaps/features?dryRun=All';
        return (await fetch(path, { method: 'DELETE', headers })).status;
      }, asCarol);
    expect(await remove()).toBe(403);
    await openInApp(visit.page, '/requests?filter=carol');
    await visit.page.getByRole('button', { name: 'delete configmaps features' }).click();
    const trace = visit.page.getByRole('complementary', { name: 'Request' });
    await trace.getByText('No role allows it.').waitFor();
    expect(await trace.getByText('system:masters').count()).toBe(0);
    await trace.getByRole('link', { name: 'Why?' }).click();
    await visit.page.getByText('User carol cannot delete configmaps named features in namespace sample').waitFor();
    await visit.page.getByRole('button', { name: 'Show fixes' }).click();
    await visit.page.getByRole('button', { name: 'Create Role and RoleBinding' }).click();
    await visit.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    expect(await remove()).toBe(200);
  });

  it.each(['Žofie', 'René'])('decodes the name of an impersonated user as UTF-8: %s', async (name) => {
    const headers = [...identityHeaders('tabplane-admin', { type: 'user', name, groups: [] })];
    const message = await visit.page.evaluate(
      async (pairs) => (await (await fetch('/api/v1/nodes', { headers: pairs })).json()).message,
      headers,
    );
    expect(message).toContain(`User "${name}" cannot list`);
  });

  it('shows the verdict before the form on a small screen', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await openInApp(visit.page, '/access?subject=user&user=bob&verb=delete&resource=pods&namespace=sample');
    const verdict = visit.page.getByRole('heading', { name: 'Denied' });
    await verdict.waitFor();
    expect(await isInView(verdict)).toBe(true);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('shows snippets for connecting other code', async () => {
    await openInApp(visit.page, '/connect?namespace=sample');
    const anonymous = await visit.page.evaluate(async () => (await fetch('/api/v1/pods')).status);
    expect(anonymous).toBe(403);
    const snippet = () => visit.page.getByLabel('JavaScript', { exact: true }).first().textContent();
    const statusOf = async () => visit.page.evaluate(`(async () => { ${await snippet()}; return response.status; })()`);
    expect(await statusOf()).toBe(200);
    await visit.page.getByLabel('Identity').selectOption('sample/reader');
    await visit.page.getByRole('button', { name: 'Create token' }).click();
    await visit.page.getByRole('button', { name: 'Create another token' }).waitFor();
    expect(await snippet()).toContain('Bearer ey');
    expect(await statusOf()).toBe(403);
  });

  it('puts exactly the shown snippet on the clipboard', async () => {
    await visit.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await visit.page.getByRole('button', { name: 'Copy JavaScript' }).first().click();
    await visit.page.getByText('Copied', { exact: true }).waitFor();
    const snippet = await visit.page.getByLabel('JavaScript', { exact: true }).first().textContent();
    expect(await visit.page.evaluate(() => navigator.clipboard.readText())).toBe(snippet);
  });

  it('selects the text when the browser denies clipboard access', async () => {
    await visit.page.evaluate(() => {
      const refused = { writeText: () => Promise.reject(new DOMException('refused', 'NotAllowedError')) };
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: refused });
    });
    await visit.page.getByRole('button', { name: 'Copy Base URL' }).click();
    await visit.page.getByText('Selected: press Ctrl+C or ⌘C to copy').waitFor();
    expect(await visit.page.evaluate(() => String(getSelection()))).toBe(visit.url);
    await visit.page.getByRole('link', { name: 'Access', exact: true }).click();
    await visit.page.getByRole('button', { name: 'Copy kubectl command' }).click();
    await visit.page.getByText('Selected: press Ctrl+C or ⌘C to copy').waitFor();
    expect(await visit.page.evaluate(() => String(getSelection()))).toMatch(/^kubectl auth can-i get pods /);
  });

  it('introduces the cluster and lists the sample on the overview', async () => {
    await visit.page.goto(visit.url);
    await visit.page.getByText('This is a Kubernetes v1.28 control plane in your browser').waitFor();
    await visit.page.getByRole('link', { name: 'hello' }).first().click();
    await visit.page.getByText('The cluster has no nodes, so').first().waitFor();
  });

  it('explains the closest rules', async () => {
    await visit.page.goto(
      `${visit.url}/access?subject=user&user=alice&verb=delete&resource=configmaps&namespace=sample`,
    );
    await visit.page.getByText('The rule allows get, list, watch, not delete.').waitFor();
    await openInApp(visit.page, '/access?subject=user&user=alice&resource=configmaps&namespace=default');
    await visit.page.getByText('It grants in the namespace "sample" only, not in "default".').waitFor();
  });

  it('shows all permissions of a subject with their sources', async () => {
    await openInApp(visit.page, '/access?subject=user&user=alice&tab=matrix&namespace=sample');
    const cell = visit.page.getByRole('button', {
      name: 'watch configmaps: allowed by RoleBinding config-readers → Role config-reader',
    });
    await cell.click();
    await visit.page.getByRole('heading', { name: 'Allowed' }).waitFor();
    expect(new URL(visit.page.url()).searchParams.get('verb')).toBe('watch');
  });

  it('proposes a role from what a user did, and lists the rules that the user never used', async () => {
    await openInApp(visit.page, '/access?subject=user&user=alice&namespace=sample&tab=used');
    const rules = visit.page.getByRole('grid', { name: 'Use of rules' });
    await rules.getByText('Never used').waitFor();
    await visit.page.getByRole('heading', { name: 'No recent requests' }).waitFor();
    await visit.page.evaluate(async () => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Impersonate-User': 'alice' };
      for (const path of ['configmaps', 'configmaps/greeting', 'secrets'])
        await fetch(`/api/v1/namespaces/sample/${path}`, { headers });
    });
    await rules.getByText('Not used: watch').waitFor();
    expect(await rules.getByText('Never used').count()).toBe(0);
    const proposal = visit.page.getByLabel('Role and RoleBinding as YAML');
    await proposal.getByText('name: alice-used').first().waitFor();
    expect(await proposal.textContent()).toMatch(/resources:\s+- configmaps\s/);
    expect(await proposal.textContent()).not.toContain('secrets');
    await flipSwitch(visit.page, 'Only the objects that were named');
    await proposal.getByText('- greeting').waitFor();
    await flipSwitch(visit.page, 'Include denied requests');
    await proposal.getByText('- secrets').waitFor();
    await visit.page.getByRole('button', { name: 'Create Role and RoleBinding' }).click();
    await visit.page.getByText(/Created Role and RoleBinding alice-used$/).waitFor();
    // The next tests count on the access of the sample.
    const binding = '/apis/rbac.authorization.cluster.io/v1/namespaces/sample/rolebindings/alice-used';
    expect((await askCluster(visit.page, binding, { method: 'DELETE' })).httpStatus).toBe(200);
  });

  it('shows which rules of a role were never used', async () => {
    await openInApp(visit.page, '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader');
    await visit.page.getByRole('tab', { name: 'Usage' }).click();
    const rules = visit.page.getByRole('grid', { name: 'Use of rules' });
    await rules.getByText('Not used: watch').waitFor();
    await rules.getByRole('gridcell', { name: 'alice' }).waitFor();
  });

  it('compares a subject with a role side by side', async () => {
    await openInApp(visit.page, '/access?subject=user&user=alice&resource=configmaps&namespace=sample');
    await visit.page.getByRole('link', { name: 'Compare with…' }).click();
    const right = visit.page.getByRole('form', { name: 'Right' });
    await right.getByLabel('Type').selectOption('Role');
    await right.getByLabel('Name').fill('sample/config-reader');
    const compared = visit.page.getByRole('grid', { name: 'Compared permissions' });
    // Everybody may review their own access; the role alone does not grant it.
    const row = compared.getByRole('row', { name: /^selfsubjectaccessreviews\./ });
    await row.getByText('create').waitFor();
    await row.getByText('None').waitFor();
    expect(await compared.getByRole('row', { name: /^configmaps / }).count()).toBe(0);
    await flipSwitch(visit.page, 'Show equal permissions');
    const equal = compared.getByRole('row', { name: /^configmaps / });
    await equal.waitFor();
    expect(await equal.getByText('watch').count()).toBe(2);
  });

  it('shows on the page of a namespace who can read its secrets', async () => {
    await openInApp(visit.page, '/objects/core/v1/namespaces/-/sample');
    const card = visit.page.getByRole('region', { name: 'Who can do this here' });
    await card.getByText('No binding allows a non-system user').waitFor();
    const group = 'rbac.authorization.cluster.io';
    const binding = {
      metadata: { name: 'secret-readers' },
      roleRef: { apiGroup: group, kind: 'ClusterRole', name: 'edit' },
      subjects: [{ apiGroup: group, kind: 'User', name: 'dora' }],
    };
    const path = `/apis/${group}/v1/namespaces/sample/rolebindings`;
    await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(binding) });
    const subjects = card.getByRole('grid', { name: 'Subjects that can do this' });
    await subjects.getByText('dora').waitFor();
    await card.getByLabel('Action').selectOption('bind roles');
    await card.getByText('to create rolebindings').waitFor();
    expect(await subjects.count()).toBe(0);
    await card.getByRole('link', { name: 'Open in Access' }).click();
    await visit.page.getByRole('tab', { name: 'Who can do this', selected: true }).waitFor();
  });

  it('draws the bindings, roles and rules of a subject', async () => {
    await openInApp(visit.page, '/access?subject=user&user=alice&namespace=sample&tab=graph');
    const graph = visit.page.getByRole('group', { name: 'Graph of access' });
    await graph.getByRole('button', { name: 'Rule get, list, watch on configmaps' }).waitFor();
    await graph.getByRole('button', { name: 'Subject User alice' }).focus();
    await visit.page.keyboard.press('ArrowRight');
    await visit.page.keyboard.press('ArrowRight');
    const list = visit.page.getByRole('list', { name: 'Bindings, roles and rules' });
    await list.getByRole('link', { name: 'sample/config-reader', exact: true }).waitFor();
    await graph.getByRole('button', { name: 'Role sample/config-reader', exact: true }).focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: 'config-reader', level: 1 }).waitFor();
  });

  it('shows lost access before a role is saved or deleted', async () => {
    const role = '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader?tab=yaml';
    await openInApp(visit.page, role);
    await visit.page.locator('.monaco-editor .view-lines').first().click();
    await visit.page.keyboard.press('Control+End');
    for (let count = 0; count < 'configmaps\n'.length; count++) await visit.page.keyboard.press('Backspace');
    await visit.page.keyboard.type('pods');
    await visit.page.getByText('Saving this grants access to 2 subjects and revokes access from 2 subjects.').waitFor();
    await visit.page.getByRole('button', { name: 'Show gained and lost access' }).click();
    await visit.page
      .getByRole('list', { name: 'Lost' })
      .getByText('User alice, in sample: get, list, watch on configmaps')
      .waitFor();
    await visit.page.getByRole('button', { name: 'Discard' }).click();
    await visit.page.getByRole('button', { name: 'Delete' }).click();
    await visit.page.getByText('Deleting this revokes access from 2 subjects.').waitFor();
    await visit.page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('impersonates a user across reloads until the user stops it', async () => {
    await openInApp(visit.page, '/access?subject=user&user=bob&namespace=sample');
    await visit.page.getByRole('button', { name: 'Impersonate bob' }).click();
    const banner = visit.page.getByRole('region', { name: 'Impersonation' });
    await banner.getByText('bob').waitFor();
    await visit.page.goto(`${visit.url}/objects/core/v1/secrets`);
    await banner.waitFor();
    await visit.page.getByRole('heading', { name: 'Access denied for bob' }).waitFor();
    await visit.page.getByText(/cannot list resource "secrets"/).waitFor();
    await visit.page.getByRole('link', { name: 'Why?' }).click();
    await visit.page.getByText(/cannot list secrets/).waitFor();
    for (const path of ['/', '/timeline', '/certificates', '/access']) {
      await visit.page.goto(`${visit.url}${path}`);
      await banner.waitFor();
      await visit.page.waitForTimeout(500);
    }
    await banner.getByRole('button', { name: 'Stop impersonating' }).click();
    await banner.waitFor({ state: 'detached' });
  });

  it('creates a key and a request, approves it, and downloads the certificate', async () => {
    await openInApp(visit.page, '/certificates');
    await visit.page.getByRole('button', { name: 'Create request' }).click();
    await visit.page.getByLabel('Request name').fill('jane');
    await visit.page.getByLabel('Common name (user)').fill('jane');
    await visit.page.getByLabel('Organizations (groups)').fill('dev, ops');
    await visit.page.getByRole('button', { name: 'Create key and request' }).click();
    const download = visit.page.waitForEvent('download');
    await visit.page.getByRole('button', { name: 'Download private key' }).click();
    expect(await textOf(download)).toMatch(/^-----BEGIN PRIVATE KEY-----\n/);
    const request = visit.page.getByRole('complementary', { name: 'Request jane' });
    await request.getByText('dev, ops').waitFor();
    await request.getByRole('button', { name: 'Approve' }).click();
    const issued = visit.page.waitForEvent('download');
    await request.getByRole('button', { name: 'Download certificate' }).click();
    expect(await textOf(issued)).toMatch(/^-----BEGIN CERTIFICATE-----\n/);
  });

  it('denies a request', async () => {
    await visit.page.getByRole('button', { name: 'Create request' }).click();
    await visit.page.getByLabel('Request name').fill('mallory');
    await visit.page.getByLabel('Common name (user)').fill('mallory');
    await visit.page.getByRole('button', { name: 'Create key and request' }).click();
    const request = visit.page.getByRole('complementary', { name: 'Request mallory' });
    await request.getByRole('button', { name: 'Deny' }).click();
    await request.getByText('Denied on the Certificates page.').waitFor();
  });

  it('opens objects and views by keyboard', async () => {
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill('secrets cred');
    await visit.page.getByRole('option', { name: /credentials/ }).waitFor();
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: 'credentials', level: 1 }).waitFor();
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).fill('timeline');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByRole('heading', { name: /timeline/i, level: 1 }).waitFor();
  });

  it('logs no errors except for the denied requests', () => {
    expect(visit.problems.filter((problem) => !/status of 403/.test(problem))).toEqual([]);
  });
});
