import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findEtcd } from './find-etcd.mjs';

const { etcd } = findEtcd();

/** Whether tests with etcd can run. */
export const hasEtcd = etcd !== undefined;

/** An etcd with one member on a free port, and its data in a temporary folder. */
export class EtcdProcess {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tabplane-etcd-'));
  readonly #flags: readonly string[];
  readonly #scheme: string;
  /** Determines the id of its cluster. */
  #token = 'first';
  #child: ChildProcess | undefined;
  #ports: readonly [client: number, peer: number] = [0, 0];

  static async start(...flags: string[]): Promise<EtcdProcess> {
    const started = new EtcdProcess(flags);
    started.#ports = [await freePort(), await freePort()];
    await started.start();
    return started;
  }

  private constructor(flags: readonly string[]) {
    this.#flags = flags;
    this.#scheme = flags.some((flag) => flag.startsWith('--cert-file')) ? 'https' : 'http';
  }

  /** `http://127.0.0.1:2379` */
  get url(): string {
    return `${this.#scheme}://127.0.0.1:${this.#ports[0]}`;
  }

  /** Starts or restarts it, and waits until it answers. */
  async start(): Promise<void> {
    const peer = `http://127.0.0.1:${this.#ports[1]}`;
    const child = spawn(
      etcd ?? 'etcd',
      [
        ...['--name', 'one', '--data-dir', this.#folder, '--log-level', 'error'],
        ...['--listen-client-urls', this.url, '--advertise-client-urls', this.url],
        ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `one=${peer}`],
        ...['--initial-cluster-token', this.#token, ...this.#flags],
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.#child = child;
    let output = '';
    child.stderr?.on('data', (text: Buffer) => {
      output += text;
    });
    const port = this.#ports[0];
    for (let attempt = 0; !(await answers(port)); attempt++) {
      if (attempt > 200 || child.exitCode !== null) throw new Error(`etcd has not started: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#child?.kill(signal);
  }

  /** Stops it, and keeps its data. */
  async end(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Stops it, and removes its data. */
  async remove(): Promise<void> {
    await this.end();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Starts another etcd at its address, without its data. */
  async replace(): Promise<void> {
    await this.remove();
    this.#token = `${Date.now()}`;
    await this.start();
  }
}

/** Reports whether something listens on a port. */
const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
