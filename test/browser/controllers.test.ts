import { expect, it } from 'vitest';
import { askCluster, flipSwitch, openInApp, visitApp } from './browser.ts';

const visit = visitApp({ hasSample: false });

const accountOf = async (namespace: string) =>
  (await askCluster(visit.page, `/api/v1/namespaces/${namespace}/serviceaccounts/default`)).httpStatus;
const createNamespace = (name: string) =>
  askCluster(visit.page, '/api/v1/namespaces', { method: 'POST', body: JSON.stringify({ metadata: { name } }) });

it('the page stops a controller, keeps it stopped after a reload, and starts it again', async () => {
  const { page } = visit;
  await openInApp(page, '/controllers');
  const accounts = page.getByRole('switch', { name: 'Run serviceaccount-controller' });
  await flipSwitch(page, 'Run serviceaccount-controller');
  await expect.poll(() => accounts.isChecked()).toBe(false);
  await page.reload();
  await accounts.waitFor({ state: 'attached' });
  expect(await accounts.isChecked()).toBe(false);
  await createNamespace('without');
  await createNamespace('also-without');
  expect(await accountOf('without')).toBe(404);
  await flipSwitch(page, 'Run serviceaccount-controller');
  await expect.poll(() => accountOf('without')).toBe(200);
});

it('the page shows complete table headers in a narrow window', async () => {
  const { page } = visit;
  await page.setViewportSize({ width: 800, height: 600 });
  await openInApp(page, '/controllers');
  const headers = page.getByRole('columnheader');
  await headers.first().waitFor();
  const texts = await headers.evaluateAll((cells) =>
    cells.map(({ textContent, scrollWidth, clientWidth }) => [textContent, scrollWidth > clientWidth]),
  );
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(texts).toEqual(['Controller', 'Acts as', 'Running'].map((text) => [text, false]));
});

it('pauses the cluster, moves its time forward, and resumes from every view', async () => {
  const { page, problems } = visit;
  await openInApp(page, '/controllers');
  await page.getByRole('button', { name: 'Paused' }).click();
  const banner = page.getByRole('region', { name: 'Cluster clock' });
  await banner.getByText('The cluster is paused').waitFor();
  await createNamespace('paused');
  const time = page.locator('.tp-cluster-time');
  const before = Date.parse((await time.getAttribute('datetime')) ?? '');
  expect(await accountOf('paused')).toBe(404);

  await page.getByRole('button', { name: '1 hour' }).click();
  await expect.poll(async () => Date.parse((await time.getAttribute('datetime')) ?? '') - before).toBe(3_600_000);
  expect(await accountOf('paused')).toBe(200);

  await openInApp(page, '/timeline');
  await banner.getByRole('button', { name: 'Resume' }).click();
  await banner.waitFor({ state: 'detached' });
  await createNamespace('later');
  await expect.poll(() => accountOf('later')).toBe(200);
  const { metadata } = (await askCluster(page, '/api/v1/namespaces/later')) as unknown as {
    metadata: { creationTimestamp: string };
  };
  expect(Date.parse(metadata.creationTimestamp)).toBeGreaterThan(before + 3_600_000 - 1000);
  // This test sent the requests with the 404s above.
  expect(problems.filter((problem) => !problem.includes('404'))).toEqual([]);
});
