import { afterAll, beforeAll, it } from 'vitest';
import { findEtcd } from '../helpers/find-etcd.mjs';
import { BrowserPrograms } from './browser-programs.ts';
import { documentedPages } from './documented-pages.ts';
import { PageRun } from './page-run.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;
const browser = new BrowserPrograms();
beforeAll(() => {
  workspace = createWorkspace();
});
afterAll(async () => {
  await browser.close();
  workspace.remove();
});

/** Programs that one page requires and this machine may lack. */
const { etcd, haproxy } = findEtcd();
const runnable = documentedPages.filter(({ page }) => page !== 'docs/scale-out.md' || (etcd && haproxy));

it.concurrent.each(runnable)('the snippets of $page run and print their expected output', async ({ page, steps }) => {
  const run = new PageRun(page, workspace, browser);
  try {
    for (const step of steps) {
      await run.execute(step).catch((error: Error) => {
        throw new Error(`${page}, line ${step.line}: ${error.message}`, { cause: error });
      });
    }
  } finally {
    await run.close();
  }
});
