import { readFileSync } from 'node:fs';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import type { PreviewServer } from 'vite';
import { afterAll, beforeAll, expect, inject, vi } from 'vitest';
import { openBrowser, PATIENCE } from '../helpers/open-browser.mjs';

const root = new URL('../../', import.meta.url).pathname;

/** Serves the app built by build-app.mjs like `npm start`. */
export async function serveApp(): Promise<{ url: string; close(): Promise<void> }> {
  // Most files of tests share an app that is served already, and need no bundler.
  const { preview } = await import('vite');
  const server: PreviewServer = await preview({
    root,
    preview: { port: 0, strictPort: false, host: 'localhost' },
    logLevel: 'error',
  });
  const url = server.resolvedUrls?.local[0]?.replace(/\/$/, '');
  if (!url) throw new Error('the app could not be served');
  return { url, close: () => server.close() };
}

/** The app in a page, shared by the tests of a suite. */
export interface Visit {
  readonly url: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** The console errors so far. */
  readonly problems: readonly string[];
}

interface VisitOptions {
  readonly hasSample: boolean;
  /** Without nodes, the pods of the sample are pending. */
  readonly hasNodes?: boolean;
  /** Whether the browser opens the app for the first time. Otherwise, its cluster may be half an hour old. */
  readonly isFirst?: boolean;
  /** Flags of the server of a first visit, in addition to the app's. */
  readonly flags?: Readonly<Record<string, string>>;
}

/** Opens the app before the tests of a suite, with or without the sample, and closes it after them. */
export function visitApp(options: VisitOptions): Visit {
  const visit = {} as { -readonly [Key in keyof Visit]: Visit[Key] };
  const closing: (() => Promise<void>)[] = [];
  const open = async () => {
    const { flags, isFirst = flags !== undefined } = options;
    const made = firstVisitOf(options);
    const app = isFirst ? await serveApp() : { url: inject('visitedApp'), close: async () => undefined };
    closing.push(app.close);
    // First visits show every motion. A fifth of a view's processor time is spent on it.
    const browser = await openBrowser(isFirst ? {} : { template: inject('profiles')[made], reducedMotion: 'reduce' });
    closing.push(browser.close);
    if (flags) await browser.context.addInitScript(addFlags, new URLSearchParams(flags).toString());
    const page = await browser.context.newPage();
    Object.assign(visit, { url: app.url, context: browser.context, page, problems: collectProblems(page) });
    await page.goto(app.url);
    if (isFirst) await FIRST_VISITS[made](page);
    else if (options.hasSample) await page.getByRole('link', { name: 'greeting' }).waitFor();
  };
  const close = async () => {
    for (const each of closing.splice(0).toReversed()) await each();
  };
  beforeAll(async () => {
    try {
      await open();
    } catch (error) {
      const failure = new Error(`${error}\n${await stateOf(visit)}`, { cause: error });
      // In CI, tests have a second attempt, too.
      if (!process.env.CI) throw failure;
      process.stderr.write(`the app is opened again: ${failure.message}\n`);
      await close();
      await open();
    }
  });
  afterAll(close);
  return visit;
}

/** Returns what a page shows and logged, for the report of a test. */
async function stateOf({ page, problems }: Partial<Visit>): Promise<string> {
  const text = await page?.locator('#root').textContent({ timeout: 10_000 }).catch(String);
  return [`The page shows: ${text}`, ...(problems ?? [])].join('\n');
}

/** What a first visit leaves behind: nothing, the sample with running pods, or the sample in a cluster without nodes. */
export const FIRST_VISITS = {
  empty: async () => undefined,
  sample: createRunningSample,
  pendingSample: createPendingSample,
};

export type FirstVisit = keyof typeof FIRST_VISITS;

const firstVisitOf = ({ hasSample, hasNodes = true }: VisitOptions): FirstVisit =>
  hasSample ? (hasNodes ? 'sample' : 'pendingSample') : 'empty';

