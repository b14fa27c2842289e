import { type ChildProcess, spawn } from 'node:child_process';

/** Commands that are not executed, with the reason. */
const NOT_EXECUTED: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^npm (start|test|run |create )/, 'tests of their own run the scripts of the project'],
  [/^(npm (install|i)|npx msw init) /, 'everything is installed already, and tests have no network'],
];

/** Commands that run until they are stopped. */
const KEEPS_RUNNING = /\b(tabplane serve|main\.js serve|port-forward|kubectl attach|--watch)\b|^(etcd|haproxy) /;

/** Runs commands in the folder of a page, with their background processes. */
export class Shell {
  readonly #environment: NodeJS.ProcessEnv;
  readonly #folder: string;
  readonly #running: ChildProcess[] = [];

  constructor(folder: string, environment: NodeJS.ProcessEnv) {
    this.#folder = folder;
    this.#environment = environment;
  }

  /** Runs commands, one per line, and returns their output. @throws Error with the output of a command that fails */
  async run(text: string): Promise<string> {
    let output = '';
    let together: string[] = [];
    const runTogether = async (): Promise<void> => {
      if (together.length > 0) output += await this.#execute(together.join('\n'));
      together = [];
    };
    for (const command of text.replaceAll(/\\\n\s*/g, '').split('\n')) {
      if (NOT_EXECUTED.some(([pattern]) => pattern.test(command))) continue;
      if (KEEPS_RUNNING.test(command)) {
        await runTogether();
        await this.#start(command);
      } else together.push(command);
    }
    await runTogether();
    return output;
  }

  /** Starts a program that keeps running. Resolves when it has written its first line. */
  #start(command: string): Promise<void> {
    // A separate process group, so that stopping it also stops the shell's children.
    const child = spawn('bash', ['-c', command], { ...this.#options(), detached: true });
    this.#running.push(child);
    let output = '';
    return new Promise((resolve, reject) => {
      const receive = (data: Buffer): void => {
        output += data;
        if (output.includes('\n')) resolve();
      };
      child.stdout?.on('data', receive);
      child.stderr?.on('data', receive);
      child.on('exit', (code) => reject(new Error(`${command}\nended with ${code}: ${output}`)));
    });
  }

  #execute(script: string): Promise<string> {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', script], this.#options());
    let output = '';
    const receive = (data: Buffer): void => {
      output += data;
    };
    child.stdout?.on('data', receive);
    child.stderr?.on('data', receive);
    return new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(output) : reject(new Error(`${script}\nended with ${code}: ${output}`)),
      );
    });
  }

  #options() {
    return { cwd: this.#folder, env: this.#environment, stdio: ['ignore', 'pipe', 'pipe'] as ('ignore' | 'pipe')[] };
  }

  /** Stops the programs that still run. */
  async close(): Promise<void> {
    const ended = this.#running
      .filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
      .map((child) => {
        const exit = new Promise((resolve) => child.once('exit', resolve));
        if (child.pid !== undefined) process.kill(-child.pid);
        return exit;
      });
    await Promise.all(ended);
  }
}
