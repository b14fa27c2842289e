import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { type ConformanceClient, runScenario } from './harness.mjs';
import { type ReplayHost, replayOf } from './replay-result.ts';
import { flagsOf, isKnownGap, isTimed, needsOwnServer, type Scenario, scenarios, shortfalls } from './scenarios.ts';

/** A server to replay conversations against. */
export interface ScenarioServer {
  readonly client: ConformanceClient;
  close(): void | Promise<void>;
}

/** Opens a server with the flags of all conversations and the given ones. */
export type OpenServer = (dialect: DialectName, flags: Readonly<Record<string, string>>) => Promise<ScenarioServer>;

/** Replays every recorded conversation, many of them concurrently, because they mostly wait. */
export function replayScenarios(
  dialect: DialectName,
  host: ReplayHost,
  open: OpenServer,
  includes: (scenario: Scenario) => boolean = () => true,
): void {
  describe.concurrent(`recorded conversations in the ${dialect} dialect`, () => {
    let shared: ScenarioServer;
    beforeAll(async () => {
      shared = await open(dialect, {});
    });
    afterAll(() => shared?.close());

    for (const scenario of scenarios.filter(includes)) {
      const test = isTimed(scenario) ? it.sequential : it;
      const expected = isKnownGap(scenario.id, dialect) ? test.fails : test;
      expected(`${scenario.id}: ${scenario.title}`, async ({ task }) => {
        const compared = replayOf(task, scenario, dialect, host);
        const own = needsOwnServer(scenario) ? await open(dialect, flagsOf(scenario)) : undefined;
        try {
          const result = await runScenario(scenario, (own ?? shared).client, { dialect });
          expect(shortfalls(compared(result))).toEqual([]);
        } finally {
          await own?.close();
        }
      });
    }
  });
}
