import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../helpers/open-browser.mjs';
import { durableStorageContract, storageContract } from '../storage/storage-contract.ts';
import { serveApp } from './browser.ts';
import { bundledPage } from './bundled-page.ts';

describe("a storage in Chromium's IndexedDB", () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;
  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
    page = await browser.context.newPage();
    await page.goto(`${app.url}/icon.svg`);
    await page.evaluate(await bundledPage('storage-contract-page.ts'));
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  for (const [index, { name }] of [...storageContract, ...durableStorageContract].entries())
    it(name, async () => {
      const broken = await page.evaluate(
        (number) =>
          (globalThis as unknown as { runCase(index: number): Promise<void> }).runCase(number).then(
            () => undefined,
            (error: unknown) => String(error),
          ),
        index,
      );
      expect(broken).toBeUndefined();
    });
});
