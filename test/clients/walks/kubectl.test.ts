import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { startNodeHost } from '../../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../../conformance/scenarios.ts';
import { selfSignedCertificate } from '../../helpers/self-signed-certificate.ts';
import { certificateRequest } from '../certificate-request.ts';
import { Kubectl } from '../kubectl.ts';
import { recordOutcomes } from '../outcomes/client-outcomes.ts';
import { TOOL_VERSIONS, type ToolVersion } from '../packaged-tools.ts';
import { KUBECTL_WALK } from './kubectl-walk.ts';
import { walk } from './tool-walk.ts';

const MANIFESTS = new URL('../manifests/', import.meta.url).pathname;

/** The topics that other versions of kubectl run. The server's version runs all topics. */
const TOPICS_OF_VERSIONS = ['The cluster', 'Applying and comparing', 'In containers'];
const isWalked = (topic: string, version: ToolVersion): boolean =>
  version === '1.28' || TOPICS_OF_VERSIONS.includes(topic);

/** Returns a new folder with the files that the commands read. */
async function workingFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'tabplane-walk-'));
  cpSync(MANIFESTS, folder, { recursive: true });
  const { certificate, key } = await selfSignedCertificate(['example.com']);
  writeFileSync(join(folder, 'tls.crt'), certificate);
  writeFileSync(join(folder, 'tls.key'), key);
  writeFileSync(join(folder, 'request.yaml'), await certificateRequest('jane', 'kubernetes.io/kube-apiserver-client'));
  return folder;
}

/** Milliseconds, for a busy machine and more than a hundred commands. */
const TIMEOUT = 300_000;

describe('everyday commands work with kubectl', { timeout: TIMEOUT }, () => {
  test.concurrent.for(TOOL_VERSIONS)('%s', async (version, { task, expect }) => {
    const folder = await workingFolder();
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    const host = await startNodeHost({ securePort: 0, flags, controllers: true, simulatedNodes: 3 });
    const access = { server: host.secureUrl ?? '', token: 'admin-token', folder: join(folder, 'home'), version };
    try {
      for (const [topic, steps] of Object.entries(KUBECTL_WALK)) {
        if (!isWalked(topic, version)) continue;
        const outcomes = await walk('kubectl', new Kubectl(access), steps, folder);
        recordOutcomes(task, { client: 'kubectl', version, topic, steps: outcomes });
        expect
          .soft(outcomes, topic)
          .toEqual(steps.map(([command, shows]) => ({ step: `kubectl ${command}`, outcome: shows })));
      }
    } finally {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
