import { describe, expect, it } from 'vitest';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';
import { sidewaysScrollers } from './sideways-scrollers.ts';
import { VIEWS } from './views.ts';

describe('accessibility of', () => {
  const visit = visitApp({ hasSample: true, hasNodes: false });

  /** Waits until a view shows what the server knows. */
  const shown = async () => {
    await visit.page.locator('main :is(h1, h2)').first().waitFor();
    await visit.page.waitForTimeout(800);
  };
  const emulate = (colorScheme: 'light' | 'dark') => visit.page.emulateMedia({ colorScheme });
  /** Opens a view in a page without the dialogs of an earlier test. */
  const open = async (path: string, colorScheme: 'light' | 'dark') => {
    await emulate(colorScheme);
    await visit.page.goto(`${visit.url}${path}`);
    await shown();
  };

  it.each(VIEWS)('the view %s, in light in a window of 800 pixels, which it fits, and in dark', async (path) => {
    await visit.page.setViewportSize({ width: 800, height: 600 });
    await emulate('light');
    await openInApp(visit.page, path);
    await shown();
    expect(await seriousViolations(visit.page)).toEqual([]);
    expect(await sidewaysScrollers(visit.page)).toEqual([]);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
    await visit.page.emulateMedia({ colorScheme: 'dark' });
    await visit.page.locator('html.pf-v6-theme-dark').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('dialogs and the palette in %s', async (colorScheme) => {
    await open('/certificates', colorScheme);
    await visit.page.getByRole('button', { name: 'Create request' }).click();
    await visit.page.getByLabel('Request name').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.keyboard.press('Escape');
    await visit.page.keyboard.press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('a result of the lab in %s', async (colorScheme) => {
    await open('/lab?namespace=sample', colorScheme);
    await visit.page.getByRole('button', { name: 'Dry run' }).click();
    for (const name of ['AdmissionReview', 'Resulting object']) await visit.page.getByRole('button', { name }).click();
    await visit.page.getByText('"patchType": "JSONPatch"').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it.each(['light', 'dark'] as const)('a node, its drain and the log of its pod in %s', async (colorScheme) => {
    const node = { metadata: { name: 'one', annotations: { 'simulation.tabplane.dev/node': 'true' } } };
    const pod = {
      metadata: { name: 'talker' },
      spec: { nodeName: 'one', containers: [{ name: 'a', image: 'nginx' }] },
    };
    await askCluster(visit.page, '/api/v1/nodes', { method: 'POST', body: JSON.stringify(node) });
    await askCluster(visit.page, '/api/v1/namespaces/sample/pods', { method: 'POST', body: JSON.stringify(pod) });
    await open('/objects/core/v1/nodes/-/one?tab=pods', colorScheme);
    await visit.page.getByText('KubeletReady').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.getByRole('button', { name: 'Drain…' }).click();
    await visit.page.getByText('sample/talker has no controller').waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await open('/objects/core/v1/pods/sample/talker?tab=logs', colorScheme);
    await visit.page.getByRole('textbox', { name: 'Search the log' }).fill('worker');
    await visit.page.locator('mark').first().waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });

  it('the page of a user without access', async () => {
    await open('/access?subject=user&user=nobody&namespace=sample', 'light');
    await visit.page.getByRole('button', { name: 'Impersonate nobody' }).click();
    await open('/objects/core/v1/secrets', 'light');
    await visit.page.getByRole('heading', { name: 'Access denied for nobody' }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
  });
});
