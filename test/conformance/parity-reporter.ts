import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { whyUnsendable } from '../browser/unsendable.ts';
import { generatedGaps } from './generated-cases.ts';
import { type ParityFacts, parityDocument, withParityTotal } from './parity-document.ts';
import { equalReplay, type GeneratedShare, REPLAY_HOSTS, type Replay } from './replay-result.ts';
import { DIALECTS, replayedDialects } from './replayed-dialects.ts';
import { gapsIn, knownGaps, recordings, scenarios } from './scenarios.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Writes docs/parity.md and the total in README.md from the replays of a run, below the folder that
 * `TABPLANE_PARITY_FOLDER` names or in place. Nothing is written when a host was not run or a replay failed
 * unexpectedly, because the numbers would not be those of the code, and the run fails. Replays in the dialect that a run
 * leaves out on a host count as equal, as they were in the last run of all of them.
 */
export default class ParityReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const replayed = tests.filter((test) => test.meta().replay !== undefined);
    const replays = replayed.map((test) => test.meta().replay as Replay);
    const { run, leftOut } = replaysOfRun();
    const counted = tests.filter((test) => test.meta().replay ?? test.meta().generated);
    const failed = counted.filter((test) => test.result().state === 'failed').length;
    const generated = tests.flatMap((test) => test.meta().generated ?? []);
    if (failed > 0 || replays.length !== run.length || generated.length === 0) {
      console.log(
        `\nParity not written: ${replays.length} of ${run.length} conversations replayed, ${failed} failed, ` +
          `${generated.length} areas of generated cases.`,
      );
      process.exitCode = 1;
      return;
    }
    const facts = factsOf([...replays, ...leftOut], generated);
    const folder = process.env.TABPLANE_PARITY_FOLDER ?? root;
    mkdirSync(join(folder, 'docs'), { recursive: true });
    writeFileSync(join(folder, 'docs/parity.md'), parityDocument(facts));
    writeFileSync(join(folder, 'README.md'), withParityTotal(readFileSync(join(root, 'README.md'), 'utf8'), facts));
  }
}

/** Returns the replays of a run, and those in other dialects that it leaves out, as they are when every step is equal. */
export function replaysOfRun(): { readonly run: readonly Replay[]; readonly leftOut: readonly Replay[] } {
  const run: Replay[] = [];
  const leftOut: Replay[] = [];
  for (const host of REPLAY_HOSTS)
    for (const scenario of scenarios) {
      if (host === 'service worker' && whyUnsendable(scenario) !== undefined) continue;
      const replayed = replayedDialects(scenario, host);
      for (const dialect of DIALECTS)
        (replayed.includes(dialect) ? run : leftOut).push(equalReplay(scenario, dialect, host));
    }
  return { run, leftOut };
}

function factsOf(replays: readonly Replay[], generated: readonly GeneratedShare[]): ParityFacts {
  const counts: Record<string, number> = {};
  for (const { area } of recordings) counts[area] = (counts[area] ?? 0) + 1;
  return {
    replays,
    generated,
    generatedGaps,
    recordings: counts,
    omittedAreas: knownGaps.areas,
    differences: { kubernetes: gapsIn('kubernetes'), cluster: gapsIn('cluster') },
    unsendable: scenarios.flatMap((one) => whyUnsendable(one) ?? []),
  };
}
