/** Opens the browser of the browser tests and the bench. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from './find-chromium.mjs';

/** A folder for the data of a browser that is closed and opened again. */
export const newProfile = () => mkdtempSync(join(tmpdir(), 'tabplane-browser-'));

/**
 * A Chromium with a profile of its own on disk: an incognito one keeps IndexedDB in memory.
 * `userAgent`: how it calls itself; pages cannot say otherwise. `profile`: a folder that is kept when it is closed.
 */
export async function openBrowser({ userAgent, profile } = {}) {
  const folder = profile ?? newProfile();
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGUMENTS, ...(userAgent ? [`--user-agent=${userAgent}`] : [])],
    headless: true,
    viewport: { width: 1440, height: 900 },
  });
  return {
    context,
    async close() {
      await context.close();
      if (!profile) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
