import { expect, it } from 'vitest';
import { flipSwitch, openInApp, visitApp } from './browser.ts';
import { seriousViolations } from './serious-violations.ts';

const visit = visitApp({ hasSample: false });
const fontSize = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).fontSize);

it('presents with large type and visible keys, also after a reload', async () => {
  await openInApp(visit.page, '/demos');
  expect(await fontSize()).toBe('16px');
  await flipSwitch(visit.page, 'Present in this window');
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

it('shows no characters that are typed into fields', async () => {
  await visit.page.keyboard.press('Control+k');
  await visit.page.locator('.tp-palette input:focus').waitFor();
  await visit.page.evaluate(() => {
    const presenter = document.querySelector('.tp-presenter-key');
    const noted = { keys: [] as string[] };
    const note = () => noted.keys.push(presenter?.textContent ?? '');
    if (presenter)
      new MutationObserver(note).observe(presenter, { childList: true, characterData: true, subtree: true });
    Object.assign(window, { noted });
  });
  await visit.page.keyboard.type('secret');
  await visit.page.keyboard.press('Escape');
  await visit.page.locator('kbd', { hasText: 'Escape' }).waitFor();
  const keys = await visit.page.evaluate(() => (window as unknown as { noted: { keys: string[] } }).noted.keys);
  expect(keys.filter((key) => key.length === 1)).toEqual([]);
  await visit.page.locator('.tp-palette').waitFor({ state: 'detached' });
});

it('follows only windows of the same cluster', async () => {
  const { page } = visit;
  await page.evaluate(() => {
    new BroadcastChannel('tabplane.presenter').onmessage = ({ data }) => Object.assign(window, { view: data });
  });
  await page.getByRole('link', { name: 'Timeline' }).click();
  await page.waitForFunction(() => 'view' in window);
  await page.evaluate(() => {
    const { database } = (window as unknown as { view: { database: string } }).view;
    const channel = new BroadcastChannel('tabplane.presenter');
    channel.postMessage({ database: `${database} of another cluster`, address: '/requests' });
    channel.postMessage({ database, address: '/access' });
  });
  await page.getByRole('heading', { level: 1, name: 'Access' }).waitFor();
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Timeline' }).waitFor();
});

it('takes a lesson as its script, which one key advances', async () => {
  await openInApp(visit.page, '/lessons/objects');
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

it('leaves the key of the script to fields, and to tabs that do not present', async () => {
  const { page } = visit;
  /** Reports whether the script takes the key. */
  const takesKey = async (): Promise<boolean> => {
    await page.evaluate(() => {
      const note = (event: KeyboardEvent) =>
        setTimeout(() => Object.assign(window, { isTaken: event.defaultPrevented }));
      Object.assign(window, { isTaken: undefined });
      addEventListener('keydown', note, { once: true, capture: true });
    });
    await page.keyboard.press('PageDown');
    const isTaken = await page.waitForFunction(() => String((window as { isTaken?: boolean }).isTaken ?? ''));
    return (await isTaken.jsonValue()) === 'true';
  };
  await page.goto(`${visit.url}/objects/core/v1/configmaps`);
  const panel = page.getByRole('complementary', { name: 'Lesson' });
  await panel.getByText('Step 2 of 4').waitFor();
  await page.getByRole('textbox', { name: 'Filter' }).first().focus();
  expect(await takesKey()).toBe(false);
  await page.getByRole('link', { name: 'Demos' }).click();
  const presents = page.getByRole('switch', { name: 'Present in this window' });
  await flipSwitch(page, 'Present in this window');
  await page.locator('html:not(.tp-presenting)').waitFor({ state: 'attached' });
  await presents.blur();
  expect(await takesKey()).toBe(false);
  await flipSwitch(page, 'Present in this window');
  await page.locator('html.tp-presenting').waitFor({ state: 'attached' });
  await presents.blur();
  expect(await takesKey()).toBe(true);
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
