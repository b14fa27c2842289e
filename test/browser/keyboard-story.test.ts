import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { askCluster, visitApp } from './browser.ts';

/** The main story of README. Only keys: no locator is clicked, filled or focused. */
describe('a user with only a keyboard', () => {
  const visit = visitApp({ hasSample: false });
  const press = (key: string) => visit.page.keyboard.press(key);
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);

  /** Presses Tab until an element has the focus. */
  const reach = async (target: Locator) => {
    await target.waitFor();
    for (let presses = 0; presses < 120; presses += 1) {
      if (await hasFocus(target)) return;
      await press('Tab');
    }
    throw new Error(`Tab does not reach ${String(target)}`);
  };
  const heading = (name: string) => visit.page.getByRole('heading', { name, exact: true });
  const goTo = async (query: string, option: RegExp) => {
    await press('Control+k');
    await visit.page.getByRole('combobox', { name: 'Go to anything' }).waitFor();
    await visit.page.keyboard.type(query);
    await visit.page.getByRole('option', { name: option, selected: true }).waitFor();
    await press('Enter');
  };

  it('creates the sample, and opens an object', async () => {
    await reach(visit.page.getByRole('button', { name: /sample/i }).first());
    await press('Enter');
    await visit.page.getByRole('link', { name: 'greeting' }).waitFor();
    await goTo('greeting', /^greeting ConfigMap in sample/);
    await heading('greeting').waitFor();
  });

  it('edits the object, and saves it with Ctrl+S', async () => {
    await goTo(':edit', /^Edit YAML/);
    await visit.page.locator('.view-line', { hasText: 'blue' }).waitFor();
    await reach(visit.page.getByRole('textbox', { name: 'YAML' }));
    await press('Control+End');
    await visit.page.keyboard.insertText('  keyed: by hand');
    await press('Control+s');
    const stored = async () => (await askCluster(visit.page, '/api/v1/namespaces/sample/configmaps/greeting')).data;
    await expect.poll(stored).toMatchObject({ keyed: 'by hand' });
  });

  it('opens the change in the timeline', async () => {
    await goTo('timeline', /^Timeline/);
    await reach(visit.page.getByLabel('Events, newest first'));
    await press('Home');
    await visit.page.getByRole('complementary', { name: 'Event' }).waitFor();
  });

  it('checks the access of a user', async () => {
    await goTo('access', /^Access/);
    await heading('Access').waitFor();
    await reach(visit.page.getByLabel('Subject', { exact: true }));
    await press('ArrowDown');
    await reach(visit.page.getByLabel('User name'));
    await press('Control+a');
    await visit.page.keyboard.type('bob');
    await press('Enter');
    await heading('Denied').waitFor();
  });
});
