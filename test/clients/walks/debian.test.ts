import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { kubeconfig } from '../../../src/hosts/node/write-kubeconfig.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { type ClientName, recordNotRun, recordOutcomes } from '../outcomes/client-outcomes.ts';
import { installDebianPackages, unpackDebianPackage } from '../tools/debian-packages.ts';
import { DEBIAN_CLIENTS, UNPACKED } from './debian-clients.ts';
import { PROGRAM_TIMEOUT, runProgram } from './program.ts';

const SOURCES = ['programs', 'manifests'].map((name) => new URL(`../${name}/`, import.meta.url).pathname);

/** Milliseconds. On a new machine, the installation takes up to a minute. */
const INSTALLATION_TIMEOUT = 300_000;

describe('clients of Debian work:', { timeout: PROGRAM_TIMEOUT }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-debian-'));
  const programs = new Map<ClientName, { folder: string } | { reason: string }>();
  let host: NodeHost;

  beforeAll(async () => {
    // The host cannot respond during the installation, so it starts afterwards.
    for (const { client, packages, unpacked } of DEBIAN_CLIENTS) {
      const reason = installDebianPackages(packages);
      programs.set(client, reason ? { reason } : unpacked ? unpackDebianPackage(unpacked) : { folder });
    }
    for (const source of SOURCES) cpSync(source, folder, { recursive: true });
    host = await startNodeHost({
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
      controllers: true,
      simulatedNodes: 2,
    });
    const access = { server: host.secureUrl ?? '', token: 'admin-token', certificate: host.certificate };
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(access));
  }, INSTALLATION_TIMEOUT);
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  test.concurrent.for(DEBIAN_CLIENTS)('$client', async ({ client, command, steps }, { task, expect, skip }) => {
    const found = programs.get(client) ?? { reason: 'it was not looked for' };
    if ('reason' in found) {
      recordNotRun(task, client, found.reason);
      skip(found.reason);
      return;
    }
    const environment = { KUBECONFIG: join(folder, 'kubeconfig') };
    const [program = '', ...args] = command.map((word) => word.replace(UNPACKED, found.folder));
    const run = await runProgram(program, args, { environment, folder });
    recordOutcomes(task, { client, version: run.version, steps: run.steps });
    expect({ steps: run.steps, failure: run.failure }).toEqual({
      steps: steps.map(([step, outcome]) => ({ step, outcome })),
      failure: '',
    });
  });
});
