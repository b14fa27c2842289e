import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const WIDE = { width: 1440, height: 900 };
const NARROW = { width: 800, height: 600 };

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the card Why?', () => {
  const visit = visitApp({ hasSample: true });

  const open = (path: string) => openInApp(visit.page, path);
  const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
  const card = () => visit.page.locator('.pf-v6-c-card', { has: heading('Why?') });
  const patch = (path: string, body: object) =>
    askCluster(visit.page, path, {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify(body),
    });

  it('is absent while there are no problems', async () => {
    await open('/objects/apps/v1/deployments/sample/hello');
    await visit.page.locator('.tp-header').getByText('Ready', { exact: true }).waitFor();
    await heading('Relations').waitFor();
    expect(await card().count()).toBe(0);
  });

  it('appears when pods cannot run, with the chain of causes', async () => {
    await patch(DEPLOYMENT, { spec: { template: { spec: { nodeSelector: { disk: 'none' } } } } });
    await card()
      .getByText(/because no node has the label disk=none of its node selector\.$/)
      .waitFor();
    const causes = card().getByRole('list', { name: 'Causes', exact: true });
    await causes.getByText(/^One pod has no node since/).waitFor();
    await causes
      .getByRole('list', { name: 'Because' })
      .getByText(/^No node has the label disk=none/)
      .waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('has an explanation of each condition and count, with evidence and keyboard access', async () => {
    const dialog = visit.page.getByRole('dialog');
    const explain = async (name: string) => {
      await visit.page.getByRole('button', { name, exact: true }).focus();
      await visit.page.keyboard.press('Enter');
      await dialog.getByRole('heading', { name, exact: true }).waitFor();
    };
    await visit.page.getByRole('row', { name: /^Progressing/ }).waitFor();
    await explain('Why? Progressing is true');
    await dialog.getByText(/^Progressing is true since .+: its newest template is rolled out, or/).waitFor();
    await dialog.getByRole('list', { name: 'Evidence' }).getByRole('link', { name: 'Deployment hello' }).waitFor();
    await visit.page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await explain('Why? 1 of 3 updated');
    await dialog.getByText(/^1 of 3 updated: one pod has no node since .+, because no node has the label/).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.keyboard.press('Escape');
  });

  it('explains the counts of each revision', async () => {
    await open('/objects/apps/v1/deployments/sample/hello?tab=rollout');
    await visit.page.getByRole('button', { name: 'Why? 0 of 1 ready of revision 2' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByText(/^0 of 1 ready: one pod has no node since .+, because no node has the label/).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.keyboard.press('Escape');
  });

  it('has the same explanation in the menu of a row', async () => {
    await open('/objects/apps/v1/deployments?namespace=sample');
    await visit.page.getByRole('button', { name: 'Actions for hello' }).click();
    await visit.page.getByRole('menuitem', { name: 'Why is it so?' }).click();
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('heading', { name: 'Why is hello in its state?' }).waitFor();
    await dialog.getByText(/because no node has the label disk=none of its node selector\.$/).waitFor();
    await visit.page.keyboard.press('Escape');
    await open('/objects/apps/v1/deployments/sample/hello');
    await card().waitFor();
  });

  it('has the same explanation beside the status of a row, with keyboard access, unless the row is healthy', async () => {
    await open('/objects/core/v1/pods?namespace=sample&sort=Status');
    const button = (name: RegExp) => visit.page.getByRole('button', { name });
    await visit.page.getByRole('row', { name: /Pending/ }).waitFor();
    expect(await button(/^Why\? .+ is Running$/).count()).toBe(0);
    for (const size of [WIDE, NARROW]) {
      await visit.page.setViewportSize(size);
      await button(/^Why\? hello-.+ is Pending$/).focus();
      await visit.page.keyboard.press('Enter');
      const dialog = visit.page.getByRole('dialog');
      await dialog
        .getByText(/because no node has the label disk=none of its node selector\.$|^Unschedulable/)
        .waitFor();
      await visit.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      const { x = 0, width = 0 } = (await button(/is Pending$/).boundingBox()) ?? {};
      const cell = await visit.page
        .locator('.tp-row > [data-label=Status]', { has: button(/is Pending$/) })
        .boundingBox();
      expect(x + width).toBeLessThanOrEqual((cell?.x ?? 0) + (cell?.width ?? 0));
    }
    await visit.page.setViewportSize(WIDE);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await open('/objects/apps/v1/deployments/sample/hello');
    await card().waitFor();
  });

  it('links to the evidence', async () => {
    await card()
      .getByRole('link', { name: /^Pod hello-/ })
      .first()
      .click();
    await visit.page.getByRole('heading', { level: 1, name: /^hello-/ }).waitFor();
    await card().getByText('Unschedulable: no node has the label disk=none of its node selector.').waitFor();
  });

  it('disappears when the cause is fixed', async () => {
    await open('/objects/apps/v1/deployments/sample/hello');
    await card().waitFor();
    await patch(DEPLOYMENT, { spec: { template: { spec: { nodeSelector: null } } } });
    await card().waitFor({ state: 'detached' });
  });

  it('tries a fix as a dry run, and then applies it', async () => {
    const { items } = (await askCluster(visit.page, '/api/v1/nodes')) as unknown as {
      items: { metadata: { name: string } }[];
    };
    const name = items[0]?.metadata.name ?? '';
    await patch(`/api/v1/nodes/${name}`, { spec: { unschedulable: true } });
    await open(`/objects/core/v1/nodes/-/${name}`);
    await card().getByText(`Cordoned: node ${name} is cordoned, so the scheduler assigns no new pods to it.`).waitFor();
    await card()
      .getByRole('button', { name: `Try as a dry run: Uncordon node ${name}` })
      .click();
    await card().getByText('Request would succeed.').waitFor();
    const node = await askCluster(visit.page, `/api/v1/nodes/${name}`);
    expect(node.spec).toMatchObject({ unschedulable: true });
    await card()
      .getByRole('button', { name: `Uncordon node ${name}`, exact: true })
      .click();
    await card().waitFor({ state: 'detached' });
  });

  it('explains how many pods must be healthy, and how many replicas are desired', async () => {
    const create = (path: string, body: object) =>
      askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) });
    const metadata = { name: 'hello' };
    await create('/apis/policy/v1/namespaces/sample/poddisruptionbudgets', {
      ...{ apiVersion: 'policy/v1', kind: 'PodDisruptionBudget', metadata },
      spec: { minAvailable: 2, selector: { matchLabels: { app: 'hello' } } },
    });
    await create('/apis/autoscaling/v2/namespaces/sample/horizontalpodautoscalers', {
      ...{ apiVersion: 'autoscaling/v2', kind: 'HorizontalPodAutoscaler', metadata },
      spec: { maxReplicas: 5, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'absent' } },
    });
    const dialog = visit.page.getByRole('dialog');
    await open('/objects/policy/v1/poddisruptionbudgets/sample/hello');
    await visit.page.getByRole('button', { name: 'Why? 2 must be healthy', exact: true }).press('Enter');
    await dialog.getByText(/^2 must be healthy: minAvailable requires 2 of its /).waitFor();
    await open('/objects/autoscaling/v2/horizontalpodautoscalers/sample/hello');
    await visit.page.getByRole('button', { name: 'Why? 0 replicas desired', exact: true }).press('Enter');
    await dialog.getByText('0 replicas desired: its scale target Deployment absent does not exist.').waitFor();
  });
});
