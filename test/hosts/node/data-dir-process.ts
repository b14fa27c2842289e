import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMIN, buildProgram, TOKENS } from '../../security/child-server.ts';

/** `tabplane serve` in a child process, over a data folder or etcd. */
export interface ServedFolder {
  readonly url: string;
  readonly process: ChildProcess;
  /** The output of the process so far. */
  output(): string;
  /** Sends a request as an administrator. */
  send(path: string, init?: RequestInit): Promise<Response>;
  /** Sends a signal. Returns the exit code, or the signal that ended the process. */
  end(signal: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

/** The command line in a folder, which every user may read. */
export class Program {
  readonly #folder: string;
  readonly #children = new Set<ChildProcess>();
  readonly #main: string;
  readonly #tokens: string;

  static async build(): Promise<Program> {
    return new Program(await buildProgram());
  }

  private constructor(folder: string) {
    this.#folder = folder;
    chmodSync(folder, 0o755);
    this.#main = join(folder, 'main.mjs');
    this.#tokens = join(folder, 'tokens.csv');
    writeFileSync(this.#tokens, TOKENS);
  }

  /** Kills the processes that a failed test has left, and removes the program. */
  close(): void {
    for (const child of this.#children) child.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Runs a command to its end. Returns its exit code and output. */
  run(args: readonly string[], options: { readonly uid?: number } = {}): { status: number | null; text: string } {
    const { status, stdout, stderr } = spawnSync(process.execPath, [this.#main, ...args], {
      encoding: 'utf8',
      ...options,
    });
    return { status, text: `${stdout}${stderr}` };
  }

  /**
   * Serves a folder on a free port, and waits until it listens.
   * @param limit the largest size of a file, in KiB
   */
  serve(dataFolder: string, args: readonly string[] = [], limit = 'unlimited'): Promise<ServedFolder> {
    return this.start(['--data-dir', dataFolder, ...args], limit);
  }

  /** Serves with the given options. */
  async start(args: readonly string[], limit = 'unlimited'): Promise<ServedFolder> {
    const own = ['--port', '0', '--dialect', 'kubernetes', '--token-auth-file', this.#tokens];
    const command = [process.execPath, this.#main, 'serve', ...own, ...args];
    const child = spawn('bash', ['-c', `ulimit -f ${limit}; exec "$@"`, 'bash', ...command], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#children.add(child);
    const chunks: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => chunks.push(String(text)));
    const output = (): string => chunks.join('');
    const ended = once(child, 'exit').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals);
    const url = await Promise.race([addressIn(output), ended.then(() => Promise.reject(new Error(output())))]);
    return {
      ...{ url, process: child, output },
      send: (path, init) =>
        fetch(`${url}${path}`, {
          ...init,
          headers: { ...ADMIN, 'content-type': 'application/json', ...init?.headers },
        }),
      end(signal) {
        child.kill(signal);
        return ended;
      },
    };
  }
}

async function addressIn(output: () => string): Promise<string> {
  for (;;) {
    const [, url] = /serving a cluster on (http:\S+)/.exec(output()) ?? [];
    if (url) return url;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
