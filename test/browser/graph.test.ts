import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const SAMPLE = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the graph of relations', () => {
  const visit = visitApp({ hasSample: true });
  const graph = () => visit.page.getByRole('group', { name: 'Graph of relations' });
  const node = (name: RegExp) => graph().getByRole('button', { name });
  const scale = (replicas: number) =>
    askCluster(visit.page, SAMPLE, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ spec: { replicas } }),
    });

  it('shows what a deployment owns, what selects its pods, and what they use', async () => {
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello?tab=graph');
    await node(/^Deployment hello/).waitFor();
    await node(/^Pod hello-\S+ Running/)
      .first()
      .waitFor();
    for (const name of [/^ReplicaSet hello-/, /^Service hello/, /^ConfigMap greeting/, /^ServiceAccount reader/])
      expect(await node(name).count()).toBe(1);
    expect(await node(/^ConfigMap features/).count()).toBe(0);
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it.each([
    [1440, 900],
    [800, 600],
  ])('has zoom controls in its frame, which Tab reaches, in a window of %d×%d pixels', async (width, height) => {
    await visit.page.setViewportSize({ width, height });
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello?tab=graph');
    await node(/^Deployment hello/).waitFor();
    const boxOf = async (target: Locator) => {
      const { x, y, width: wide, height: high } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      return { top: y, bottom: y + high, left: x, right: x + wide };
    };
    const [frame, controls, nodes] = [
      await boxOf(visit.page.locator('.tp-graph-scroller')),
      await boxOf(visit.page.getByRole('group', { name: 'Zoom' })),
      await Promise.all((await graph().getByRole('button').all()).map(boxOf)),
    ];
    expect(controls.top).toBeGreaterThanOrEqual(frame.top);
    expect(controls.right).toBeLessThanOrEqual(frame.right);
    expect(Math.min(...nodes.map(({ top }) => top))).toBeGreaterThanOrEqual(controls.bottom);
    await visit.page.getByRole('button', { name: 'List', exact: true }).focus();
    await visit.page.keyboard.press('Tab');
    await visit.page.keyboard.press('Enter');
    await visit.page.getByText('80%', { exact: true }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('moves between nodes by arrow keys, and opens a node by Enter', async () => {
    await node(/^Deployment hello/).focus();
    await visit.page.keyboard.press('ArrowRight');
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toMatch(/^(ReplicaSet|Service) hello/);
    await node(/^ReplicaSet hello-/).focus();
    await visit.page.keyboard.press('Enter');
    await visit.page.waitForURL(/\/replicasets\/sample\/hello-[^/]+tab=graph$/);
    await expect.poll(() => node(/^ReplicaSet hello-/).getAttribute('aria-current')).toBe('page');
  });

  it('follows changes', async () => {
    await scale(1);
    await expect.poll(() => node(/^Pod hello-/).count()).toBe(1);
    await scale(3);
    await expect.poll(() => node(/^Pod hello-/).count()).toBe(3);
  });

  it('tells the same as a nested list', async () => {
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello?tab=graph');
    await visit.page.getByRole('button', { name: 'List', exact: true }).click();
    const list = visit.page.getByRole('list', { name: 'Relations' });
    const pods = list
      .getByRole('listitem')
      .getByRole('listitem')
      .getByRole('listitem')
      .filter({ hasText: /^owns Pod hello-/ });
    await expect.poll(() => pods.count()).toBe(3);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await list.getByRole('link', { name: 'Service hello' }).click();
    await visit.page.waitForURL(/\/services\/sample\/hello/);
  });

  it('shows the objects of a namespace, with one node for many of a kind with the same relations', async () => {
    for (let number = 0; number < 5; number++) {
      const body = JSON.stringify({ metadata: { name: `spare-${number}` } });
      await askCluster(visit.page, '/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    }
    await openInApp(visit.page, '/objects/core/v1/namespaces/-/sample?tab=graph');
    // The config map of the sample that nothing uses is in the group, too.
    await node(/^Group 6 × ConfigMap$/).click();
    await node(/^ConfigMap spare-4/).waitFor();
    expect(await node(/^ClusterRole/).count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Group again' }).click();
    await node(/^Group 6 × ConfigMap/).waitFor();
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