/** In the page: adds flags to the address of the worker that the app registers. */
function addFlags(flags: string): void {
  const { register } = ServiceWorkerContainer.prototype;
  ServiceWorkerContainer.prototype.register = function (script, options) {
    return register.call(this, `${String(script)}&${flags}`, options);
  };
}

/** Creates the sample on the overview. */
export async function createSample(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /sample/i })
    .first()
    .click();
  await page.getByRole('link', { name: 'greeting' }).waitFor();
}

/** Creates the sample, and waits for its pods. Tests would find them running or not, as fast as the machine is. */
async function createRunningSample(page: Page): Promise<void> {
  await createSample(page);
  const isRunning = async (): Promise<boolean> => {
    const { status } = await askCluster(page, '/apis/apps/v1/namespaces/sample/deployments/hello');
    return (status as { availableReplicas?: number }).availableReplicas === 3;
  };
  // Vitest's own ways to wait, and timeouts, exist in tests and hooks only.
  for (const end = Date.now() + PATIENCE; !(await isRunning()); await page.waitForTimeout(50))
    if (Date.now() > end) throw new Error('the pods of the sample did not start');
}

/** Creates the sample in a cluster without nodes, so that its pods stay pending. */
async function createPendingSample(page: Page): Promise<void> {
  await page.getByText('Connected').first().waitFor();
  const taints = [{ key: 'reserved', effect: 'NoSchedule' }];
  const body = JSON.stringify({ metadata: { name: 'in-place-of-others' }, spec: { taints } });
  // The app adds no nodes to a cluster that already has one.
  expect((await askCluster(page, '/api/v1/nodes', { method: 'POST', body })).httpStatus).toBe(201);
  await createSample(page);
  await askCluster(page, '/api/v1/nodes/in-place-of-others', { method: 'DELETE' });
}

/** An address without a view. */
const NOWHERE = '/no-such-view';

/**
 * Opens a view without loading the page, which would take most of a test's time. No state of what was shown before is
 * left but messages and what belongs to the tab. There must be no open dialog.
 */
export async function openInApp(page: Page, path: string): Promise<void> {
  const go = (to: string) => page.evaluate((address) => history.pushState(null, '', address), to);
  const nothing = page.getByRole('heading', { name: 'Page not found' });
  // Views at addresses of one route would keep their state.
  await go(NOWHERE);
  await nothing.waitFor();
  await go(path);
  if (!path.startsWith(NOWHERE)) await nothing.waitFor({ state: 'detached' });
}

/**
 * Clicks a switch where users do, when it rests: its label covers it, and moves while fonts load or change. Waits until
 * the switch has changed.
 */
export async function flipSwitch(page: Page, name: string | RegExp): Promise<void> {
  const flipped = page.getByRole('switch', { name });
  const wasOn = await flipped.isChecked();
  await page.locator('label').filter({ has: flipped }).click();
  await expect.poll(() => flipped.isChecked()).toBe(!wasOn);
}

/** Sends a request to the cluster from the page. A request without an answer fails like any other that is awaited. */
export const askCluster = (
  page: Page,
  path: string,
  init: { method?: string; body?: string; type?: string } = {},
): Promise<Record<string, unknown> & { httpStatus: number }> =>
  page.evaluate(
    async ([url, { method = 'GET', body, type = 'application/json' }, timeout]) => {
      const headers = { Authorization: 'Bearer tabplane-admin', 'Content-Type': type };
      const signal = AbortSignal.timeout(timeout);
      const response = await fetch(url, { method, headers, signal, ...(body ? { body } : {}) });
      return { ...((await response.json()) as Record<string, unknown>), httpStatus: response.status };
    },
    [path, init, PATIENCE] as const,
  );

export const DEFINITIONS = '/apis/apiextensions.cluster.io/v1/customresourcedefinitions';

