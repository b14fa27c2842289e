import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
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
  /** Returns the name of a group in the names that the cluster uses. */
  const groupOf = async (start: string) =>
    ((await ask('/apis')).groups as readonly { readonly name: string }[]).find(({ name }) => name.startsWith(start))
      ?.name;
  const podNames = async () =>
    ((await ask(PODS)).items as unknown as readonly StoredPod[]).map(({ metadata }) => metadata.name);

  it('let the containers of a pod hang and crash, and are taken back', async () => {
    await expect.poll(available, { timeout: 30_000 }).toBe(3);
    const [name = ''] = await podNames();
    const container = async () =>
      ((await ask(`${PODS}/${name}`)) as unknown as StoredPod).status.containerStatuses?.[0];
    await openInApp(visit.page, `/objects/core/v1/pods/sample/${name}`);
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
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello');
    await visit.page.getByText('Others only fail on request.').waitFor();
    await turn('Lose image', true);
    await visit.page
      .getByText(/cannot be pulled/)
      .first()
      .waitFor();
    await turn('Lose image', false);
    await expect.poll(available, { timeout: 30_000 }).toBe(3);
  });

  it('of the API let its share of requests fail, and are taken back', async () => {
    await openInApp(visit.page, '/controllers');
    const share = (text: string) =>
      visit.page.getByRole('group', { name: 'Failing requests' }).getByRole('button', { name: text });
    const failed = async () => {
      const answers = await Promise.all(Array.from({ length: 40 }, () => ask(PODS)));
      return answers.filter(({ httpStatus }) => httpStatus === 503).length;
    };
    await share('50 %').click();
    await expect.poll(failed).toBeGreaterThan(0);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await share('None').click();
    await expect.poll(failed).toBe(0);
  });

  it('of a webhook let requests fail as its failure policy says, and are taken back', async () => {
    const webhook = {
      ...{ name: 'check.example.com', sideEffects: 'None', admissionReviewVersions: ['v1'], failurePolicy: 'Fail' },
      clientConfig: { url: 'https://check.example.com' },
      rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }],
    };
    const hooks = `/apis/${await groupOf('admissionregistration')}/v1/validatingwebhookconfigurations`;
    await ask(hooks, { method: 'POST', body: JSON.stringify({ metadata: { name: 'check' }, webhooks: [webhook] }) });
    await openInApp(visit.page, `/objects/${hooks.slice('/apis/'.length)}/-/check`);
    const fault = (text: string) =>
      visit.page.getByRole('group', { name: 'Fault of check.example.com' }).getByRole('button', { name: text });
    const create = async () => {
      const body = JSON.stringify({ metadata: { generateName: 'a-' } });
      return (await ask('/api/v1/namespaces/sample/configmaps', { method: 'POST', body })).message as
        | string
        | undefined;
    };
    await fault('Unreachable').click();
    await expect.poll(create).toMatch(/failed calling webhook "check\.example\.com".*a fault that a user switched on/);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await fault('None').click();
    await expect.poll(create).not.toMatch(/a fault that a user switched on/);
    await ask(`${hooks}/check`, { method: 'DELETE' });
  });

  it('are absent where nodes are not simulated', async () => {
    const body = JSON.stringify({ metadata: { name: 'real' } });
    await ask('/api/v1/nodes', { method: 'POST', body });
    const pod = {
      metadata: { name: 'on-real' },
      spec: { nodeName: 'real', containers: [{ name: 'a', image: 'nginx' }] },
    };
    await ask(PODS, { method: 'POST', body: JSON.stringify(pod) });
    await openInApp(visit.page, '/objects/core/v1/pods/sample/on-real');
    await visit.page.getByRole('heading', { level: 2, name: 'Metadata' }).waitFor();
    expect(await faults().count()).toBe(0);
  });
});
