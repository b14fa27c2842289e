import { spawn } from 'node:child_process';
import type { StepOutcome } from '../outcomes/client-outcomes.ts';

/** Milliseconds, for a busy machine: each program takes about ten seconds. */
export const PROGRAM_TIMEOUT = 240_000;

/** The result of a program of test/clients/programs. */
export interface ProgramRun {
  readonly version: string;
  readonly steps: readonly StepOutcome[];
  /** The exit code and output of a program that failed; empty otherwise. */
  readonly failure: string;
}

/**
 * Runs a program, which prints a line of JSON for its version and for each step: `{"version": …}`,
 * `{"step": …, "outcome": …}`.
 */
export function runProgram(
  command: string,
  args: readonly string[],
  { environment, folder }: { environment: Readonly<Record<string, string>>; folder: string },
): Promise<ProgramRun> {
  const env = { PATH: process.env.PATH, HOME: folder, ...environment };
  const child = spawn(command, [...args], {
    cwd: folder,
    env,
    timeout: PROGRAM_TIMEOUT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors += data;
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const lines = output.split('\n');
      const facts = lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line));
      const { version = '' } = facts.find((fact) => fact.version !== undefined) ?? {};
      const steps = facts.filter((fact) => fact.step !== undefined);
      const rest = lines.filter((line) => !line.startsWith('{')).join('\n');
      resolve({ version, steps, failure: code === 0 ? '' : `${signal ?? code}: ${rest}${errors}` });
    });
  });
}
