import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';

/** Commands of the palette. */
describe('the palette', () => {
  const visit = visitApp({ hasSample: true });
  const palette = () => visit.page.getByRole('combobox', { name: 'Go to anything' });
  const type = async (query: string, option: RegExp) => {
    await visit.page.keyboard.press('Control+k');
    await palette().fill(query);
    await visit.page.getByRole('option', { name: option, selected: true }).waitFor();
    await visit.page.keyboard.press('Enter');
    await palette().waitFor({ state: 'detached' });
  };
  const openHello = async () => {
    await openInApp(visit.page, '/objects/apps/v1/deployments/sample/hello');
    await visit.page.getByRole('heading', { level: 1, name: 'hello' }).waitFor();
  };
  const openPod = async () => {
    const { items } = (await askCluster(visit.page, '/api/v1/namespaces/sample/pods')) as unknown as {
      items: { metadata: { name: string } }[];
    };
    const name = items[0]?.metadata.name ?? '';
    await openInApp(visit.page, `/objects/core/v1/pods/sample/${name}`);
    await visit.page.getByRole('heading', { level: 1, name }).waitFor();
  };

  it('lists a kind by its short name in a namespace', async () => {
    await type(':po -n sample', /^Pods in sample/);
    await visit.page.getByRole('heading', { level: 1, name: 'Pods' }).waitFor();
    expect(new URL(visit.page.url()).searchParams.get('namespace')).toBe('sample');
    await visit.page
      .getByRole('link', { name: /^hello-/ })
      .first()
      .waitFor();
  });

  it('completes a namespace, and filters the list by further words', async () => {
    await type(':cm greet -n sam', /^ConfigMaps in sample/);
    await visit.page.getByRole('link', { name: 'greeting', exact: true }).waitFor();
    await expect.poll(() => visit.page.getByRole('textbox', { name: 'Filter by any text' }).inputValue()).toBe('greet');
  });

  it('lists all namespaces with -A', async () => {
    await type(':cm -A', /^ConfigMaps in all namespaces/);
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('namespace')).toBeNull();
    await visit.page.getByRole('link', { name: 'greeting', exact: true }).waitFor();
  });

  it('puts an object whose name is the query before those whose names begin with it', async () => {
    const body = JSON.stringify({ metadata: { name: 'greet' } });
    await askCluster(visit.page, '/api/v1/namespaces/sample/configmaps', { method: 'POST', body });
    await type('greet', /^greet ConfigMap in sample/);
    await visit.page.getByRole('heading', { level: 1, name: 'greet', exact: true }).waitFor();
  });

  it('scales the object in view', async () => {
    await openHello();
    await type(':scale', /^Scale…/);
    const dialog = visit.page.getByRole('dialog', { name: 'Scale hello' });
    await dialog.getByRole('spinbutton', { name: 'Replicas' }).fill('3');
    await visit.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    const { spec } = await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/deployments/hello');
    expect(spec).toMatchObject({ replicas: 3 });
  });

  it('opens the log of the pod in view, and returns to its reasons', async () => {
    await openPod();
    await type(':logs', /^Logs/);
    await visit.page.getByRole('textbox', { name: 'Search the log' }).waitFor();
    await type(':why', /^Why/);
    await expect.poll(() => new URL(visit.page.url()).searchParams.get('tab')).toBeNull();
  });

  it('restarts and deletes the object in view', async () => {
    await openHello();
    await type(':restart', /^Restart/);
    await visit.page.getByText('Restarted hello').waitFor();
    await type(':delete', /^Delete…/);
    const dialog = visit.page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Delete', exact: true }).press('Enter');
    await visit.page.getByRole('heading', { level: 1, name: 'Deployments' }).waitFor();
    const { items } = await askCluster(visit.page, '/apis/apps/v1/namespaces/sample/deployments');
    expect(JSON.stringify(items)).not.toContain('"name":"hello"');
  });

  it('offers no verbs outside of the page of an object', async () => {
    await openInApp(visit.page, '/requests');
    await visit.page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
    await visit.page.keyboard.press('Control+k');
    await palette().fill(':scale');
    // The name of a kind contains the word, too.
    await visit.page.getByRole('option', { name: /^HorizontalPodAutoscalers/ }).waitFor();
    expect(await visit.page.getByRole('option', { name: /^Scale…/ }).count()).toBe(0);
    await visit.page.keyboard.press('Escape');
  });

  it('is explained by the list of shortcuts', async () => {
    await visit.page.keyboard.press('?');
    await visit.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText(':po -n shop').waitFor();
    await visit.page.keyboard.press('Escape');
  });

  it('logs nothing on the console but the question why about the object that is deleted', () => {
    expect(visit.problems.filter((problem) => !/404 .*\/why\?/.test(problem))).toEqual([]);
  });
});
