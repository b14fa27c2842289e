import { beforeAll, describe, expect, it } from 'vitest';
import { askCluster, isInView, openInApp, visitApp, writeInEditor } from './browser.ts';

const POD = `apiVersion: v1
kind: Pod
metadata:
  name: IMAGE-pod
  namespace: sample
spec:
  containers:
    - name: web
      image: nginx:IMAGE
`;

const HANDLER = `export default function ({ object }) {
  console.log('labelling', object.metadata.name);
  object.metadata.labels = { ...object.metadata.labels, tested: 'in-the-lab' };
  return { object };
}
`;

const BROKEN_POLICY = `apiVersion: admissionregistration.cluster.io/v1beta1
kind: ValidatingAdmissionPolicy
metadata:
  name: broken
spec:
  matchConstraints:
    resourceRules:
      - apiGroups: ['']
        apiVersions: [v1]
        operations: [CREATE]
        resources: [pods]
  validations:
    - expression: size(
`;

const ENDLESS = 'export default () => { for (;;); }';

/** A small screen, and the screen for the rest of the suite. */
const SIZES = [
  { width: 800, height: 600 },
  { width: 1440, height: 900 },
];

/** The lab from a draft to an enabled webhook. The tests run on one page and in this order. */
describe('the admission lab', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  beforeAll(async () => {
    await openInApp(visit.page, '/lab?namespace=sample');
  });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) =>
    askCluster(visit.page, path, { type: 'application/yaml', ...init });
  const result = () => visit.page.locator('.tp-lab-result');
  const open = (name: string) => visit.page.getByRole('link', { name, exact: true }).click();
  const createPod = (image: string) =>
    ask('/api/v1/namespaces/sample/pods', { method: 'POST', body: POD.replaceAll('IMAGE', image) });

  it('dry-runs a webhook and stores nothing', async () => {
    await writeInEditor(visit.page, 'handler.js', HANDLER);
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    await result().getByText('Request would succeed').waitFor();
    await result().getByText('metadata.labels.tested').waitFor();
    await result().getByText('labelling web').waitFor();
    await result().getByRole('button', { name: 'AdmissionReview' }).click();
    await result().getByText('"patchType": "JSONPatch"').waitFor();
    await result().getByRole('button', { name: 'Resulting object' }).click();
    await result().getByText('tested: in-the-lab').waitFor();
    const { items } = await ask('/apis/admissionregistration.cluster.io/v1/mutatingwebhookconfigurations');
    expect(items).toEqual([]);
    expect((await ask('/api/v1/namespaces/sample/configmaps/add-label-code')).httpStatus).toBe(404);
  });

  it('marks an error in the handler until the code is edited', async () => {
    const marks = visit.page.locator('.squiggly-error');
    await writeInEditor(
      visit.page,
      'handler.js',
      'export default ({ object }) => {\n  return { object object };\n};\n',
    );
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    await result().getByText('handler.js:2:').first().waitFor();
    await expect.poll(() => marks.count()).toBe(1);
    await writeInEditor(visit.page, 'handler.js', HANDLER);
    await expect.poll(() => marks.count()).toBe(0);
  });

  it('enables the webhook with one click', async () => {
    await visit.page.getByRole('button', { name: 'Enable in sample' }).click();
    await visit.page.locator('.tp-lab-status').getByText('Enabled in sample').waitFor();
    expect((await ask('/api/v1/namespaces/sample/services/add-label')).metadata).toMatchObject({
      annotations: { 'tabplane.dev/local-service': 'add-label-code' },
    });
  });

  it('shows when the enabled webhook differs from the draft, and updates it', async () => {
    const force = visit.page.locator('.tp-lab-status');
    const differs = force.getByText('Differs from this draft');
    await expect.poll(() => differs.count()).toBe(0);
    await writeInEditor(visit.page, 'handler.js', `${HANDLER}\n// Later.\n`);
    await differs.waitFor();
    await force.getByRole('button', { name: 'Update' }).click();
    await differs.waitFor({ state: 'hidden' });
    const { data } = await ask('/api/v1/namespaces/sample/configmaps/add-label-code');
    expect(data).toMatchObject({ 'handler.js': expect.stringContaining('// Later.') });
  });

  it('dry-runs and enables a policy that forbids latest images', async () => {
    await visit.page.getByRole('button', { name: 'Policy', exact: true }).click();
    await visit.page.getByLabel('Example', { exact: true }).selectOption('forbid-latest');
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    await result().getByText('Denied by forbid-latest/forbid-latest-sample').waitFor();
    await visit.page.getByRole('button', { name: 'Enable in sample' }).click();
    await visit.page.locator('.tp-lab-status').getByText('Enabled in sample').waitFor();
  });

  it("shows the webhook's changes of a new pod in the object browser", async () => {
    await openInApp(visit.page, '/create/core/v1/pods?namespace=sample');
    await writeInEditor(visit.page, 'YAML', POD.replaceAll('IMAGE', '1.25').replace('1.25-', 'good-'));
    await visit.page.getByRole('button', { name: 'Create', exact: true }).click();
    await visit.page.getByRole('heading', { name: 'good-pod', level: 1 }).waitFor();
    await visit.page.getByText('tested=in-the-lab').or(visit.page.getByText('in-the-lab')).first().waitFor();
  });

  it('shows a denial in the editor and its trace', async () => {
    await openInApp(visit.page, '/create/core/v1/pods?namespace=sample');
    await writeInEditor(visit.page, 'YAML', POD.replaceAll('IMAGE', 'latest'));
    await visit.page.getByRole('button', { name: 'Create', exact: true }).click();
    await visit.page.locator('.tp-problems').getByText('Images need a tag other than latest.').waitFor();
    for (const viewport of SIZES) {
      await visit.page.setViewportSize(viewport);
      await expect.poll(() => isInView(visit.page.getByRole('link', { name: 'View request' }))).toBe(true);
    }
    await open('View request');
    const trace = visit.page.getByRole('complementary', { name: 'Request' });
    await trace.getByText('Denied by forbid-latest/forbid-latest-sample').waitFor();
    await trace.getByText('in-the-lab').first().waitFor();
    await trace.getByText('membership in system:masters').or(trace.getByText('system:masters')).first().waitFor();
  });

  it('opens the recorded request in the lab', async () => {
    await visit.page.getByRole('button', { name: 'Open in admission lab' }).click();
    await visit.page.getByRole('heading', { name: 'Admission lab' }).waitFor();
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    await result().getByText('Denied by forbid-latest/forbid-latest-sample').waitFor();
  });

  it('disables the policy', async () => {
    await visit.page.getByRole('button', { name: 'Disable' }).click();
    await visit.page.getByRole('button', { name: 'Enable in sample' }).waitFor();
    // Plugins observe the change with a delay.
    await expect.poll(async () => (await createPod('latest')).httpStatus).toBe(201);
  });

  it('stops an endless loop at its timeout while other requests proceed', async () => {
    const handler = 'metadata: {name: add-label-code, namespace: sample}\nkind: ConfigMap\napiVersion: v1\n';
    await ask('/api/v1/namespaces/sample/configmaps/add-label-code?fieldManager=test&force=true', {
      method: 'PATCH',
      type: 'application/apply-patch+yaml',
      body: `${handler}data: {handler.js: '${ENDLESS}'}\n`,
    });
    const { pod, took, longest, asked } = await visit.page.evaluate(
      async ([path, body]) => {
        const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': 'application/yaml' };
        const start = performance.now();
        let isOver = false;
        const created = fetch(path, { method: 'POST', headers, body }).then(async (response) => {
          isOver = true;
          return (await response.json()) as { code?: number; message?: string };
        });
        let [longest, asked] = [0, 0];
        while (!isOver) {
          const before = performance.now();
          await (await fetch('/api/v1/namespaces/sample/configmaps', { headers })).text();
          longest = Math.max(longest, performance.now() - before);
          asked += 1;
        }
        return { pod: await created, took: performance.now() - start, longest, asked };
      },
      ['/api/v1/namespaces/sample/pods', POD.replaceAll('IMAGE', 'looped')] as const,
    );
    expect(pod).toMatchObject({ code: 500 });
    expect(pod.message).toMatch(/failed calling webhook "add-label\.lab\.tabplane\.dev".*context deadline exceeded$/);
    expect(took).toBeGreaterThan(1900);
    expect(asked).toBeGreaterThan(2);
    expect(longest).toBeLessThan(took / 2);
    console.log(
      `while the loop ran for ${Math.round(took)} ms: ${asked} answers, the slowest after ${Math.round(longest)} ms`,
    );
  });

  it('runs webhooks after a reload in threads of the new page', async () => {
    await visit.page.goto(`${visit.url}/lab?namespace=sample`);
    await visit.page.getByRole('button', { name: 'Webhook', exact: true }).click();
    await visit.page.locator('.tp-lab-try select').selectOption('sample');
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    await result().getByText('Request would succeed').waitFor();
    await result().getByText('metadata.labels.tested').waitFor();
  });

  it('asks before an example replaces changes, shows a running dry run, and scrolls to the result below the editors', async () => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    for (const name of ['Dry run', 'Update', 'Disable'])
      expect(await isInView(visit.page.getByRole('button', { name }))).toBe(true);
    const example = visit.page.getByLabel('Example', { exact: true });
    await example.selectOption('endless');
    await visit.page.getByRole('button', { name: 'Keep my changes' }).click();
    expect(await example.inputValue()).toBe('add-label');
    await example.selectOption('endless');
    await visit.page.getByRole('button', { name: 'Replace' }).click();
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    const progress = result().getByText('Running the request through admission');
    await progress.waitFor();
    expect(await isInView(progress)).toBe(true);
    const failure = result().getByText('Failed in');
    await failure.waitFor();
    expect(await isInView(failure)).toBe(true);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('discards the result when the mode changes', async () => {
    await visit.page.getByRole('button', { name: 'Policy', exact: true }).click();
    await result().getByRole('heading', { name: 'No dry run yet' }).waitFor();
  });

  it('shows compiler errors of a policy with their layout, after a dry run by keyboard and after enabling', async () => {
    await writeInEditor(visit.page, 'YAML', BROKEN_POLICY);
    await visit.page.keyboard.press('Control+Enter');
    await result().getByText('Dry run failed').waitFor();
    await expect.poll(() => visit.page.locator('.squiggly-error').count()).toBeGreaterThan(0);
    const lines = await result().locator('.tp-message-lines').textContent();
    expect(lines).toMatch(/^ \| size\(\n \| \.+\^$/m);
    await visit.page.getByRole('button', { name: 'Enable in sample' }).click();
    await result().getByText('Enabling failed').waitFor();
  });

  it('logs no errors except for the expected denials', () => {
    expect(visit.problems.filter((problem) => !/Failed to load resource/.test(problem))).toEqual([]);
  });
});
