import { expect, it } from 'vitest';
import { visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const visit = visitApp({ hasSample: false });
const fontSize = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

it('presents with large type and visible keys, also after a reload', async () => {
  await visit.page.goto(`${visit.url}/demos`);
  expect(await fontSize()).toBe('16px');
  await visit.page.getByRole('switch', { name: 'Present in this window' }).check({ force: true });
  await expect.poll(fontSize).toBe('20.8px');
  await visit.page.keyboard.press('Control+k');
  await visit.page.locator('kbd', { hasText: 'Ctrl+K' }).waitFor();
  await visit.page.keyboard.type('x');
  await visit.page.keyboard.press('Escape');
  await visit.page.locator('kbd', { hasText: 'Escape' }).waitFor();
  await visit.page.reload();
  await expect.poll(fontSize).toBe('20.8px');
  expect(await seriousViolations(visit.page)).toEqual([]);
});

it('has windows follow each other', async () => {
  const opening = visit.context.waitForEvent('page');
  await visit.page.getByRole('button', { name: 'Open second window' }).click();
  const second = await opening;
  await second.getByRole('heading', { level: 1, name: 'Demos' }).waitFor();
  await second.locator('html.tp-presenting').waitFor({ state: 'attached' });
  await visit.page.getByRole('link', { name: 'Timeline' }).click();
  await second.getByRole('heading', { level: 1, name: 'Timeline' }).waitFor();
  await second.getByRole('link', { name: 'Requests', exact: true }).click();
  await visit.page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor();
  await second.close();
});

it('takes a lesson as its script, which one key advances', async () => {
  await visit.page.goto(`${visit.url}/lessons/objects`);
  await visit.page.getByRole('button', { name: 'Start lesson' }).click();
  const panel = visit.page.getByRole('complementary', { name: 'Lesson' });
  await panel.getByText('Step 1 of 4').waitFor();
  await visit.page.keyboard.press('PageDown');
  await panel.getByText('Step 2 of 4').waitFor();
  expect(await panel.getByText('Solved', { exact: true }).count()).toBe(0);
  await visit.page.keyboard.press('PageDown');
  await panel.getByText('Solved', { exact: true }).first().waitFor();
  await panel.getByText('Step 2 of 4').waitFor();
});

it('links to prepared demos, which a link alone does not create', async () => {
  await visit.page.goto(`${visit.url}/demos?demo=few+rights`);
  const demo = visit.page.getByRole('region', { name: 'few rights' });
  await demo.getByText(`${visit.url}/demos?demo=few+rights`).waitFor();
  await demo.getByRole('button', { name: 'Open demo' }).click();
  await visit.page.waitForURL(/\/scenario/);
  await visit.page.getByRole('heading', { level: 1, name: 'few rights' }).waitFor();
  expect(visit.problems).toEqual([]);
});
