import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { newProfile, openBrowser } from '../helpers/open-browser.mjs';
import { FIRST_VISITS, type FirstVisit, serveApp } from './browser.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the app for tests that continue after a first visit. */
    visitedApp: string;
    /** Folders with profiles of browsers after a first visit. Tests use copies. */
    profiles: Readonly<Record<FirstVisit, string>>;
  }
}

/**
 * Serves the app for all tests that need no first visit of their own, and makes first visits once for all of them: a
 * first visit takes as long as the visits of several pages. The app has one address, because profiles belong to it.
 */
export default async function prepareProfiles({ provide }: TestProject): Promise<() => Promise<void>> {
  const app = await serveApp();
  const profiles = { empty: newProfile(), sample: newProfile(), pendingSample: newProfile() };
  await Promise.all(
    Object.entries(FIRST_VISITS).map(async ([name, visit]) => {
      const { context, close } = await openBrowser({ profile: profiles[name as FirstVisit] });
      const page = await context.newPage();
      await page.goto(app.url);
      await page.getByText('Offline: ready').waitFor();
      await visit(page);
      await close();
    }),
  );
  provide('visitedApp', app.url);
  provide('profiles', profiles);
  return async () => {
    await app.close();
    for (const profile of Object.values(profiles)) rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  };
}
