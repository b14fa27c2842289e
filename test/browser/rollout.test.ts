import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

interface StoredPod {
  readonly metadata: { readonly name: string };
  readonly status: { readonly phase: string };
}

/** Starts to record the measured elements of tables. Returns a function that reads their texts. */
async function countMeasurements(page: Page): Promise<() => Promise<string[]>> {
  const measured = await page.evaluateHandle(() => {
    const texts: string[] = [];
    const { get } = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetWidth') ?? {};
    Object.defineProperty(HTMLElement.prototype, 'offsetWidth', {
      configurable: true,
      get(this: HTMLElement): number {
        if (this.closest('table')) texts.push(this.textContent);
        return get?.call(this);
      },
    });
    return texts;
  });
  return () => measured.jsonValue();
}

const PODS = '/api/v1/namespaces/sample/pods';
const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the rollout of a deployment', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false, isFirst: true });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);
  const grid = (name: string) => visit.page.getByRole('grid', { name, exact: true });
  const button = (name: string) => visit.page.getByRole('button', { name, exact: true });
  const progress = () => visit.page.locator('.tp-progress');

  /** Reports all pods as running and ready, as the kubelet of a node does. */
  const runPods = async (): Promise<void> => {
    const pods = (await ask(PODS)).items as unknown as readonly StoredPod[];
    for (const { metadata } of pods.filter(({ status }) => status.phase === 'Pending')) {
      const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: new Date().toISOString() }];
      const body = JSON.stringify({ status: { phase: 'Running', conditions } });
      const type = 'application/merge-patch+json';
      await ask(`${PODS}/${metadata.name}/status`, { method: 'PATCH', type, body });
    }
  };
  const untilRolledOut = (): Promise<void> =>
    expect
      .poll(async () => {
        await runPods();
        return visit.page.getByText('Rolled out.').isVisible();
      })
      .toBe(true);
  const imageNow = async (): Promise<unknown> => {
    const { spec } = (await ask(DEPLOYMENT)) as unknown as {
      spec: { template: { spec: { containers: { image: string }[] } } };
    };
    return spec.template.spec.containers[0]?.image;
  };

  it('shows its pods, which are not ready, and its only revision', async () => {
    await visit.page.goto(`${visit.url}/objects/apps/v1/deployments/sample/hello?tab=rollout`);
    await expect.poll(() => grid('Pods').getByText('Pending').count()).toBe(3);
    await progress().getByText('0 of 3 replicas available.').waitFor();
    await grid('Revisions').getByText('Current').waitFor();
    await grid('Revisions').getByText('0 of 3 ready').waitFor();
  });

  it('shows live when pods become ready', async () => {
    await untilRolledOut();
    await grid('Revisions').getByText('3 of 3 available').waitFor();
    await grid('Events').getByText('ScalingReplicaSet').first().waitFor();
  });

  it('shows a new image as a new revision, and old pods until they are replaced', async () => {
    await ask(DEPLOYMENT, {
      method: 'PATCH',
      type: 'application/json-patch+json',
      body: JSON.stringify([{ op: 'replace', path: '/spec/template/spec/containers/0/image', value: 'nginx:1.26' }]),
    });
    await grid('Revisions')
      .getByRole('row', { name: /^2 .*Current.*nginx:1\.26/ })
      .waitFor();
    await expect.poll(() => grid('Pods').getByRole('row').count()).toBe(5);
    await untilRolledOut();
    await expect.poll(() => grid('Pods').getByRole('row').count()).toBe(4);
    await grid('Revisions')
      .getByRole('row', { name: /^1 .*nginx:1\.25 No pods/ })
      .waitFor();
  });

  it('rolls back to an older revision', async () => {
    await button('Roll back to revision 1').click();
    await grid('Revisions')
      .getByRole('row', { name: /^3 .*Current.*nginx:1\.25/ })
      .waitFor();
    expect(await imageNow()).toBe('nginx:1.25');
    await untilRolledOut();
  });

  it('scales to a new number of replicas', async () => {
    await button('Scale…').click();
    await visit.page.getByRole('spinbutton', { name: 'Replicas' }).fill('1');
    await button('Scale').click();
    await expect.poll(() => grid('Pods').getByRole('row').count()).toBe(2);
  });

  it('pauses, which disables a restart, and resumes', async () => {
    await button('Pause').click();
    await progress().getByText('Paused. Changes of the template are not rolled out.').waitFor();
    expect(await button('Restart').getAttribute('aria-disabled')).toBe('true');
    await button('Resume').click();
    await untilRolledOut();
  });

  it('restarts, which replaces the pods, without measuring a table', async () => {
    const measurements = await countMeasurements(visit.page);
    const before = await grid('Pods').getByRole('link').first().textContent();
    await button('Restart').click();
    await expect
      .poll(async () => {
        await runPods();
        return grid('Pods')
          .getByRole('row')
          .getByText(before ?? '')
          .count();
      })
      .toBe(0);
    // Each measurement would make the browser lay out the page while it renders.
    expect(await measurements()).toEqual([]);
    expect(visit.problems).toEqual([]);
  });

  it('shows the pods of a replica set', async () => {
    await grid('Revisions').getByRole('link').first().click();
    await visit.page.getByRole('tab', { name: 'Pods' }).click();
    await visit.page.getByText('All replicas are ready.').waitFor();
    await expect.poll(() => grid('Pods').getByRole('link', { name: 'Logs' }).count()).toBe(1);
  });
});
