import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { CLIENTS } from './client-outcomes.ts';
import { clientsDocument } from './clients-document.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Writes docs/clients.md from the outcomes of a run, below the folder that `TABPLANE_PARITY_FOLDER` names or in place.
 * Nothing is written when a client was left out or failed. Below a folder, for a comparison, clients that cannot run on
 * this machine keep their committed sections.
 */
export default class ClientsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const recorded = tests.filter((test) => test.meta().clients !== undefined);
    const outcomes = recorded.flatMap((test) => test.meta().clients ?? []);
    for (const { client, notRun } of outcomes) if (notRun !== undefined) console.log(`\n${client} not run: ${notRun}`);
    const missing = Object.keys(CLIENTS).filter((name) => !outcomes.some(({ client }) => client === name));
    const failed = recorded.filter((test) => test.result().state === 'failed').map(({ name }) => name);
    if (missing.length > 0 || failed.length > 0) {
      console.log(
        `\nClients not written: left out ${missing.join(', ') || 'none'}; failed ${failed.join(', ') || 'none'}.`,
      );
      return;
    }
    const folder = process.env.TABPLANE_PARITY_FOLDER;
    const document = join(root, 'docs/clients.md');
    const committed = folder !== undefined && existsSync(document) ? readFileSync(document, 'utf8') : '';
    mkdirSync(join(folder ?? root, 'docs'), { recursive: true });
    writeFileSync(join(folder ?? root, 'docs/clients.md'), clientsDocument(outcomes, committed));
  }
}
