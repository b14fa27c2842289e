import { describe, expect, it, vi } from 'vitest';
import { PATIENCE } from '../helpers/open-browser.mjs';
import { askCluster, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const SAMPLE = '/apis/apps/v1/namespaces/sample/deployments/hello';

describe('the list of a kind', () => {
  const visit = visitApp({ hasSample: true });
  const open = (path: string) => openInApp(visit.page, `/objects/${path}`);
  const act = async (name: string, action: string) => {
    await visit.page.getByRole('button', { name: `Actions for ${name}` }).click();
    await visit.page.getByRole('menuitem', { name: action }).click();
  };

  it('restarts a workload from its row, and highlights changed cells', async () => {
    await open('apps/v1/deployments?namespace=sample');
    await act('hello', 'Restart');
    await visit.page.getByText('Restarted hello').waitFor();
    const template = await askCluster(visit.page, SAMPLE);
    expect(JSON.stringify(template.spec)).toContain('restartedAt');
    await visit.page.locator('.tp-flash').first().waitFor();
  });

  it('suspends and triggers a cron job', async () => {
    const jobTemplate = {
      spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'busybox' }] } } },
    };
    const body = JSON.stringify({ metadata: { name: 'report' }, spec: { schedule: '0 0 1 1 *', jobTemplate } });
    const jobs = '/apis/batch/v1/namespaces/sample';
    await askCluster(visit.page, `${jobs}/cronjobs`, { method: 'POST', body });
    await open('batch/v1/cronjobs?namespace=sample');
    await act('report', 'Suspend');
    await visit.page.getByText('Suspended report').waitFor();
    await act('report', 'Trigger now');
    await visit.page.getByText('Triggered report').waitFor();
    const { items } = await askCluster(visit.page, `${jobs}/jobs`);
    expect((items as { metadata: { name: string } }[]).map(({ metadata }) => metadata.name)).toEqual([
      expect.stringMatching(/^report-manual-/),
    ]);
  });

  it('runs an action on many objects and reports the outcome of each', async () => {
    await open('core/v1/nodes');
    await visit.page.getByRole('checkbox', { name: 'Select simulated-node-0' }).check();
    await visit.page.getByRole('checkbox', { name: 'Select simulated-node-1' }).check();
    await visit.page.getByRole('button', { name: 'Actions', exact: true }).click();
    await visit.page.getByRole('menuitem', { name: 'Cordon 2', exact: true }).click();
    const dialog = visit.page.getByRole('dialog', { name: 'Cordoned 2 of 2' });
    await dialog.getByRole('row', { name: /simulated-node-1/ }).waitFor();
    expect(await seriousViolations(visit.page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Close', exact: true }).last().click();
    await visit.page.getByText('Ready,SchedulingDisabled').first().waitFor();
  });

  it('links the row of a pod to its log', async () => {
    await open('core/v1/pods?namespace=sample');
    await visit.page
      .getByRole('button', { name: /^Actions for hello-/ })
      .first()
      .click();
    await visit.page.getByRole('menuitem', { name: 'Logs' }).click();
    await visit.page.getByRole('tab', { name: 'Logs', selected: true }).waitFor();
  });

  it('links the row of a node to its pods and its drain', async () => {
    await open('core/v1/nodes');
    await act('simulated-node-2', 'Pods and drain');
    await visit.page.getByRole('heading', { name: 'simulated-node-2' }).waitFor();
    await visit.page.getByRole('button', { name: 'Drain…' }).waitFor();
  });

  it('scales a workload from its row', async () => {
    await open('apps/v1/deployments?namespace=sample');
    await act('hello', 'Scale…');
    const dialog = visit.page.getByRole('dialog', { name: 'Scale hello' });
    await dialog.getByRole('spinbutton', { name: 'Replicas' }).fill('4');
    await dialog.getByRole('button', { name: 'Scale', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    const { spec } = await askCluster(visit.page, SAMPLE);
    expect(spec).toMatchObject({ replicas: 4 });
  });

  it('shows the whole name in a tooltip where a name is cut', async () => {
    await open('core/v1/pods?namespace=sample');
    const link = visit.page.getByRole('link', { name: /^hello-/ }).first();
    expect(await link.getAttribute('title')).toMatch(/^hello-\w+-\w{5}$/);
  });

  it('marks the status by a color beside its word', async () => {
    await open('core/v1/nodes');
    const status = visit.page.locator('td[data-label="Status"] .tp-status').first();
    await status.waitFor();
    expect(await status.textContent()).toMatch(/^Ready/);
    const color = await status.evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    expect(color).not.toBe('rgba(0, 0, 0, 0)');
  });

  it('outlines changed cells in forced colors', async () => {
    await visit.page.emulateMedia({ forcedColors: 'active', reducedMotion: 'no-preference' });
    await open('apps/v1/deployments?namespace=sample');
    await act('hello', 'Restart');
    // A cell that changes again has a new element.
    const animated = await visit.page.waitForFunction(() => {
      const flash = document.querySelector('.tp-flash');
      const [animation] = flash?.getAnimations() ?? [];
      if (!flash || !animation) return undefined;
      animation.currentTime = 0;
      return getComputedStyle(flash).outlineStyle;
    });
    expect(await animated.jsonValue()).toBe('solid');
    await visit.page.emulateMedia({ forcedColors: 'none', reducedMotion: 'reduce' });
  });

  it('links an event to its object', async () => {
    await open('core/v1/events?namespace=sample');
    await visit.page
      .getByRole('link', { name: /^Pod hello-/ })
      .first()
      .click();
    // The pod may have been replaced.
    await visit.page.getByRole('heading', { level: 1, name: /hello-/ }).waitFor();
  });

  it('shows the whole message of an event', async () => {
    await open('core/v1/events?namespace=sample');
    const messages = visit.page.locator('td[data-label="Message"]');
    await messages.first().waitFor();
    const cut = await messages.evaluateAll(
      (cells) => cells.filter((cell) => cell.scrollWidth > cell.clientWidth).length,
    );
    expect(cut).toBe(0);
  });

  it.each([
    ['light', 'sample'],
    ['dark', 'sample,default'],
  ] as const)(
    'leaves most of a wide %s list of events in %s to their messages, without a scrollbar',
    async (colorScheme, namespaces) => {
      await visit.page.emulateMedia({ colorScheme });
      await open(`core/v1/events?namespace=${namespaces}`);
      await visit.page.locator('td[data-label="Message"]').first().waitFor();
      const widths = await visit.page
        .locator('[data-row="0"] > td[data-label]')
        .evaluateAll((cells) =>
          cells.map((cell) => ({ label: cell.getAttribute('data-label'), width: cell.clientWidth })),
        );
      const [widest, second] = widths.toSorted((one, other) => other.width - one.width);
      expect(widest?.label).toBe('Message');
      expect(widest?.width).toBeGreaterThan(1.5 * (second?.width ?? 0));
      const scroller = visit.page.locator('.tp-table-scroller');
      expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
      await visit.page.emulateMedia({ colorScheme: 'light' });
    },
  );

  it.each([800, 640])('gives the message of an event a line of its own in a window of %d pixels', async (width) => {
    await visit.page.setViewportSize({ width, height: 600 });
    await open('core/v1/events?namespace=sample,default');
    const boxOf = async (column: string) => {
      const {
        x = 0,
        y = 0,
        width: wide = 0,
      } = (await visit.page.locator(`td[data-label="${column}"]`).first().boundingBox()) ?? {};
      return { x, y, wide };
    };
    // A row that is replaced while it is measured has no box.
    await expect.poll(async () => (await boxOf('Message')).wide).toBeGreaterThan(width / 2);
    const [message, reason] = [await boxOf('Message'), await boxOf('Reason')];
    expect(message.y).toBeGreaterThan(reason.y);
    expect(message.x).toBeLessThan(reason.x);
    const placesOf = (cells: string) =>
      visit.page
        .locator(cells)
        .evaluateAll((all) => all.map((cell) => [cell.dataset.label, Math.round(cell.getBoundingClientRect().x)]));
    expect(await placesOf('thead th[data-label]')).toEqual(await placesOf('[data-row="0"] td[data-label]'));
    const overlaps = await visit.page.locator('tr.tp-row').evaluateAll(
      (rows) =>
        rows
          .flatMap((row) => [...row.children])
          .filter((cell) => {
            const below = cell.parentElement?.nextElementSibling?.getBoundingClientRect();
            return below !== undefined && cell.getBoundingClientRect().bottom > below.top + 1;
          }).length,
    );
    expect(overlaps).toBe(0);
    const scroller = visit.page.locator('.tp-table-scroller');
    expect(await scroller.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
    expect(await seriousViolations(visit.page)).toEqual([]);
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });

  it('lists the newest events first', async () => {
    await open('core/v1/events?namespace=sample');
    const first = visit.page.getByRole('grid').locator('[data-row="0"]');
    await first.waitFor();
    const { items } = await askCluster(visit.page, '/api/v1/namespaces/sample/events');
    const events = items as { message: string; metadata: { resourceVersion: string } }[];
    const newest = events.toSorted(
      (one, other) => Number(other.metadata.resourceVersion) - Number(one.metadata.resourceVersion),
    );
    expect(await first.textContent()).toContain(newest[0]?.message);
  });

  it('sorts events by the header of a small window', async () => {
    await visit.page.setViewportSize({ width: 640, height: 600 });
    await open('core/v1/events?namespace=sample');
    await visit.page.getByRole('columnheader', { name: 'Reason' }).getByRole('button').click();
    // Events appear while the test runs, and a small window shows only some of them.
    await vi.waitFor(
      async () => {
        const { items } = await askCluster(visit.page, '/api/v1/namespaces/sample/events');
        const reasons = (items as { reason: string }[]).map(({ reason }) => reason);
        expect(await visit.page.locator('td[data-label="Reason"]').first().textContent()).toBe(reasons.sort()[0]);
      },
      { timeout: PATIENCE },
    );
    await visit.page.setViewportSize({ width: 1440, height: 900 });
  });
});
