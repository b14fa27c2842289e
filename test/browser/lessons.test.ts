import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const DEPLOYMENT = '/apis/apps/v1/namespaces/default/deployments/web';

const FOREIGN = `
title: Notes
summary: How to write one.
minutes: 5
start:
  nodes: 0
  objects:
    - {apiVersion: v1, kind: ConfigMap, metadata: {name: given, namespace: default}}
    - apiVersion: v1
      kind: Service
      metadata: {name: spy, namespace: default, annotations: {tabplane.dev/local-service: given}}
      spec: {ports: [{port: 80}]}
state: {note: {resource: configmaps, namespace: default, name: note}}
steps:
  - title: Write
    text: '<img src="/nothing" onerror="document.title = 1"> A note is a [ConfigMap](https://evil.example).'
    tasks:
      - text: Create a note.
        check: note != null
        solution:
          - apply: [{apiVersion: v1, kind: ConfigMap, metadata: {name: note}}]
`;

describe('lessons', () => {
  const visit = visitApp({ hasSample: false });
  const panel = () => visit.page.getByRole('complementary', { name: 'Lesson' });
  const task = (text: string) => panel().getByRole('listitem').filter({ hasText: text });
  const solved = (text: string) => task(text).getByText('Solved', { exact: true });
  const start = async (name: string) => {
    await openInApp(visit.page, `/lessons/${name}`);
    // It has a cluster of its own, for which the page is loaded again. Until then, an earlier lesson may be shown.
    const loaded = visit.page.waitForEvent('load');
    await visit.page.getByRole('button', { name: 'Start lesson' }).click();
    await loaded;
    await panel()
      .getByText(/^Step 1 of/)
      .waitFor();
  };
  const replicas = async () => {
    const { spec } = await askCluster(visit.page, DEPLOYMENT);
    return (spec as { replicas: number } | undefined)?.replicas;
  };

  it('are listed in their order', async () => {
    await openInApp(visit.page, '/lessons');
    const titles = visit.page.getByRole('list', { name: 'Lessons' }).getByRole('heading');
    await titles.first().waitFor();
    const texts = await titles.allTextContents();
    expect(texts.length).toBeGreaterThanOrEqual(14);
    expect(texts[0]).toBe('1. Objects, spec and status');
    expect(texts.at(-1)).toBe('14. A controller of your own');
  });

  it('open in a cluster of their own, with their objects, and point at a control', async () => {
    await start('objects');
    await visit.page.getByRole('button', { name: 'Cluster: Objects, spec and status, Kubernetes names' }).waitFor();
    await expect.poll(replicas).toBe(1);
    await visit.page.locator('a.tp-pointed-at', { hasText: 'Deployments' }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('answer a quiz at once', async () => {
    await panel().getByRole('radio', { name: 'The scheduler' }).check();
    await panel().getByText('Not quite').waitFor();
    await panel().getByRole('radio', { name: 'The deployment controller' }).check();
    await panel()
      .getByText(/Right$/)
      .waitFor();
    await panel().getByRole('button', { name: 'Next' }).click();
  });

  it('stay open during navigation, and notice success at once', async () => {
    await panel().getByRole('link', { name: 'web' }).click();
    await visit.page.getByRole('heading', { level: 1, name: 'web' }).waitFor();
    expect(await solved('to 3').count()).toBe(0);
    await visit.page.getByRole('button', { name: 'Scale…' }).click();
    await visit.page.getByRole('dialog').getByRole('spinbutton').fill('3');
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Scale' }).click();
    await solved('to 3').waitFor();
  });

  it('explain with a hint why an object is in its state', async () => {
    await task('spec of 2').getByRole('button', { name: 'Show hint' }).click();
    await task('spec of 2')
      .getByText(/available/)
      .waitFor();
  });

  it('send the requests of a solution', async () => {
    await task('spec of 2').getByRole('button', { name: 'Show solution' }).click();
    await task('spec of 2').getByRole('button', { name: 'Send request' }).click();
    await solved('spec of 2').waitFor();
  });

  it('keep their progress over a reload', async () => {
    await visit.page.reload();
    await panel().getByText('Step 2 of 4').waitFor();
    expect(await solved('to 3').count()).toBe(1);
    expect(await solved('spec of 2').count()).toBe(1);
  });

  it('can be closed and opened again', async () => {
    await panel().getByRole('button', { name: 'Close lesson' }).click();
    await panel().waitFor({ state: 'detached' });
    await visit.page.getByRole('button', { name: 'Open lesson' }).click();
    await panel().getByText('Step 2 of 4').waitFor();
  });

  it('can be reset, with their cluster', async () => {
    await panel().getByRole('button', { name: 'Reset lesson…' }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Reset lesson' }).click();
    await panel().getByText('Step 1 of 4').waitFor();
    await expect.poll(replicas).toBe(1);
    await panel().getByRole('button', { name: 'Skip' }).click();
    expect(await solved('to 3').count()).toBe(0);
  });

  it('have code that works when it is pasted into the console', async () => {
    await start('controller');
    for (let step = 1; step < 3; step++) await panel().getByRole('button', { name: 'Skip' }).click();
    const code = (await panel().getByLabel('Code', { exact: true }).textContent()) ?? '';
    await visit.page.evaluate(code);
    await solved('Let the controller copy').waitFor();
  });

  it('of other authors name what they create, and wait for consent', async () => {
    await visit.page.goto(`${visit.url}/lessons`);
    await visit.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.yaml', mimeType: 'text/yaml', buffer: Buffer.from(FOREIGN) });
    const objects = visit.page.getByRole('list', { name: 'Objects of the lesson' });
    await objects.getByText('ConfigMap given').waitFor();
    await objects.getByText('Local service default/spy runs its code in the sandbox').waitFor();
    await visit.page.getByRole('button', { name: 'Start lesson' }).click();
    await visit.page.getByRole('region', { name: 'Consent' }).waitFor();
    await panel().getByText('A note is a ConfigMap (https://evil.example).').waitFor();
    expect(await panel().locator('img, a[href*="evil"]').count()).toBe(0);
    await task('Create a note').getByRole('button', { name: 'Show solution' }).click();
    await task('Create a note').getByRole('button', { name: 'Apply' }).click();
    await solved('Create a note').waitFor();
    await panel().getByText('You have solved this lesson.').waitFor();
  });

  it('of other authors wait for consent again after a reset', async () => {
    const consent = visit.page.getByRole('region', { name: 'Consent' });
    await consent.getByRole('button', { name: 'Accept' }).click();
    await consent.waitFor({ state: 'detached' });
    await panel().getByRole('button', { name: 'Reset lesson…' }).click();
    await visit.page.getByRole('dialog').getByRole('button', { name: 'Reset lesson' }).click();
    await consent.waitFor();
    // Another page would start it a second time.
    await panel().getByText('A note is a ConfigMap (https://evil.example).').waitFor();
  });

  it('that are not valid show the lines of their problems', async () => {
    await visit.page.goto(`${visit.url}/lessons`);
    await visit.page
      .locator('input[type=file]')
      .setInputFiles({ name: 'bad.yaml', mimeType: 'text/yaml', buffer: Buffer.from('title: T') });
    await visit.page.getByText('Line 1: steps is missing').waitFor();
  });

  it('of another origin are not opened', async () => {
    await visit.page.goto(`${visit.url}/lessons?from=https%3A%2F%2Fevil.example%2Flesson.yaml`);
    await visit.page.getByText(/opens lessons of its own origin only/).waitFor();
    expect(visit.problems).toEqual([]);
  });

  it('that cannot be rendered leave the app usable', async () => {
    await start('labels');
    await visit.page.evaluate(() => {
      const runs = JSON.parse(localStorage.getItem('tabplane.lessons') ?? '{}');
      for (const run of Object.values<{ progress: unknown }>(runs)) run.progress = { step: 0 };
      localStorage.setItem('tabplane.lessons', JSON.stringify(runs));
    });
    await visit.page.goto(`${visit.url}/requests`);
    await panel().getByText('The lesson cannot be shown').waitFor();
    await visit.page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await panel().getByRole('button', { name: 'Close lesson' }).click();
    await panel().waitFor({ state: 'detached' });
    // React reports the error that the boundary catches.
    expect(visit.problems).toEqual([expect.stringContaining("reading 'includes'")]);
  });
});
