import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const PODS = '/api/v1/namespaces/sample/pods';
const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

interface StoredPod {
  readonly metadata: { readonly name: string };
  readonly status: {
    readonly containerStatuses?: readonly { readonly ready: boolean; readonly restartCount: number }[];
  };
}

describe('faults by hand', () => {
  const visit = visitApp({ hasSample: true });
  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const faults = () => visit.page.getByRole('list', { name: 'Faults' });
  /** Switches a fault, and waits until the object has it or no longer has it. */
  const turn = async (name: string, isOn: boolean) => {
    await faults().getByText(name, { exact: true }).click();
    const box = faults().getByRole('switch', { name, exact: true });
    await expect.poll(async () => [await box.isChecked(), await box.isEnabled()]).toEqual([isOn, true]);
  };
  const available = async () => ((await ask(DEPLOYMENT)).status as { availableReplicas?: number }).availableReplicas;
  const podNames = async () =>
    ((await ask(PODS)).items as unknown as readonly StoredPod[]).map(({ metadata }) => metadata.name);

  it('let the containers of a pod hang and crash, and are taken back', async () => {
    await expect.poll(available, { timeout: 30_000 }).toBe(3);
    const [name = ''] = await podNames();
    const container = async () =>
      ((await ask(`${PODS}/${name}`)) as unknown as StoredPod).status.containerStatuses?.[0];
    await visit.page.goto(`${visit.url}/objects/core/v1/pods/sample/${name}`);
    await turn('Hang containers', true);
    await expect.poll(async () => (await container())?.ready, { timeout: 20_000 }).toBe(false);
    await expect.poll(available).toBe(2);
    await visit.page.getByText(`Added a fault to ${name}`).first().waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await turn('Hang containers', false);
    await expect.poll(available, { timeout: 20_000 }).toBe(3);

    await turn('Crash containers', true);
    await expect.poll(async () => (await container())?.restartCount, { timeout: 30_000 }).toBeGreaterThan(0);
    await turn('Crash containers', false);
    await expect.poll(available, { timeout: 60_000 }).toBe(3);
  });

  it('of a deployment replace its pods, and name the images that fail', async () => {
    await visit.page.goto(`${visit.url}/objects/apps/v1/deployments/sample/hello`);
    await visit.page.getByText('Others only fail on request.').waitFor();
    await turn('Lose image', true);
    await visit.page
      .getByText(/cannot be pulled/)
      .first()
      .waitFor();
    await turn('Lose image', false);
    await expect.poll(available, { timeout: 30_000 }).toBe(3);
  });

  it('are absent where nodes are not simulated', async () => {
    const body = JSON.stringify({ metadata: { name: 'real' } });
    await ask('/api/v1/nodes', { method: 'POST', body });
    const pod = {
      metadata: { name: 'on-real' },
      spec: { nodeName: 'real', containers: [{ name: 'a', image: 'nginx' }] },
    };
    await ask(PODS, { method: 'POST', body: JSON.stringify(pod) });
    await visit.page.goto(`${visit.url}/objects/core/v1/pods/sample/on-real`);
    await visit.page.getByRole('heading', { level: 2, name: 'Metadata' }).waitFor();
    expect(await faults().count()).toBe(0);
  });
});
