import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Outcome, type ToolVersion, toolPath } from './packaged-tools.ts';

interface RunOptions {
  /** Standard input. */
  readonly input?: string;
  /** The working directory. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** The server, the credentials and the version of a tool. */
export interface ToolAccess {
  readonly server: string;
  readonly token: string;
  /** Holds caches and configuration. */
  readonly folder: string;
  /** Defaults to the version of the server. */
  readonly version?: ToolVersion;
}

/** Runs kubectl against one server as one user. */
export class Kubectl {
  readonly #path: string;
  readonly #arguments: readonly string[];
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ server, token, folder, version }: ToolAccess) {
    this.#path = toolPath('kubectl', version);
    this.#arguments = [
      '--server',
      server,
      '--token',
      token,
      '--insecure-skip-tls-verify',
      '--cache-dir',
      join(folder, 'cache'),
    ];
    const kubeconfig = join(folder, 'empty-kubeconfig');
    mkdirSync(folder, { recursive: true });
    writeFileSync(kubeconfig, '');
    this.#environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig };
  }

  /** Runs one command to completion. */
  run(args: readonly string[], { input = '', folder, environment = {} }: RunOptions = {}): Promise<Outcome> {
    return new Promise((resolve) => {
      const child = execFile(
        this.#path,
        [...this.#arguments, ...args],
        {
          env: { ...this.#environment, ...environment },
          timeout: 100_000,
          maxBuffer: 2 ** 26,
          ...(folder ? { cwd: folder } : {}),
        },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
      child.stdin?.end(input);
    });
  }

  /** Starts a command that runs until it is killed. */
  start(args: readonly string[], { folder }: Pick<RunOptions, 'folder'> = {}): ChildProcess {
    return spawn(this.#path, [...this.#arguments, ...args], {
      env: this.#environment,
      ...(folder ? { cwd: folder } : {}),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }
}
