import { describe, expect, it } from 'vitest';
import { askCluster, createSample, killWorkers, openInApp, visitApp, writeInEditor } from './browser.ts';

const POD = `apiVersion: v1
kind: ConfigMap
metadata:
  name: walked
  namespace: sample
  labels:
    made: by-hand
data:
  step: one
`;

/** A realistic text to paste: several kinds, an object before its definition, flow style and a comment. */
const PASTE = `# The whole shop
apiVersion: v1
kind: Namespace
metadata: {name: shop}
---
apiVersion: shop.example.com/v1
kind: Widget
metadata: {name: first, namespace: shop}
spec: {size: 3}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: web, namespace: shop}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
        - name: web
          image: nginx:1.25
          env:
            - {name: COLOUR, value: blue}
            - {name: SIZE, value: "3"}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: shop}
spec:
  selector: {app: web}
  ports: [{port: 80, targetPort: 8080}]
---
apiVersion: v1
kind: ConfigMap
metadata: {name: settings, namespace: shop}
data: {key: value}
---
apiVersion: apiextensions.cluster.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.shop.example.com}
spec:
  group: shop.example.com
  scope: Namespaced
  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}
  versions:
    - name: v1
      served: true
      storage: true
      schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer}}}}}}
`;

/** The first session of a user. The tests run on one page and in this order. */
describe('a visitor', () => {
  const visit = visitApp({ hasSample: false });

  const ask = (path: string, init?: Parameters<typeof askCluster>[2]) => askCluster(visit.page, path, init);

  it('opens the app and finds a working cluster without a reload', async () => {
    await visit.page.getByText('Connected').first().waitFor();
    expect(await visit.page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  it('creates the sample with one click', () => createSample(visit.page));

  it('creates an object from YAML', async () => {
    await openInApp(visit.page, '/create/core/v1/configmaps?namespace=sample');
    await writeInEditor(visit.page, 'YAML', POD);
    await visit.page
      .getByRole('button', { name: /^create/i })
      .last()
      .click();
    await expect.poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).kind).toBe('ConfigMap');
  });

  it('sees the object and its live changes in the table', async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps?namespace=sample');
    await visit.page.getByRole('link', { name: 'walked' }).waitFor();
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'arrived-later' } }),
    });
    await visit.page.getByRole('link', { name: 'arrived-later' }).waitFor();
  });

  it('sees earlier changes and their authors on the timeline', async () => {
    await ask('/api/v1/namespaces/sample/configmaps/walked', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { step: 'two' } }),
    });
    await ask('/api/v1/namespaces/sample/configmaps/arrived-later', { method: 'DELETE' });
    await openInApp(visit.page, '/timeline?namespace=sample');
    await visit.page.getByRole('option', { name: /DELETED ConfigMap sample\/arrived-later .*admin/ }).waitFor();
    await visit.page.getByRole('option', { name: /MODIFIED ConfigMap sample\/walked .*admin/ }).click();
    await visit.page.getByRole('complementary', { name: 'Event' }).getByText('data.step').waitFor();
  });

  it('zooms around the selected event, and keeps the range across a reload', async () => {
    const mark = visit.page.locator('.tp-mark-selected');
    const place = async () => Math.round((await mark.boundingBox())?.x ?? Number.NaN);
    const zoomIn = visit.page.getByRole('button', { name: 'Zoom in' });
    await zoomIn.click();
    await visit.page.waitForURL(/range=/); // The axis no longer moves.
    const [before, address] = [await place(), visit.page.url()];
    await zoomIn.click();
    await visit.page.waitForURL((url) => url.href !== address);
    expect(Math.abs((await place()) - before)).toBeLessThanOrEqual(1);
    await visit.page.reload();
    await visit.page.getByRole('option', { name: /MODIFIED ConfigMap sample\/walked .*admin/ }).waitFor();
    expect(await visit.page.getByRole('button', { name: 'Custom time range' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('sees the history of existing and deleted objects', async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps/sample/walked?tab=history');
    const changes = visit.page.getByRole('list', { name: 'Changes, newest first' });
    await changes.getByText('data.step').waitFor();
    await changes.getByText('Created').waitFor();
    await openInApp(visit.page, '/objects/core/v1/configmaps/sample/arrived-later');
    await visit.page.getByRole('heading', { name: 'ConfigMap “arrived-later” was deleted' }).waitFor();
    await visit.page.getByText('Deleted by admin').waitFor();
    await changes.getByRole('link', { name: 'View request' }).first().click();
    await visit.page.getByRole('heading', { name: 'delete configmaps arrived-later' }).waitFor();
  });

  it('edits the object in the editor', async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps/sample/walked?tab=yaml');
    await writeInEditor(visit.page, 'YAML', POD.replace('step: one', 'step: three'));
    await visit.page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).data)
      .toEqual({ step: 'three' });
  });

  it('is warned of a field that the server drops', async () => {
    await writeInEditor(visit.page, 'YAML', `${POD.replace('step: one', 'step: four')}nonsense: 1\n`);
    await visit.page.keyboard.press('Control+s');
    await visit.page.getByText('unknown field "nonsense"').waitFor();
    expect((await ask('/api/v1/namespaces/sample/configmaps/walked')).data).toEqual({ step: 'four' });
  });

  it('applies objects of several kinds and a definition, and sees all results', async () => {
    await openInApp(visit.page, '/create/core/v1/pods?namespace=sample');
    await visit.page.getByRole('link', { name: 'Apply YAML' }).click();
    await visit.page.getByRole('heading', { name: 'Apply YAML' }).waitFor();
    await writeInEditor(visit.page, 'YAML', PASTE);
    await visit.page.getByRole('button', { name: 'Apply', exact: true }).click();
    await visit.page.getByRole('heading', { name: '6 objects stored' }).waitFor();
    const results = visit.page.locator('.tp-write-results');
    expect(await results.getByText('Created').count()).toBe(6);
    await results.getByRole('link', { name: 'first' }).waitFor();
    expect((await ask('/apis/shop.example.com/v1/namespaces/shop/widgets/first')).spec).toEqual({ size: 3 });
  });

  it('sees schema warnings only at objects with that schema', async () => {
    const warnings = visit.page.locator('.tp-problems li');
    await writeInEditor(visit.page, 'YAML', PASTE.replace('replicas: 2', 'replicas: two'));
    await expect
      .poll(() => warnings.allInnerTexts())
      .toEqual([expect.stringContaining('The value must be an integer.')]);
    await writeInEditor(visit.page, 'YAML', PASTE);
    await expect.poll(() => warnings.count()).toBe(0);
  });

  it('sees an error at its field and skipped objects until the text is rewritten', async () => {
    const refused = PASTE.replace('value: "3"', 'value: 3').replaceAll('namespace: shop', 'namespace: sample');
    await writeInEditor(visit.page, 'YAML', refused);
    await visit.page.getByRole('button', { name: 'Create only' }).click();
    await visit.page.getByRole('button', { name: 'Create', exact: true }).click();
    const problem = visit.page.locator('.tp-problems li', { hasText: 'cannot unmarshal number into Go struct field' });
    await problem.waitFor();
    const line = refused.split('\n').findIndex((one) => one.includes('SIZE')) + 1;
    expect(await problem.textContent()).toContain(`Line ${line}`);
    const results = visit.page.locator('.tp-write-results');
    await results.getByRole('button', { name: /^Retry \d/ }).waitFor();
    await results.getByText('An earlier object failed.').first().waitFor();
    await writeInEditor(visit.page, 'YAML', POD);
    await expect.poll(() => problem.count()).toBe(0);
    await expect.poll(() => results.count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Start over' }).click();
  });

  it('gets completions for fields, not for types', async () => {
    await writeInEditor(visit.page, 'YAML', 'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: a\nspec:');
    await visit.page.keyboard.press('Control+End');
    await visit.page.keyboard.press('Enter');
    const rows = visit.page.locator('.suggest-widget .monaco-list-row');
    await expect
      .poll(async () => {
        const offered = (await rows.allInnerTexts()).map((row) => row.trim());
        if (offered.includes('replicas')) return offered;
        // Completions requested before the schema was loaded are words of the text, and stay open until they are closed.
        if (offered.length > 0) await visit.page.keyboard.press('Escape');
        await visit.page.keyboard.press('Control+Space');
        return offered;
      })
      .toContain('replicas');
    const offered = (await rows.allInnerTexts()).join();
    expect(offered).not.toMatch(/DeploymentSpec|null/);
    const label = rows.locator('a').first();
    expect(await label.evaluate((element) => getComputedStyle(element).textDecorationLine)).toBe('none');
    await visit.page.keyboard.press('Escape');
    await visit.page.getByRole('button', { name: 'Start over' }).click();
  });

  it('checks access and sees the granting rule', async () => {
    await openInApp(visit.page, '/access');
    await visit.page
      .getByText(/allowed/i)
      .first()
      .waitFor();
  });

  it('finds everything after a reload', async () => {
    await openInApp(visit.page, '/objects/core/v1/configmaps?namespace=sample');
    await visit.page.reload();
    await visit.page.getByRole('link', { name: 'walked' }).waitFor();
  });

  it('sees changes after the worker is killed', async () => {
    await killWorkers(visit.context, visit.page);
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'after-the-death' } }),
    });
    await visit.page.getByRole('link', { name: 'after-the-death' }).waitFor();
    expect(await visit.page.getByRole('link', { name: 'after-the-death' }).count()).toBe(1);
  });

  it('keeps the timeline and its authors after a killed worker and a reload', async () => {
    await openInApp(visit.page, '/timeline?namespace=sample&filter=arrived-later');
    const deletion = visit.page.getByRole('option', { name: /DELETED ConfigMap sample\/arrived-later .*admin/ });
    await deletion.waitFor();
    await killWorkers(visit.context, visit.page);
    await visit.page.reload();
    await deletion.waitFor();
  });

  it('logs no errors except for the killed worker', () => {
    expect(
      visit.problems.filter((problem) => !/Failed to load resource|network error|unknown field/.test(problem)),
    ).toEqual([]);
  });
});
