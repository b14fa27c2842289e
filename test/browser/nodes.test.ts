import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

interface StoredPod {
  readonly metadata: { readonly name: string };
  readonly spec: { readonly nodeName?: string };
}

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

/** From an empty cluster to pods that run, move and write logs. The tests run on one page and in this order. */
describe('nodes', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const open = (path: string) => openInApp(visit.page, path);
  const grid = (name: string) => visit.page.getByRole('grid', { name, exact: true });
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
  const pods = async () => (await ask('/api/v1/namespaces/sample/pods')).items as unknown as readonly StoredPod[];
  const nodeOfPods = async (): Promise<string> => {
    const [pod] = await pods();
    if (!pod?.spec.nodeName) throw new Error('the pod has no node');
    return pod.spec.nodeName;
  };
  const readyReplicas = async (): Promise<unknown> =>
    ((await ask(DEPLOYMENT)).status as { readyReplicas?: number }).readyReplicas;

  it('are missing at first, as the overview, the deployment and its pods report', async () => {
    await open('/objects/core/v1/pods?namespace=sample');
    await visit.page.getByText('The cluster has no nodes, so new pods stay pending.').waitFor();
    await open('/objects/apps/v1/deployments/sample/hello');
    await visit.page.getByText('The cluster has no nodes, so new pods stay pending.').waitFor();
    await open('/');
    await visit.page.getByRole('link', { name: /^\d+ controllers$/ }).waitFor();
  });

  it('are added with one click, after which the sample runs', async () => {
    await button('Add 3 simulated nodes').click();
    await visit.page.getByText('3 nodes').waitFor();
    await expect.poll(readyReplicas).toBe(3);
    await open('/objects/apps/v1/deployments/sample/hello?tab=rollout');
    await visit.page.getByText('Rolled out.').waitFor();
    expect(await visit.page.getByText('The cluster has no nodes').count()).toBe(0);
  });

  it('show their pods and the requests of these pods', async () => {
    const node = await nodeOfPods();
    await grid('Pods').getByRole('link', { name: node }).first().click();
    await visit.page.getByRole('heading', { level: 1, name: node }).waitFor();
    const there = (await pods()).filter(({ spec }) => spec.nodeName === node).length;
    await expect.poll(() => grid('Pods').getByRole('link', { name: 'Logs' }).count()).toBe(there);
    await visit.page
      .getByText(`${there * 50}m of 32`)
      .first()
      .waitFor();
    await grid('Conditions').getByText('KubeletReady').waitFor();
  });

  it('are cordoned and uncordoned', async () => {
    await button('Cordon').click();
    await visit.page.getByText('Unschedulable', { exact: true }).waitFor();
    await grid('Taints').getByText('New pods stay away').waitFor();
    await button('Uncordon').click();
    await visit.page.getByText('Unschedulable', { exact: true }).waitFor({ state: 'detached' });
  });

  it('are not drained of pods that a disruption budget protects, and show the reason', async () => {
    const budget = {
      metadata: { name: 'hello' },
      spec: { minAvailable: 3, selector: { matchLabels: { app: 'hello' } } },
    };
    const budgets = '/apis/policy/v1/namespaces/sample/poddisruptionbudgets';
    await ask(budgets, { method: 'POST', body: JSON.stringify(budget) });
    await button('Drain…').click();
    await button('Drain').click();
    await grid('Evictions').getByText('Blocked, retrying').first().waitFor();
    await grid('Evictions')
      .getByText(/disruption budget/)
      .first()
      .waitFor();
    await button('Stop draining').click();
    await ask(`${budgets}/hello`, { method: 'DELETE' });
  });

  it('are drained, and their pods run elsewhere', async () => {
    const node = await nodeOfPods();
    await open(`/objects/core/v1/nodes/-/${node}?tab=pods`);
    await button('Drain…').click();
    await button('Drain').click();
    await visit.page.getByText(`${node} is drained.`).waitFor();
    await button('Close').first().click();
    await visit.page.getByText('No pods. The scheduler assigns pods to nodes.').waitFor();
    await expect.poll(readyReplicas).toBe(3);
  });

  it('are not drained of a pod without a controller until the user allows it', async () => {
    const node = 'simulated-node-2';
    const pod = { metadata: { name: 'alone' }, spec: { nodeName: node, containers: [{ name: 'a', image: 'nginx' }] } };
    await ask('/api/v1/namespaces/sample/pods', { method: 'POST', body: JSON.stringify(pod) });
    await open(`/objects/core/v1/nodes/-/${node}?tab=pods`);
    await grid('Pods').getByRole('link', { name: 'alone' }).waitFor();
    await button('Drain…').click();
    await visit.page.getByText('sample/alone has no controller').waitFor();
    expect(await button('Drain').isDisabled()).toBe(true);
    await visit.page.getByRole('checkbox', { name: 'Evict pods without a controller' }).check();
    expect(await button('Drain').isDisabled()).toBe(false);
    await visit.page.keyboard.press('Escape');
  });

  it('go down and come back', async () => {
    await button('Take node down').click();
    await visit.page.getByText('Down', { exact: true }).waitFor();
    await button('Bring node back').click();
    await visit.page.getByText('Down', { exact: true }).waitFor({ state: 'detached' });
  });

  it('are added from their list to existing nodes', async () => {
    await open('/objects/core/v1/nodes');
    await button('Add 3 simulated nodes').click();
    await visit.page.getByRole('link', { name: 'simulated-node-5' }).waitFor();
    // Browsers log blocked evictions as errors.
    expect(visit.problems.filter((problem) => !/ 429 /.test(problem))).toEqual([]);
  });
});