/** Waits until discovery lists a group of custom resources: the browser would log an earlier request for them as an error. */
export const untilServed = (page: Page, group: string): Promise<void> =>
  vi.waitFor(
    async () => {
      const { groups } = await askCluster(page, '/apis');
      expect((groups as { name: string }[]).map(({ name }) => name)).toContain(group);
    },
    { timeout: PATIENCE },
  );

/** Creates a definition of custom resources, and waits until they are served. */
export async function defineCustomResources(
  page: Page,
  definition: { readonly spec: { readonly group: string } },
): Promise<void> {
  const body = JSON.stringify(definition);
  expect((await askCluster(page, DEFINITIONS, { method: 'POST', body })).httpStatus).toBe(201);
  await untilServed(page, definition.spec.group);
}

/** Sends a request like `askCluster`, and retries with the next worker when the worker dies. */
export async function askSuccessor(...request: Parameters<typeof askCluster>): ReturnType<typeof askCluster> {
  for (;;) {
    const answer = await askCluster(...request).catch(() => undefined);
    if (answer) return answer;
    await request[0].waitForTimeout(50);
  }
}

/**
 * Replaces an editor's text by pasting, because the editor would indent typed lines again.
 * @param name Accessible name of the editor. The order of editors on a page can change while they load.
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
  // Pasting is asynchronous; earlier key presses would apply to the previous text.
  const lastLine = text.trimEnd().split('\n').at(-1)?.trim() ?? '';
  await editor.locator('.view-line', { hasText: lastLine }).first().waitFor();
  const isAllNew = async (): Promise<boolean> =>
    (await editor.locator('.view-line').allTextContents()).every((line) => unspaced(text).includes(unspaced(line)));
  await expect.poll(isAllNew).toBe(true);
}

/** Points at a word until the editor's hover appears: the editor shows none while it draws its text again. */
export const waitForHover = (page: Page, point: () => Promise<void>, hover: Locator): Promise<void> =>
  vi.waitFor(
    async () => {
      await page.mouse.move(0, 0);
      await point();
      await hover.waitFor({ timeout: 5_000 });
    },
    { timeout: PATIENCE },
  );

/** Removes white space, because editors change it and break long lines. */
const unspaced = (text: string): string => text.replaceAll(/\s/g, '');

/** Reports whether an element is visible without scrolling and not covered. */
export const isInView = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => {
    const { left, top, bottom } = element.getBoundingClientRect();
    const found = document.elementFromPoint(left + 1, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && found !== null && element.contains(found);
  });

/** The server's warning for an ignored part of an object, which strict validation would reject. */
const IGNORED_FIELD = /\b(unknown|duplicate) field\b[^,]*/;

/** The browser's message about the metrics API until the first simulated node reports. */
const EARLY_METRICS = / 503 .*\/apis\/metrics\./s;

/** Collects console errors, and fields that the server ignored in objects from the page. */
export function collectProblems(page: Page): string[] {
  const problems: string[] = [];
  page.on('response', (response) => {
    const ignored = IGNORED_FIELD.exec(response.headers().warning ?? '');
    if (ignored) problems.push(`${ignored[0]} in ${response.request().method()} ${response.url()}`);
  });
  page.on('console', (message) => {
    const text = `${message.text()} ${message.location().url}`;
    if (message.type() === 'error' && !EARLY_METRICS.test(text)) problems.push(text);
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  return problems;
}

/**
 * Opens an empty page with a cluster in its worker; `settings` are flags of the server. Each database has its own
 * scope, and thus its own worker.
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

/** Loads a test module into the page as `globalThis[name]`. */
export async function addModule(page: Page, file: URL, name: string, exported: readonly string[]): Promise<void> {
  const source = readFileSync(file, 'utf8');
  await page.addScriptTag({ type: 'module', content: `${source}\nglobalThis.${name} = { ${exported.join(', ')} };` });
  await page.waitForFunction((key) => key in globalThis, name);
}

/** Stops all workers, as browsers can at any time. */
export async function killWorkers(context: BrowserContext, page: Page): Promise<void> {
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await session.detach();
}
