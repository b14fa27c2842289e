import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectProblems, killWorkers, openBrowser, serveApp } from './browser.ts';

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

/** What a visitor does on the first day, in one page and in this order. */
describe('a visitor', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
    page = await browser.context.newPage();
    problems = collectProblems(page);
    await page.goto(app.url);
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  /** As the page itself asks its cluster. */
  const ask = (path: string, init: { method?: string; body?: string; type?: string } = {}) =>
    page.evaluate(
      async ([url, { method = 'GET', body, type = 'application/json' }]) => {
        const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': type };
        const response = await fetch(url, { method, headers, ...(body ? { body } : {}) });
        return (await response.json()) as Record<string, unknown>;
      },
      [path, init] as const,
    );

  it('opens the app and finds a working cluster without a reload', async () => {
    await page.getByText('Connected').first().waitFor();
    expect(await page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1);
  });

  it('creates the sample with one click', async () => {
    await page
      .getByRole('button', { name: /sample/i })
      .first()
      .click();
    await page.getByRole('link', { name: 'greeting' }).waitFor();
  });

  it('creates an object from YAML', async () => {
    await page.goto(`${app.url}/create/core/v1/configmaps?namespace=sample`);
    await typeYaml(page, POD);
    await page
      .getByRole('button', { name: /^create/i })
      .last()
      .click();
    await expect
      .poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).kind, { timeout: 10_000 })
      .toBe('ConfigMap');
  });

  it('sees it in the table, and a change as it happens', async () => {
    await page.goto(`${app.url}/objects/core/v1/configmaps?namespace=sample`);
    await page.getByRole('link', { name: 'walked' }).waitFor();
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'arrived-later' } }),
    });
    await page.getByRole('link', { name: 'arrived-later' }).waitFor();
  });

  it('sees what happens on the timeline', async () => {
    await page.goto(`${app.url}/timeline`);
    await page.getByRole('heading', { name: /timeline/i }).waitFor();
    await page.waitForTimeout(2000); // Until its watches are open: it tells what happens from then on.
    await ask('/api/v1/namespaces/sample/configmaps/walked', {
      method: 'PATCH',
      type: 'application/merge-patch+json',
      body: JSON.stringify({ data: { step: 'two' } }),
    });
    await page.getByText('walked').first().waitFor();
  });

  it('edits it in the editor', async () => {
    await page.goto(`${app.url}/objects/core/v1/configmaps/sample/walked?tab=yaml`);
    await page.locator('.monaco-editor').first().waitFor();
    await typeYaml(page, POD.replace('step: one', 'step: three'));
    await page.keyboard.press('Control+s');
    await expect
      .poll(async () => (await ask('/api/v1/namespaces/sample/configmaps/walked')).data, { timeout: 10_000 })
      .toEqual({ step: 'three' });
  });

  it('asks the RBAC checker, which names what grants the right', async () => {
    await page.goto(`${app.url}/access`);
    await page
      .getByText(/allowed/i)
      .first()
      .waitFor();
  });

  it('reloads, and everything is still there', async () => {
    await page.goto(`${app.url}/objects/core/v1/configmaps?namespace=sample`);
    await page.reload();
    await page.getByRole('link', { name: 'walked' }).waitFor();
  });

  it('keeps seeing changes after the worker has been killed', async () => {
    await killWorkers(browser.context, page);
    await ask('/api/v1/namespaces/sample/configmaps', {
      method: 'POST',
      body: JSON.stringify({ metadata: { name: 'after-the-death' } }),
    });
    await page.getByRole('link', { name: 'after-the-death' }).waitFor();
    expect(await page.getByRole('link', { name: 'after-the-death' }).count()).toBe(1);
  });

  it('never saw an error on the console but for the death of the worker', () => {
    expect(problems.filter((problem) => !/Failed to load resource|network error/.test(problem))).toEqual([]);
  });
});

/** Replaces what stands in the editor by pasting: typed lines would be indented by the editor once more. */
async function typeYaml(page: Page, text: string): Promise<void> {
  const editor = page.locator('.monaco-editor').first();
  await editor.waitFor();
  await editor.locator('.view-lines').first().click();
  await page.keyboard.press('Control+a');
  await editor
    .locator('textarea')
    .first()
    .evaluate((input, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, text);
}
