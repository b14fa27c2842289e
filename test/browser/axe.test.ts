import { source } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, serveApp } from './browser.ts';

/** Every view, with something in it. */
const ROUTES = [
  '/',
  '/objects/core/v1/configmaps?namespace=sample',
  '/objects/core/v1/pods?namespace=sample',
  '/objects/core/v1/configmaps/sample/greeting',
  '/objects/core/v1/configmaps/sample/greeting?tab=events',
  '/objects/core/v1/configmaps/sample/nothing',
  '/objects/rbac.authorization.cluster.io/v1/roles/sample/config-reader?tab=yaml',
  '/create/core/v1/configmaps?namespace=sample',
  '/access',
  '/access?subject=user&user=alice&resource=configmaps&verb=delete&namespace=sample',
  '/access?subject=user&user=alice&resource=configmaps&verb=delete&namespace=sample&tab=fix',
  '/access?subject=user&user=alice&namespace=sample&tab=matrix',
  '/access?subject=user&user=alice&resource=configmaps&namespace=sample&tab=who',
  '/certificates',
  '/timeline',
  '/requests',
  '/lab',
  '/no-such-view',
];

interface Violation {
  readonly id: string;
  readonly impact: string | null;
  readonly nodes: readonly { readonly html: string }[];
}

/** Violations that shut somebody out, each with the first place where it is. */
async function seriousViolations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: source });
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`);
}

describe('everybody can use', () => {
  let app: Awaited<ReturnType<typeof serveApp>>;
  let browser: Awaited<ReturnType<typeof openBrowser>>;
  let page: Page;

  beforeAll(async () => {
    app = await serveApp();
    browser = await openBrowser();
    page = await browser.context.newPage();
    await page.goto(app.url);
    await page.getByRole('button', { name: /sample/i }).click();
    await page.getByRole('link', { name: 'greeting' }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await app?.close();
  });

  const open = async (path: string, colorScheme: 'light' | 'dark') => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`${app.url}${path}`);
    await page.locator('h1, h2').first().waitFor();
    await page.waitForTimeout(800); // Until what the server answers has taken its place.
  };

  it.each(ROUTES.flatMap((path) => [[path, 'light'] as const, [path, 'dark'] as const]))(
    'the view %s in %s',
    async (path, colorScheme) => {
      await open(path, colorScheme);
      expect(await seriousViolations(page)).toEqual([]);
    },
  );

  it.each(['light', 'dark'] as const)('dialogs and the palette in %s', async (colorScheme) => {
    await open('/certificates', colorScheme);
    await page.getByRole('button', { name: 'New request' }).click();
    await page.getByLabel('Name of the request').waitFor();
    expect(await seriousViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Go to anything' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });

  it('the page of somebody who may do nothing', async () => {
    await open('/access?subject=user&user=nobody&namespace=sample', 'light');
    await page.getByRole('button', { name: 'Act as them' }).click();
    await open('/objects/core/v1/secrets', 'light');
    await page.getByRole('heading', { name: 'nobody may not see this' }).waitFor();
    expect(await seriousViolations(page)).toEqual([]);
  });
});
