import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

/** Longest time from the first click to a log on the screen, in milliseconds. */
const LONGEST = 10_000;

describe('the first minute of a new user', () => {
  const visit = visitApp({ hasSample: false, isFirst: true });
  const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });

  it('begins with a choice between learning, a demo and an empty cluster', async () => {
    for (const choice of ['Learn', 'Demo', 'Build']) await heading(choice).waitFor();
    await visit.page.getByRole('button', { name: 'Healthy shop' }).waitFor();
  });

  it(`reaches the log of a running pod in two clicks and ${LONGEST / 1000} seconds`, async () => {
    const walk = async (): Promise<number> => {
      await visit.page.goto(`${visit.url}/start`);
      const first = visit.page.getByRole('button', { name: 'Healthy shop', exact: true });
      await first.waitFor();
      const begin = Date.now();
      await first.click();
      await visit.page.getByRole('link', { name: 'Read the log of a frontend pod' }).click();
      await visit.page.getByRole('log', { name: 'Log' }).getByText(/\w/).first().waitFor();
      return Date.now() - begin;
    };
    // Other programs slow down some walks.
    await expect.poll(walk).toBeLessThan(LONGEST);
  });

  it('has a running shop with users of different rights, whose time passes', async () => {
    await visit.page.getByRole('button', { name: /^Cluster: healthy shop.*, Kubernetes names$/ }).waitFor();
    const { items } = await askCluster(visit.page, '/api/v1/namespaces/shop/pods');
    expect(items).toHaveLength(10);
    const clock = await askCluster(visit.page, '/apis/debug.tabplane.dev/v1alpha1/clusterclocks/cluster');
    expect(clock.spec).toEqual({ rate: 1 });
    await visit.page.goto(`${visit.url}/`);
    await visit.page.getByRole('link', { name: 'See what to look at' }).click();
    await visit.page.getByRole('button', { name: 'Impersonate bob' }).click();
    await visit.page.getByText('Impersonating bob').first().waitFor();
  });

  it('leaves a cluster alone that an address wants to prepare', async () => {
    await visit.page.goto(`${visit.url}/?cluster=Default`);
    await visit.page.goto(`${visit.url}/scenario?cluster=Default`);
    await heading('This is not a prepared cluster').waitFor();
    expect((await askCluster(visit.page, '/api/v1/namespaces/shop')).httpStatus).toBe(404);
  });
});

describe('a prepared cluster', () => {
  const visit = visitApp({ hasSample: false });

  it('is completed when the page is loaded again during the preparation', async () => {
    await visit.page.getByRole('button', { name: 'Few rights' }).click();
    await visit.page.getByText('Preparing the cluster').first().waitFor();
    await visit.page.reload();
    await visit.page.getByRole('heading', { name: 'What to look at' }).waitFor();
    const binding = '/apis/rbac.authorization.k8s.io/v1/namespaces/shop/rolebindings/operators-scale-deployments';
    expect((await askCluster(visit.page, binding)).httpStatus).toBe(200);
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
