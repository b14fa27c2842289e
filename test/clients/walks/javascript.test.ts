import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { type NodeHost, startNodeHost } from '../../../src/hosts/node/node.ts';
import { kubeconfig } from '../../../src/hosts/node/write-kubeconfig.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { type ClientName, recordOutcomes } from '../outcomes/client-outcomes.ts';
import { clientPackages } from '../tools/client-packages.ts';
import { JAVASCRIPT_STEPS } from './javascript-steps.ts';
import { PROGRAM_TIMEOUT, runProgram } from './program.ts';

const PROGRAMS = new URL('../programs/', import.meta.url).pathname;
const DEFINITION = new URL('../manifests/widget-definition.yaml', import.meta.url).pathname;

describe('clients for Node work:', { timeout: PROGRAM_TIMEOUT }, () => {
  let host: NodeHost;
  let folder: string;

  beforeAll(async () => {
    // Node resolves the packages in a parent folder of the programs.
    folder = mkdtempSync(join(clientPackages(), 'run-'));
    cpSync(PROGRAMS, folder, { recursive: true });
    cpSync(DEFINITION, join(folder, 'widget-definition.yaml'));
    host = await startNodeHost({
      securePort: 0,
      flags: { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS },
      controllers: true,
      simulatedNodes: 2,
    });
    const access = { server: host.secureUrl ?? '', token: 'admin-token', certificate: host.certificate };
    writeFileSync(join(folder, 'kubeconfig'), kubeconfig(access));
  });
  afterAll(async () => {
    await host.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const clients = Object.entries(JAVASCRIPT_STEPS) as [ClientName, (typeof JAVASCRIPT_STEPS)[ClientName]][];
  test.concurrent.for(clients)(
    '%s',
    async ([client, { program, steps } = { program: '', steps: [] }], { task, expect }) => {
      const environment = { KUBECONFIG: join(folder, 'kubeconfig') };
      const run = await runProgram(process.execPath, [program], { environment, folder });
      recordOutcomes(task, { client, version: run.version, steps: run.steps });
      expect({ steps: run.steps, failure: run.failure }).toEqual({
        steps: steps.map(([step, outcome]) => ({ step, outcome })),
        failure: '',
      });
    },
  );
});
