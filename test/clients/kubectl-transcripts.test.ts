import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { startNodeHost } from '../../src/hosts/node/node.ts';
import { CONFORMANCE_TOKENS } from '../conformance/scenarios.ts';
import { Kubectl } from './kubectl.ts';
import { recordOutcomes } from './outcomes/client-outcomes.ts';
import { replayTranscript } from './transcript.ts';

const TRANSCRIPTS = new URL('transcripts/', import.meta.url).pathname;
const MANIFESTS = new URL('manifests/', import.meta.url).pathname;

const CLIENT = 'kubectl 1.28, equal to a real server';

describe('kubectl 1.28.3 has the same output as with a real server for', () => {
  const topics = readdirSync(TRANSCRIPTS).map((file) => file.replace('.txt', ''));

  test.concurrent.for(topics)('%s', async (topic, { task }) => {
    const folder = mkdtempSync(join(tmpdir(), 'tabplane-transcript-'));
    const flags = { dialect: 'kubernetes', 'token-auth-file': CONFORMANCE_TOKENS } as const;
    const host = await startNodeHost({ port: 0, securePort: 0, flags });
    const server = host.secureUrl ?? '';
    const userOf = (name: string) => new Kubectl({ server, token: `${name}-token`, folder: join(folder, name) });
    try {
      const text = readFileSync(join(TRANSCRIPTS, `${topic}.txt`), 'utf8');
      const steps = await replayTranscript(text, { admin: userOf('admin'), alice: userOf('alice') }, MANIFESTS);
      recordOutcomes(task, { client: CLIENT, version: '1.28.3', topic, steps });
    } finally {
      await host.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
