import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, expect } from 'vitest';
import { openBrowser } from '../open-browser.mjs';

const root = new URL('../../', import.meta.url).pathname;

/** The app that build-app.mjs built, served as `npm start` serves it. */
export async function serveApp(): Promise<{ url: string; close(): Promise<void> }> {
  const server: PreviewServer = await preview({
    root,
    preview: { port: 0, strictPort: false, host: 'localhost' },
    logLevel: 'error',
  });
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (!url) throw new Error('the app could not be served');
  return { url, close: () => server.close() };
}

/** The app in a page: what a suite shares that tells one story. */
export interface Visit {
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** What was written on the console so far that a healthy app does not write. */
  readonly problems: readonly string[];
}

/** Opens the app before the tests of a suite, with its sample in the cluster or without, and closes it after them. */
export function visitApp({ hasSample }: { hasSample: boolean }): Visit {
  const visit = {} as { -readonly [Key in keyof Visit]: Visit[Key] };
  const closing: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    const app = await serveApp();
    closing.push(app.close);
    const browser = await openBrowser();
    closing.push(browser.close);
    const page = await browser.context.newPage();
    Object.assign(visit, { url: app.url, context: browser.context, page, problems: collectProblems(page) });
    await page.goto(app.url);
    if (hasSample) await createSample(page);
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return visit;
}

/** On the overview. */
export async function createSample(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'greeting' }).waitFor();
}

/** Asks the cluster as the page itself does. */
export const askCluster = (
  page: Page,
  path: string,
  init: { method?: string; body?: string; type?: string } = {},
): Promise<Record<string, unknown> & { httpStatus: number }> =>
  page.evaluate(
    async ([url, { method = 'GET', body, type = 'application/json' }]) => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': type };
      const response = await fetch(url, { method, headers, ...(body ? { body } : {}) });
      return { ...((await response.json()) as Record<string, unknown>), httpStatus: response.status };
    },
    [path, init] as const,
  );

/**
 * Replaces what stands in an editor by pasting: typed lines would be indented by the editor once more.
 * `name`: what the editor is called. Which is first on a page can change while editors are loaded.
 */
export async function writeInEditor(page: Page, name: 'handler.js' | 'YAML', text: string): Promise<void> {
  const input = page.getByRole('textbox', { name });
  const editor = page.locator('.monaco-editor', { has: input });
  await editor.locator('.view-lines').first().click();
  await page.keyboard.press('Control+a');
  await input.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  // It is pasted a moment later; keys that are pressed before that are about what was there.
  const lastLine = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  await editor.locator('.view-line', { hasText: lastLine }).first().waitFor();
  const isAllNew = async (): Promise<boolean> =>
    (await editor.locator('.view-line').allTextContents()).every((line) => unspaced(text).includes(unspaced(line)));
  await expect.poll(isAllNew).toBe(true);
}

/** Lines of an editor have spaces of their own, and long ones are shown in parts. */
const unspaced = (text: string): string => text.replaceAll(/\s/g, '');

/** Whether somebody sees it without scrolling, and nothing lies above it. */
export const isInView = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + 1, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && found !== null && element.contains(found);
  });

/** Lines of the console that a healthy app does not write. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

/**
 * A page with nothing in it but a cluster in its worker; `settings` are flags of the server. Each database has a scope,
 * and so a worker, of its own.
 */
export async function openClusterPage(
  context: BrowserContext,
  url: string,
  settings: Record<string, string> & { database: string },
): Promise<Page> {
  const page = await context.newPage();
  const folder = `${url}/${settings.database}/`;
  await page.route(`${folder}blank.html`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>blank</title>' }),
  );
  await page.goto(`${folder}blank.html`);
  await page.evaluate(
    async ([script, scope]) => {
      await navigator.serviceWorker.register(script, { scope });
      if (!navigator.serviceWorker.controller) {
        await new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
      }
    },
    [`/sw.js?${new URLSearchParams(settings)}`, folder] as const,
  );
  return page;
}

/** Puts a module of the tests into the page as `globalThis[name]`. */
export async function addModule(page: Page, file: URL, name: string, exported: readonly string[]): Promise<void> {
  const source = readFileSync(file, 'utf8');
  await page.addScriptTag({ type: 'module', content: `${source}\nglobalThis.${name} = { ${exported.join(', ')} };` });
  await page.waitForFunction((key) => key in globalThis, name);
}

/** Stops every worker as the browser may do at any moment. */
export async function killWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}
