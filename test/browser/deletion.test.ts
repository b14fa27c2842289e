import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const IN_SAMPLE = '/api/v1/namespaces/sample';

describe('the deletion dialog', () => {
  const visit = visitApp({ hasSample: true });
  const dialog = () => visit.page.getByRole('dialog');
  const list = (name: RegExp) => dialog().getByRole('list', { name });

  const startDeleting = async (path: string) => {
    await openInApp(visit.page, `/objects/${path}`);
    await visit.page.getByRole('button', { name: 'Delete', exact: true }).click();
  };

  it('shows the dependents of a workload as a tree for each propagation policy', async () => {
    await expect
      .poll(async () => ((await askCluster(visit.page, `${IN_SAMPLE}/pods`)).items as unknown[]).length)
      .toBeGreaterThan(2);
    await startDeleting('apps/v1/deployments/sample/hello');
    const tree = list(/^Also deleted/);
    await tree.getByText(/^ReplicaSet hello-\w+/).waitFor();
    await tree.getByRole('listitem').getByRole('listitem').filter({ hasText: 'Pod hello-' }).first().waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await dialog().getByLabel('Dependent objects').selectOption('Keep (orphan)');
    await list(/^Kept without this owner/)
      .getByText('ReplicaSet hello-')
      .waitFor();
    expect(await tree.count()).toBe(0);
  });

  it('deletes with the selected policy', async () => {
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
    await visit.page.getByText('Deleted hello').waitFor();
    const sets = await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/replicasets');
    const owners = (sets.items as { metadata: { ownerReferences?: unknown[] } }[]).map(
      ({ metadata }) => metadata.ownerReferences ?? [],
    );
    expect(owners).toEqual([[]]);
  });

  it('shows the objects that depend on the object, and its finalizers', async () => {
    const container = { name: 'a', image: 'nginx', envFrom: [{ configMapRef: { name: 'greeting' } }] };
    const pod = { metadata: { name: 'reads-greeting' }, spec: { containers: [container] } };
    await askCluster(visit.page, `${IN_SAMPLE}/pods`, { method: 'POST', body: JSON.stringify(pod) });
    const type = 'application/merge-patch+json';
    const body = JSON.stringify({ metadata: { finalizers: ['example.com/backup'] } });
    await askCluster(visit.page, `${IN_SAMPLE}/configmaps/greeting`, { method: 'PATCH', body, type });
    await startDeleting('core/v1/configmaps/sample/greeting');
    await list(/would break/)
      .getByText('Pod reads-greeting uses greeting')
      .waitFor();
    await list(/^Held by finalizers/)
      .getByText('example.com/backup removed by the component that added it')
      .waitFor();
    expect(await dialog().getByLabel('Dependent objects').count()).toBe(0);
  });

  it('shows the contents of a namespace', async () => {
    await startDeleting('core/v1/namespaces/-/sample');
    const tree = list(/^Also deleted/);
    await tree.getByText('ConfigMap greeting').waitFor();
    await list(/^Held by finalizers/)
      .getByText(/the namespace controller/)
      .first()
      .waitFor();
    expect(await tree.getByText('kube-public').count()).toBe(0);
  });
});
