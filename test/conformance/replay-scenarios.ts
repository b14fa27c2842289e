import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { type ConformanceClient, runScenario } from './harness.mjs';
import { patient } from './patient.ts';
import { isRepeated, type ReplayHost, replayOf } from './replay-result.ts';
import {
  CONFORMANCE_CONTROLLERS,
  flagsOf,
  GAP_PATIENCE,
  isKnownGap,
  needsControllers,
  needsOwnServer,
  runsAlone,
  type Scenario,
  scenarios,
  shortfalls,
  testOptionsOf,
} from './scenarios.ts';

/** A server to replay conversations against. */
export interface ScenarioServer {
  readonly client: ConformanceClient;
  close(): void | Promise<void>;
}

/**
 * Opens a server with the flags of all conversations and the given ones, those of controllers among them; `controllers`
 * lists those to run, or none.
 */
export type OpenServer = (
  dialect: DialectName,
  flags: Readonly<Record<string, string>>,
  controllers: string | false,
) => Promise<ScenarioServer>;

const controllersOf = (scenario: Scenario): string | false => needsControllers(scenario) && CONFORMANCE_CONTROLLERS;

/** Replays every recorded conversation, many of them concurrently, because they mostly wait. */
export function replayScenarios(
  dialect: DialectName,
  host: ReplayHost,
  open: OpenServer,
  includes: (scenario: Scenario) => boolean = () => true,
): void {
  describe.concurrent(`recorded conversations in the ${dialect} dialect`, () => {
    let shared: ScenarioServer;
    let controlled: ScenarioServer;
    beforeAll(async () => {
      shared = await open(dialect, {}, false);
      controlled = await open(dialect, {}, CONFORMANCE_CONTROLLERS);
    });
    afterAll(async () => {
      await shared?.close();
      await controlled?.close();
    });

    for (const scenario of scenarios.filter(includes)) {
      const test = runsAlone(scenario) ? it.sequential : it;
      const isGap = isKnownGap(scenario.id, dialect);
      const expected = isGap ? test.fails : test;
      expected(`${scenario.id}: ${scenario.title}`, testOptionsOf(scenario), async ({ task }) => {
        const compared = replayOf(task, scenario, dialect, host);
        const own =
          isRepeated(task) || needsOwnServer(scenario)
            ? await open(dialect, flagsOf(scenario), controllersOf(scenario))
            : undefined;
        const { client } = own ?? (needsControllers(scenario) ? controlled : shared);
        try {
          const result = isGap
            ? await runScenario(scenario, impatient(client), { dialect })
            : await runScenario(patient(scenario, dialect), client, { dialect });
          expect(shortfalls(compared(result))).toEqual([]);
        } finally {
          await own?.close();
        }
      });
    }
  });
}

/** The client for a limited time; then requests fail. */
function impatient(client: ConformanceClient): ConformanceClient {
  const end = Date.now() + GAP_PATIENCE;
  const checked = <T>(send: () => Promise<T>): Promise<T> =>
    Date.now() > end ? Promise.reject(new Error('given up')) : send();
  return {
    request: (request) => checked(() => client.request(request)),
    watch: (request) => checked(() => client.watch(request)),
  };
}
