import type { Locator } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

/** Performs a task without a key, and counts its clicks. */
class Hand {
  clicks = 0;

  async click(target: Locator): Promise<void> {
    this.clicks += 1;
    await target.click();
  }
}

describe('a question that begins on the overview', () => {
  const visit = visitApp({ hasSample: true });
  const done: Record<string, { clicks: number; bound: number }> = {};

  const link = (name: string) => visit.page.getByRole('link', { name, exact: true });
  const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
  const count = (kind: string) => visit.page.locator('.tp-count-card').getByRole('link', { name: kind, exact: true });
  const tool = (name: string) => visit.page.getByRole('navigation').getByRole('link', { name, exact: true });
  const menuOf = (name: string) => visit.page.getByRole('button', { name: `Actions for ${name}` });
  const item = (name: string) => visit.page.getByRole('menuitem', { name, exact: true });

  /** Opens the overview, performs a task and compares its clicks with a bound. */
  const perform = async (task: string, bound: number, steps: (hand: Hand) => Promise<void>) => {
    await visit.page.goto(visit.url);
    await heading('Recent events').waitFor();
    const hand = new Hand();
    await steps(hand);
    done[task] = { clicks: hand.clicks, bound };
    expect(hand.clicks).toBeLessThanOrEqual(bound);
  };

  afterAll(() => {
    const rows = Object.entries(done).map(
      ([task, { clicks, bound }]) => `${task.padEnd(60)} ${clicks} clicks, at most ${bound}`,
    );
    console.info(rows.join('\n'));
  });

  it('finds out why a pod does not start in two clicks', async () => {
    const body = JSON.stringify({
      metadata: { name: 'stuck' },
      spec: { containers: [{ name: 'web', image: 'example.com/missing' }] },
    });
    await askCluster(visit.page, '/api/v1/namespaces/sample/pods', { method: 'POST', body });
    await perform('Why does this pod not start?', 2, async (hand) => {
      await hand.click(count('Pods'));
      await hand.click(link('stuck'));
      const card = visit.page.locator('.pf-v6-c-card', { has: heading('Why?') });
      await card
        .getByText(/example\.com\/missing/)
        .first()
        .waitFor();
    });
  });

  it('finds out who can delete a secret in four clicks, from the list or from its page', async () => {
    const { metadata } = await askCluster(visit.page, '/api/v1/namespaces/sample/secrets', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'vault' } }),
    });
    expect(metadata).toMatchObject({ name: 'vault' });
    const rule = { apiGroups: [''], resources: ['secrets'], verbs: ['delete'] };
    const path = '/apis/rbac.authorization.cluster.io/v1/namespaces/sample';
    const role = await askCluster(visit.page, `${path}/roles`, {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'cleaner' }, rules: [rule] }),
    });
    const binding = await askCluster(visit.page, `${path}/rolebindings`, {
      method: 'POST',
      body: JSON.stringify({
        metadata: { name: 'cleaner' },
        roleRef: { apiGroup: 'rbac.authorization.cluster.io', kind: 'Role', name: 'cleaner' },
        subjects: [{ apiGroup: 'rbac.authorization.cluster.io', kind: 'User', name: 'erin' }],
      }),
    });
    expect([role.httpStatus, binding.httpStatus]).toEqual([201, 201]);
    const subjects = visit.page.getByRole('grid', { name: 'Subjects that can do this' });
    await perform('Who can delete this secret? (list)', 4, async (hand) => {
      await hand.click(count('Secrets'));
      await hand.click(menuOf('vault'));
      await hand.click(item('Who can delete it'));
      await subjects.getByText('erin').waitFor();
    });
    await perform('Who can delete this secret? (its page)', 4, async (hand) => {
      await hand.click(count('Secrets'));
      await hand.click(link('vault'));
      await hand.click(visit.page.getByRole('button', { name: 'More', exact: true }));
      await hand.click(item('Who can delete it'));
      await subjects.getByText('erin').waitFor();
    });
  });

  it('finds out what a deletion takes with it in three clicks', async () => {
    await perform('What will this delete take with it?', 3, async (hand) => {
      await hand.click(count('Deployments'));
      await hand.click(menuOf('hello'));
      await hand.click(item('Delete…'));
      const dependents = visit.page.getByRole('dialog').getByRole('list', { name: /^Also deleted/ });
      await dependents
        .getByText(/^Pod hello-/)
        .first()
        .waitFor();
    });
  });

  it('finds out what changed in the last minute, and who changed it, in two clicks', async () => {
    await perform('What changed in the last minute, and who did it?', 2, async (hand) => {
      await hand.click(tool('Timeline'));
      const body = JSON.stringify({ data: { greeting: 'changed' } });
      const path = '/api/v1/namespaces/sample/configmaps/greeting';
      await askCluster(visit.page, path, { method: 'PATCH', type: 'application/merge-patch+json', body });
      const changed = visit.page.getByRole('option', { name: /MODIFIED.*ConfigMap.*greeting/s });
      await hand.click(changed.first());
      const event = visit.page.getByRole('complementary', { name: 'Event' });
      await event.getByText('changed', { exact: false }).first().waitFor();
      await event.getByText('Author', { exact: true }).waitFor();
      await event.getByText(/^admin/).waitFor();
    });
  });

  it('finds out why a request was denied, and what allows it, in three clicks', async () => {
    const status = await visit.page.evaluate(async () => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Impersonate-User': 'carol' };
      const path = '/api/v1/namespaces/sample/configmaps/features';
      return (await fetch(path, { method: 'DELETE', headers })).status;
    });
    expect(status).toBe(403);
    await perform('Why was this denied, and what would allow it?', 3, async (hand) => {
      await hand.click(tool('Requests'));
      const row = visit.page.getByRole('row', { name: /delete configmaps features/ });
      await hand.click(row.getByRole('link', { name: 'Why?' }));
      await heading('Denied').waitFor();
      await hand.click(visit.page.getByRole('button', { name: 'Show fixes' }));
      await visit.page.getByRole('button', { name: 'Create Role and RoleBinding' }).waitFor();
    });
  });

  it('logs only the denied request on the console', () =>
    expect(visit.problems).toEqual([expect.stringMatching(/ 403 .*configmaps\/features$/)]));
});
