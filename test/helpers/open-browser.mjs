/** Opens the browser for browser tests and benchmarks. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { CHROMIUM_ARGUMENTS, findChromium } from './find-chromium.mjs';

/** Creates a profile folder for a browser that is reopened. */
export const newProfile = () => mkdtempSync(join(tmpdir(), 'tabplane-browser-'));

/** The timeout of a page for an awaited condition, such as an element, in milliseconds. Equals the timeout of polls in tests. */
export const PATIENCE = 120_000;

/**
 * Opens Chromium with its own profile on disk, because an incognito profile keeps IndexedDB in memory.
 * `userAgent` overrides the user agent, which pages cannot. `profile` is a folder to keep after closing, `template` one
 * to start with a copy of. `reducedMotion`: whether the user prefers it, `no-preference` or `reduce`.
 */
export async function openBrowser({ userAgent, profile, template, reducedMotion } = {}) {
  const folder = profile ?? newProfile();
  if (template) cpSync(template, folder, { recursive: true });
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: findChromium(),
    args: [...CHROMIUM_ARGUMENTS, ...(userAgent ? [`--user-agent=${userAgent}`] : [])],
    headless: true,
    viewport: { width: 1440, height: 900 },
    reducedMotion,
    timeout: PATIENCE,
  });
  context.setDefaultTimeout(PATIENCE);
  return {
    context,
    async close() {
      await context.close();
      if (!profile) rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
