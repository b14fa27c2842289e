import { describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { systemClock, systemRandom } from '../../src/hosts/platform.ts';
import { createServer } from '../../src/server/create-server.ts';
import { createMemoryStorage } from '../../src/storage/memory-storage.ts';
import { fetchClient, runScenario } from './harness.mjs';
import { CONFORMANCE_TOKENS, knownGaps, scenariosOf } from './scenarios.ts';

const AREAS = ['crud', 'lifecycle', 'lists', 'watches'];
const DIALECTS: readonly DialectName[] = ['kubernetes', 'cluster'];

for (const dialect of DIALECTS) {
  describe(`recorded conversations in the ${dialect} dialect`, async () => {
    const server = await createServer({
      storage: await createMemoryStorage({ firstRevision: 300 }),
      clock: systemClock,
      random: systemRandom,
      fetch: () => Promise.reject(new Error('nothing outside may be asked')),
      flags: { dialect, 'token-auth-file': CONFORMANCE_TOKENS, 'runtime-config': 'api/all=true' },
    });
    const client = fetchClient((request: Request) => server.fetch(request));

    for (const scenario of scenariosOf(AREAS)) {
      const expected = knownGaps[dialect].includes(scenario.id) ? it.fails : it;
      expected(`${scenario.id}: ${scenario.title}`, async () => {
        const { steps } = await runScenario(scenario, client, { dialect });
        const differences = steps.filter((step) => !step.ok).map((step) => ({ step: step.id, differences: step.diffs ?? step.actual.failed }));
        expect(differences).toEqual([]);
      });
    }
  });
}
