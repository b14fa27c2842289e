import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the sample', () => {
  const visit = visitApp({ hasSample: true });
  const namesOf = async (path: string): Promise<(string | undefined)[]> =>
    ((await askCluster(visit.page, path)).items as { metadata: { name?: string } }[]).map(
      ({ metadata }) => metadata.name,
    );
  const nodes = () => namesOf('/api/v1/nodes');
  const create = (name: string) => visit.page.getByRole('button', { name, exact: true }).click();

  it('runs on simulated nodes, which it adds to a cluster without nodes', async () => {
    expect(await nodes()).toEqual(['simulated-node-0', 'simulated-node-1', 'simulated-node-2']);
    const ready = async () => (await askCluster(visit.page, DEPLOYMENT)).status;
    await expect.poll(ready).toMatchObject({ readyReplicas: 3, availableReplicas: 3 });
    await visit.page.goto(visit.url);
    await visit.page.getByRole('link', { name: '3 nodes' }).waitFor();
  });

  it('is restored without nodes, because the user may have removed them', async () => {
    for (const name of await nodes()) await askCluster(visit.page, `/api/v1/nodes/${name}`, { method: 'DELETE' });
    await create('Restore sample');
    await visit.page.getByRole('link', { name: 'greeting' }).waitFor();
    expect(await nodes()).toEqual([]);
  });

  it('does not change the nodes of a cluster', async () => {
    await visit.page.getByRole('button', { name: /^Cluster: / }).click();
    await visit.page.getByRole('menuitem', { name: 'New cluster…' }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Create cluster' }).click();
    await visit.page.getByRole('button', { name: /^Cluster: Cluster,/ }).waitFor();
    const body = JSON.stringify({ metadata: { name: 'mine' } });
    await askCluster(visit.page, '/api/v1/nodes', { method: 'POST', body });
    await create('Create sample');
    await visit.page.getByRole('link', { name: 'greeting' }).waitFor();
    expect(await nodes()).toEqual(['mine']);
  });

  it('logs nothing on the console', () => expect(visit.problems).toEqual([]));
});
