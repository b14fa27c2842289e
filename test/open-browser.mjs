/** Opens the browser of the browser tests and the bench. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from './find-chromium.mjs';

/**
 * A Chromium with a profile of its own on disk: an incognito one keeps IndexedDB in memory.
 * `userAgent`: how it calls itself; pages cannot say otherwise.
 */
export async function openBrowser({ userAgent } = {}) {
  const profile = mkdtempSync(join(tmpdir(), 'tabplane-browser-'));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGUMENTS, ...(userAgent ? [`--user-agent=${userAgent}`] : [])],
    headless: true,
    viewport: { width: 1440, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
