import { describe, expect, it } from 'vitest';
import { openInApp, visitApp, writeInEditor } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const SHOP = `
apiVersion: v1
kind: Service
metadata: {name: shop}
spec: {selector: {app: shop}, ports: [{port: 80}]}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: web, image: nginx}]}
`;

describe('following a change', () => {
  const visit = visitApp({ hasSample: true });
  const tree = () => visit.page.getByRole('list', { name: 'Followed change' });
  const step = (text: RegExp) => tree().locator('.tp-follow-text').filter({ hasText: text }).first();
  const resultOf = (name: string) => visit.page.locator('.tp-write-results tr', { hasText: `Deployment ${name}` });
  const heading = () => visit.page.getByRole('heading', { level: 1, name: 'Follow a change' });

  it('shows an apply from its request to the endpoints, while the cluster works', async () => {
    await openInApp(visit.page, '/apply?namespace=sample');
    await writeInEditor(visit.page, 'YAML', SHOP);
    await visit.page.getByRole('button', { name: 'Apply', exact: true }).click();
    const row = resultOf('shop');
    await row.getByRole('link', { name: 'Follow this change' }).click();
    await heading().waitFor();

    await step(/^\S+ created Deployment shop$/).waitFor();
    await step(/^deployment-controller created ReplicaSet shop-/).waitFor();
    await step(/^replicaset-controller created Pod shop-/).waitFor();
    await step(/^kube-scheduler bound Pod shop-\S+, because \d of \d checked nodes fit/).waitFor();
    await step(/^node-simulation updated the status of Pod shop-/).waitFor();
    await step(/^endpoints-controller updated Endpoints shop$/).waitFor();
    await step(/^deployment-controller updated the status of Deployment shop$/).waitFor();
    const request = tree().getByRole('list', { name: 'Request' });
    await request.getByText(/^Admission: \d+ plugins allowed it/).waitFor();
    await request.getByText(/^Stored: revision \d+$/).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('opens the rule, the requests and the changes of a step', async () => {
    await tree()
      .getByRole('button', { name: /^Details of kube-scheduler and shop-/ })
      .first()
      .click();
    await tree()
      .getByText('Binds a pod without a node to the node with the highest score among those that fit.')
      .waitFor();
    await tree().getByText('spec.nodeName').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await tree().getByRole('list', { name: 'Writes' }).getByRole('link', { name: 'View request' }).first().click();
    await visit.page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await visit.page.getByRole('button', { name: 'Follow this change' }).click();
    await heading().waitFor();
    await visit.page
      .getByText(/^kube-scheduler bound pods\/shop-.* because \S+ created deployments\.apps\/shop\./)
      .waitFor();
    await visit.page.getByRole('link', { name: 'Follow from its first cause' }).click();
    await step(/^\S+ created Deployment shop$/).waitFor();
  });

  it('stands still with the cluster, and goes on by single steps', async () => {
    await visit.page.getByRole('button', { name: 'Pause the cluster' }).click();
    await visit.page.getByRole('button', { name: 'Resume the cluster' }).waitFor();
    await openInApp(visit.page, '/apply?namespace=sample');
    await writeInEditor(visit.page, 'YAML', SHOP.replaceAll('shop', 'paused'));
    await visit.page.getByRole('button', { name: 'Apply', exact: true }).click();
    const row = resultOf('paused');
    await row.getByRole('link', { name: 'Follow this change' }).click();
    await step(/^\S+ created Deployment paused$/).waitFor();
    expect(await tree().locator('.tp-follow-text').count()).toBe(1);
    await visit.page.getByRole('button', { name: 'Step by 1 second' }).click();
    await step(/^kube-scheduler bound Pod paused-/).waitFor();
    await visit.page.getByRole('button', { name: 'Resume the cluster' }).click();
    await step(/^endpoints-controller updated Endpoints paused$/).waitFor();
  });

  it('starts from the page of an object', async () => {
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/shop');
    await visit.page.getByRole('button', { name: 'More' }).click();
    await visit.page.getByRole('menuitem', { name: 'Follow the last change' }).click();
    await step(/^\S+ created Deployment shop$/).waitFor();
  });

  it('says when a change is not recorded', async () => {
    await openInApp(visit.page, '/follow?revision=1');
    await visit.page.getByRole('heading', { name: 'This change is not recorded' }).waitFor();
    await openInApp(visit.page, '/follow');
    await visit.page.getByRole('heading', { name: 'No change selected' }).waitFor();
  });
});
