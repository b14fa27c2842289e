import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import type { BrowserCluster, BrowserClusterOptions } from '../../../src/hosts/browser/browser.ts';
import { openBrowser } from '../../helpers/open-browser.mjs';
import { ProjectHost } from './project-host.ts';

/** The global scope of the project's page. */
export interface ProjectGlobals {
  readonly startCluster: (options?: BrowserClusterOptions) => Promise<BrowserCluster>;
  /** The cluster that the page started with the options in its address. */
  readonly cluster: BrowserCluster;
}

/** A browser for the tests of a file. Each host has its own origin, workers and data. */
export interface Projects {
  readonly context: BrowserContext;
  /** Opens the page of a new project. */
  open(options?: object, setUp?: (host: ProjectHost) => void): Promise<Project>;
}

export interface Project {
  readonly host: ProjectHost;
  readonly page: Page;
}

export function openProjects(base?: string): Projects {
  const closing: (() => Promise<void>)[] = [];
  let context: BrowserContext;
  beforeAll(async () => {
    const browser = await openBrowser();
    closing.push(browser.close);
    context = browser.context;
  });
  afterAll(async () => {
    for (const close of closing.toReversed()) await close();
  });
  return {
    get context() {
      return context;
    },
    async open(options, setUp) {
      const host = new ProjectHost(base);
      setUp?.(host);
      await host.start();
      closing.push(() => host.stop());
      const page = await context.newPage();
      await page.goto(host.page(options));
      return { host, page };
    },
  };
}

/** Returns the texts of the page's list, once the cluster has started. */
export const pods = (page: Page): Promise<string[]> => page.getByRole('listitem').allTextContents();

/** Waits for the page's cluster. @throws Error with the message that the page shows when it fails */
export async function started(page: Page): Promise<void> {
  await page.waitForFunction(() => document.title === 'Started' || document.querySelector('pre')?.textContent);
  const problem = await page.locator('pre').textContent();
  if (problem) throw new Error(problem);
}

/** Returns the message with which starting a cluster fails. */
export const failure = (page: Page, options: object = {}): Promise<string> =>
  page.evaluate(async (given) => {
    const { startCluster } = globalThis as unknown as ProjectGlobals;
    return startCluster(given).then(
      () => 'started',
      (error: Error) => error.message,
    );
  }, options);

/** Creates a pod through the cluster of the page. */
export const createPod = (page: Page, name: string): Promise<number> =>
  page.evaluate(async (podName) => {
    const body = { metadata: { name: podName }, spec: { containers: [{ name: 'web', image: 'nginx' }] } };
    const headers = { 'content-type': 'application/json' };
    const { cluster } = globalThis as unknown as ProjectGlobals;
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await cluster.fetch('/api/v1/namespaces/default/pods', init)).status;
  }, name);
