import type { ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StepOutcome } from '../outcomes/client-outcomes.ts';
import type { Outcome } from '../packaged-tools.ts';
import { parseCommandLine, stepOutcome, type WalkStep } from './run-walk.ts';

/** A command-line program. */
export interface Tool {
  run(
    words: readonly string[],
    options: { input?: string; folder: string; environment: Readonly<Record<string, string>> },
  ): Promise<Outcome>;
  /** Starts a command that is stopped after its output. */
  start?(words: readonly string[], options: { folder: string }): ChildProcess;
}

/** The time limit for the output of a command that is stopped, in milliseconds. */
const PATIENCE = 60_000;

/** Runs the steps of a walk in sequence in a folder, and returns their outcomes. */
export async function walk(
  name: string,
  tool: Tool,
  steps: readonly WalkStep[],
  folder: string,
): Promise<StepOutcome[]> {
  const outcomes: StepOutcome[] = [];
  for (const step of steps) outcomes.push(await runStep(name, tool, step, folder));
  return outcomes;
}

async function runStep(name: string, tool: Tool, step: WalkStep, folder: string): Promise<StepOutcome> {
  const { words, environment, inputFile, isStopped } = parseCommandLine(step[0]);
  if (isStopped && tool.start) return untilShown(name, tool.start(words, { folder }), step);
  const input = inputFile === undefined ? {} : { input: readFileSync(join(folder, inputFile), 'utf8') };
  return stepOutcome(name, step, await tool.run(words, { ...input, folder, environment }));
}

/** Stops a command after its expected output or a timeout, and resolves with the outcome. */
function untilShown(name: string, child: ChildProcess, step: WalkStep): Promise<StepOutcome> {
  const printed = { stdout: '', stderr: '' };
  const shown = (code: number): StepOutcome => stepOutcome(name, step, { code, ...printed });
  return new Promise((resolve) => {
    const finish = (code: number): void => {
      clearTimeout(timer);
      child.kill();
      resolve(shown(code));
    };
    const timer = setTimeout(() => finish(-1), PATIENCE);
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream]?.on('data', (data) => {
        printed[stream] += data;
        if (printed.stdout !== '' && shown(0).outcome === step[1]) finish(0);
      });
    child.on('exit', (code) => finish(code ?? -1));
  });
}
