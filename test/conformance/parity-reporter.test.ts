import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TestModule } from 'vitest/node';
import ParityReporter, { replaysOfRun } from './parity-reporter.ts';
import type { GeneratedShare, Replay } from './replay-result.ts';
import { scenarios } from './scenarios.ts';

const everyReplay = replaysOfRun().run;

const generatedShare: GeneratedShare = { dialect: 'kubernetes', area: 'create', cases: 3, equal: 2 };

describe('the parity reporter', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tabplane-parity-'));
    vi.stubEnv('TABPLANE_PARITY_FOLDER', folder);
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    process.exitCode = undefined;
  });

  const report = (replays: readonly Replay[], state: 'passed' | 'failed', generated = [generatedShare]): void => {
    const metas = [...replays.map((replay) => ({ replay })), ...generated.map((share) => ({ generated: share }))];
    const tests = metas.map((meta) => ({ meta: () => meta, result: () => ({ state }) }));
    new ParityReporter().onTestRunEnd([{ children: { allTests: () => tests } } as unknown as TestModule]);
  };
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

  it('writes the numbers of a whole run', () => {
    report(everyReplay, 'passed');
    expect(read('docs/parity.md')).toContain(
      `| Node host, over TLS and a data folder | \`kubernetes\` | ${scenarios.length} of ${scenarios.length} |`,
    );
    expect(read('docs/parity.md')).toContain('| create | 2 of 3 |');
    expect(read('README.md')).toContain('[By area, dialect and host](docs/parity.md)');
  });

  it('counts what a run leaves out as equal, and needs it from a run of everything', () => {
    vi.stubEnv('TABPLANE_REPLAYS', 'all');
    report(everyReplay, 'passed');
    expect(existsSync(join(folder, 'docs/parity.md'))).toBe(false);
    const complete = replaysOfRun();
    expect(complete.leftOut).toEqual([]);
    report(complete.run, 'passed');
    const written = read('docs/parity.md');
    vi.stubEnv('TABPLANE_REPLAYS', undefined);
    report(everyReplay, 'passed');
    expect(read('docs/parity.md')).toBe(written);
  });

  it.each([
    ['a host was not run', everyReplay.slice(1), 'passed' as const, [generatedShare]],
    ['a replay failed unexpectedly', everyReplay, 'failed' as const, [generatedShare]],
    ['the generated requests were not sent', everyReplay, 'passed' as const, []],
  ])('writes nothing, and fails the run, when %s', (_, replays, state, generated) => {
    report(replays, state, generated);
    expect(existsSync(join(folder, 'docs/parity.md'))).toBe(false);
    expect(console.log).toHaveBeenCalledWith(expect.stringContaining('Parity not written'));
    expect(process.exitCode).toBe(1);
  });
});
