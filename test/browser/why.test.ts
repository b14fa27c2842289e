import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const DEPLOYMENT = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the card Why?', () => {
  const visit = visitApp({ hasSample: true });

  const open = (path: string) => visit.page.goto(`${visit.url}${path}`);
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
});
