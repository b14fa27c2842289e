import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

const root = fileURLToPath(new URL('../../', import.meta.url));
const ENTRY = join(root, 'src/hosts/node/main.ts');

/** The users of every server in these tests, by token. */
export const TOKENS = 'admin-token,admin,,"system:masters"\nmallory-token,mallory,\n';
export const ADMIN = { authorization: 'Bearer admin-token' };
export const MALLORY = { authorization: 'Bearer mallory-token' };

/** The resource usage of a server process since the last measurement. */
export interface Usage {
  /** Memory of the process in bytes. */
  readonly rss: number;
  /** The most memory in use since the last call of `liveMemory`, in bytes, with what was not collected yet. */
  readonly highest: number;
  /** The longest delay of the event loop, in milliseconds, without the time in which other processes ran. */
  readonly delay: number;
  /** Open handles, such as sockets and timers. */
  readonly handles: number;
}

/** `tabplane serve` in a child process. */
export interface ChildServer {
  readonly url: string;
  readonly port: number;
  /** The output of the process so far. */
  output(): string;
  /** Undefined while the process runs. */
  exit(): string | undefined;
  usage(): Promise<Usage>;
  /** Memory in use after garbage collection, in bytes. */
  liveMemory(): Promise<number>;
  stop(): Promise<void>;
}

/** Bundles the command line into a folder, as `main.mjs`. Dependencies stay in `node_modules`. */
export async function buildProgram(): Promise<string> {
  const folder = mkdtempSync(join(root, 'node_modules/.tabplane-security-'));
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    define: { TABPLANE_VERSION: '"0.0.0"' },
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      rollupOptions: {
        input: { main: ENTRY, 'node-sandbox-thread': join(root, 'src/hosts/node/node-sandbox-thread.ts') },
        output: { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' },
      },
    },
  });
  return folder;
}

/** Starts a server on a free port of loopback, and waits until it listens. */
export async function startChildServer(options: readonly string[] = []): Promise<ChildServer> {
  const folder = await buildProgram();
  const tokens = join(folder, 'tokens.csv');
  writeFileSync(tokens, TOKENS);
  const args = ['serve', '--port', '0', '--dialect', 'kubernetes', ...options];
  const hasTokens = options.includes('--token-auth-file');
  const child = fork(join(folder, 'main.mjs'), hasTokens ? args : [...args, '--token-auth-file', tokens], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: ['--expose-gc', '--import', new URL('./measure-process.mjs', import.meta.url).href],
  });
  const chunks: string[] = [];
  let exit: string | undefined;
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => chunks.push(String(text)));
  child.on('exit', (code, signal) => {
    rmSync(folder, { recursive: true, force: true });
    exit = `code ${code}, signal ${signal}: ${chunks.join('').slice(-2000)}`;
  });
  const url = await address(child, () => chunks.join(''));
  return {
    url,
    port: Number(new URL(url).port),
    output: () => chunks.join(''),
    exit: () => exit,
    usage: () => ask<Usage>(child, 'usage'),
    liveMemory: () => ask<number>(child, 'live'),
    async stop() {
      if (exit !== undefined) return;
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function address(child: ChildProcess, output: () => string): Promise<string> {
  for (;;) {
    const [, url] = /serving a cluster on (http:\S+)/.exec(output()) ?? [];
    if (url) return url;
    if (child.exitCode !== null) throw new Error(`the server has ended: ${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function ask<T>(child: ChildProcess, question: 'usage' | 'live'): Promise<T> {
  child.send(question);
  const [answer] = await once(child, 'message');
  return answer as T;
}
