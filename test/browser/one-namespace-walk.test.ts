import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRepeated } from '../conformance/replay-result.ts';
import { askCluster, collectProblems, openInApp, visitApp } from './browser.ts';
import { VIEWS } from './views.ts';

const GROUP = 'rbac.authorization.cluster.io';
const RBAC = `/apis/${GROUP}/v1/namespaces/sample`;

/** What a view says when it lacks something that the user may not read. */
const REFUSAL = /Access denied|could not be listed|are not included/;

/** Milliseconds in which a view is complete, and in which it is then observed. */
const COMPLETE = 3000;
const OBSERVED = 2000;

/** Pages that walk at the same time: most of a walk is waiting. */
const PAGES = 4;

/** What a view did and said. */
interface Walk {
  readonly repeated: readonly string[];
  readonly text: string;
  readonly reasons: number;
  readonly problems: readonly string[];
  readonly isImpersonating: boolean;
}

/** Opens a view, and observes it. @param problems those of the page, which grow */
async function walk(page: Page, path: string, problems: readonly string[]): Promise<Walk> {
  const main = page.getByRole('main');
  const before = problems.length;
  await openInApp(page, path);
  const headings = [1, 2].map((level) => main.getByRole('heading', { level }));
  await headings
    .reduce((one, other) => one.or(other))
    .first()
    .waitFor();
  await page.waitForTimeout(COMPLETE);
  const requests: string[] = [];
  const note = (request: Request) => {
    // A slow browser may still start an editor, with a second request for the same script of a worker.
    if (request.url().includes('/assets/')) return;
    requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`);
  };
  page.on('request', note);
  await page.waitForTimeout(OBSERVED);
  page.off('request', note);
  return {
    repeated: requests.filter((request, index) => requests.indexOf(request) < index),
    text: (await main.textContent()) ?? '',
    reasons: await main.getByRole('link', { name: 'Why?' }).count(),
    problems: problems.slice(before),
    isImpersonating: (await page.getByRole('button', { name: 'Stop impersonating' }).count()) > 0,
  };
}

describe('a user who may only read one namespace', () => {
  const visit = visitApp({ hasSample: true });
  const walks = new Map<string, Walk>();
  const errors = new Map<string, unknown>();

  beforeAll(async () => {
    const create = async (path: string, body: object) =>
      expect((await askCluster(visit.page, path, { method: 'POST', body: JSON.stringify(body) })).httpStatus).toBe(201);
    const rules = [{ apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list', 'watch'] }];
    await create(`${RBAC}/roles`, { metadata: { name: 'readers' }, rules });
    await create(`${RBAC}/rolebindings`, {
      metadata: { name: 'vera' },
      roleRef: { apiGroup: GROUP, kind: 'Role', name: 'readers' },
      subjects: [{ apiGroup: GROUP, kind: 'User', name: 'vera' }],
    });
    await visit.page.goto(`${visit.url}/access?subject=user&user=vera`);
    await visit.page.getByRole('button', { name: 'Impersonate vera' }).click();
    await visit.page.getByRole('button', { name: 'Stop impersonating' }).first().waitFor();
    const session = await visit.page.evaluate(() => ({ ...sessionStorage }));
    const queue = VIEWS.values();
    const walkOn = async (): Promise<void> => {
      const page = await visit.context.newPage();
      const problems = collectProblems(page);
      await page.addInitScript((items) => void Object.assign(sessionStorage, items), session);
      await page.goto(visit.url);
      await page.getByRole('button', { name: 'Stop impersonating' }).first().waitFor();
      for (const path of queue) {
        try {
          walks.set(path, await walk(page, path, problems));
        } catch (error) {
          errors.set(path, error);
        }
      }
      await page.close();
    };
    await Promise.all(Array.from({ length: PAGES }, walkOn));
  }, 600_000);

  const walked = (path: string): Walk => {
    if (errors.has(path)) throw errors.get(path);
    return walks.get(path) as Walk;
  };

  it.for(VIEWS)('reads %s, or why it is denied, without errors and repeated requests', async (path, { task }) => {
    const { repeated, text, reasons, problems, isImpersonating } = isRepeated(task)
      ? await walk(visit.page, path, visit.problems)
      : walked(path);
    expect(isImpersonating).toBe(true);
    expect(repeated).toEqual([]);
    if (REFUSAL.test(text)) expect(reasons).toBeGreaterThan(0);
    expect(problems).toEqual([]);
  });
});
