import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

interface Conditioned {
  readonly status?: { readonly conditions?: readonly { readonly type: string; readonly status: string }[] };
}

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';
const CLOCK = '/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster';
const HOUR = 3_600_000;

/** The sample on three nodes, in a cluster whose clock is moved. The tests run on one page and in this order. */
describe('a cluster whose clock is moved', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const open = (path: string) => openInApp(visit.page, path);
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
  const clusterTime = async (): Promise<number> =>
    Date.parse(((await ask(CLOCK)).status as unknown as { time: string }).time);
  const readyReplicas = async (): Promise<unknown> =>
    ((await ask(DEPLOYMENT)).status as { readyReplicas?: number }).readyReplicas;
  const readiness = async (path: string) =>
    ((await ask(path)).items as unknown as readonly Conditioned[]).map(({ status }) =>
      (status?.conditions ?? []).filter(({ type }) => type === 'Ready').map(({ status: value }) => value),
    );
  const allReady = [['True'], ['True'], ['True']];

  beforeAll(async () => {
    for (const number of [0, 1, 2]) {
      const annotations = { 'simulation.tabplane.dev/node': 'true' };
      const metadata = { name: `simulated-node-${number}`, annotations };
      await ask('/api/v1/nodes', { method: 'POST', body: JSON.stringify({ metadata }) });
    }
  });

  it('has its pods and nodes ready after an hour, and after a reload', async () => {
    await expect.poll(readyReplicas, { timeout: 30_000 }).toBe(3);
    await open('/controllers');
    const before = await clusterTime();
    await button('1 hour').click();
    await expect.poll(async () => (await clusterTime()) - before, { timeout: 60_000 }).toBeGreaterThanOrEqual(HOUR);
    expect(await readiness('/api/v1/nodes')).toEqual(allReady);
    expect(await readiness('/api/v1/namespaces/sample/pods')).toEqual(allReady);
    expect(await readyReplicas()).toBe(3);
    await visit.page.reload();
    await visit.page.waitForTimeout(2000);
    expect((await clusterTime()) - before).toBeGreaterThanOrEqual(HOUR);
    expect(await readiness('/api/v1/namespaces/sample/pods')).toEqual(allReady);
    expect(await readyReplicas()).toBe(3);
  });

  it('determines the time of a restart in the app', async () => {
    await open('/objects/apps/v1/deployments/sample/hello?tab=rollout');
    await button('Restart').click();
    const restartedAt = async (): Promise<number> => {
      const { spec } = (await ask(DEPLOYMENT)) as unknown as {
        spec: { template: { metadata: { annotations?: Record<string, string> } } };
      };
      return Date.parse(Object.values(spec.template.metadata.annotations ?? {})[0] ?? '1970-01-01');
    };
    await expect.poll(async () => Math.abs((await clusterTime()) - (await restartedAt()))).toBeLessThan(60_000);
    await expect.poll(readyReplicas, { timeout: 30_000 }).toBe(3);
  });

  it('has a timeline in its own time', async () => {
    const body = JSON.stringify({ metadata: { name: 'of-the-moved-clock' } });
    await open('/timeline?range=5m&filter=of-the-moved-clock');
    await ask('/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    await visit.page.getByText('of-the-moved-clock').first().waitFor();
    await open('/timeline?range=all&filter=of-the-moved-clock');
    await visit.page.getByText('of-the-moved-clock').first().waitFor();
    expect(await visit.page.getByText('No events in this time range').count()).toBe(0);
  });

  it.each([
    ['Show all events', 'of-another-name'],
    ['Show all', 'greeting-of-the-last-minute'],
  ])('shows events from before the move with the button %s, up to its own time', async (action, recent) => {
    await open('/timeline?range=1m&filter=greeting');
    const body = JSON.stringify({ metadata: { name: recent } });
    await ask('/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    await button(action).click();
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('range')).toBe('all');
    await visit.page.getByRole('option').filter({ hasText: 'sample/greeting' }).last().waitFor();
    expect(await button(action).count()).toBe(0);
    const span = visit.page.getByRole('slider', { name: /^Visible time range/ });
    const end = async (): Promise<number> => Number(await span.getAttribute('aria-valuenow'));
    // The end is as far ahead of now as the margin of the span, which is a fortieth of more than an hour.
    expect(Math.abs((await end()) - (await clusterTime()))).toBeLessThan(5 * 60_000);
  });

  it('shows the progress of a long move, and stops when the move is cancelled', async () => {
    await open('/controllers');
    const before = await clusterTime();
    await button('1 day').click();
    await visit.page.getByRole('progressbar').waitFor();
    await button('Cancel').click();
    await visit.page.getByRole('progressbar').waitFor({ state: 'detached' });
    const passed = (await clusterTime()) - before;
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThan(24 * HOUR);
    expect(await visit.page.getByText('The clock could not be changed').count()).toBe(0);
    await expect.poll(() => readiness('/api/v1/nodes')).toEqual(allReady);
  });
});

describe('a cluster whose clock is a day ahead of the browser', () => {
  const visit = visitApp({ hasSample: false });
  const ask = (path: string, init: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);

  it('shows the moments of its own day without a date', async () => {
    await visit.page.getByRole('button', { name: /^Cluster: / }).waitFor();
    const time = new Date(Date.now() + 24 * HOUR).toISOString();
    expect(await ask(CLOCK, { method: 'PUT', body: JSON.stringify({ status: { time } }) })).toMatchObject({
      httpStatus: 200,
    });
    const body = JSON.stringify({ metadata: { name: 'of-the-next-day' } });
    const { metadata } = await ask('/api/v1/namespaces/default/configmaps', { method: 'POST', body });
    const { resourceVersion } = metadata as { resourceVersion: string };
    await visit.page.goto(`${visit.url}/objects/core/v1/configmaps?at=${resourceVersion}`);
    const banner = visit.page.getByRole('region', { name: 'Time travel' });
    await banner.getByText(/The cluster as it was at \d\d:\d\d:\d\d\./).waitFor();
  });
});
