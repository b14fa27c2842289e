import type { Page } from 'playwright-core';
import { build, preview } from 'vite';
import { collectProblems, openClusterPage, serveApp } from '../browser/browser.ts';
import { openBrowser } from '../helpers/open-browser.mjs';
import { writeInto } from './workspace.ts';

type Browser = Awaited<ReturnType<typeof openBrowser>>;

/** Runs programs in Chromium: in a separate page, or in a page of the app. */
export class BrowserPrograms {
  readonly #closing: (() => Promise<void>)[] = [];
  #browser: Promise<Browser> | undefined;
  #app: Promise<string> | undefined;

  /** Bundles a program as a front end, opens it, and returns its output. Also serves `public` of the folder. */
  async run(folder: string, file: string, html: string): Promise<string> {
    writeInto(
      folder,
      'index.html',
      html.includes(file) ? html : `${html}<script type="module" src="/${file}"></script>`,
    );
    const outDir = `${folder}/dist`;
    await build({ root: folder, configFile: false, logLevel: 'error', build: { outDir, target: 'es2023' } });
    const server = await preview({ root: folder, configFile: false, build: { outDir }, preview: { port: 0 } });
    const page = await (await this.#open()).context.newPage();
    try {
      return await this.#watch(page, () => page.goto(server.resolvedUrls?.local[0] ?? ''));
    } finally {
      await page.close();
      await server.close();
    }
  }

  /** Runs a script in a page whose requests the app's worker answers. Returns its output. */
  async runInApp(database: string, script: string): Promise<string> {
    const { context } = await this.#open();
    const page = await openClusterPage(context, await this.#serveApp(), { database, dialect: 'kubernetes' });
    try {
      return await this.#watch(page, () => page.addScriptTag({ type: 'module', content: script }));
    } finally {
      await page.close();
    }
  }

  /** Calls `start`, and waits until its program ends. @throws Error when it fails */
  async #watch(page: Page, start: () => Promise<unknown>): Promise<string> {
    const printed: string[] = [];
    const problems = collectProblems(page);
    page.on('console', (message) => printed.push(message.text()));
    const failed = new Promise<never>((_, reject) => page.once('pageerror', reject));
    await Promise.race([failed, start().then(() => page.waitForFunction(() => 'snippetEnded' in globalThis))]);
    if (problems.length > 0) throw new Error(problems.join('\n'));
    return printed.join('\n');
  }

  #open(): Promise<Browser> {
    this.#browser ??= openBrowser().then((browser) => {
      this.#closing.push(browser.close);
      return browser;
    });
    return this.#browser;
  }

  #serveApp(): Promise<string> {
    this.#app ??= serveApp().then((app) => {
      this.#closing.push(app.close);
      return app.url;
    });
    return this.#app;
  }

  async close(): Promise<void> {
    for (const close of this.#closing.toReversed()) await close();
  }
}
