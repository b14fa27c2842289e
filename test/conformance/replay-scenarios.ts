import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DialectName } from '../../src/api/dialect.ts';
import { type ConformanceClient, runScenario } from './harness.mjs';
import { patient } from './patient.ts';
import { isRepeated, type ReplayHost, replayOf } from './replay-result.ts';
import { replayedDialects } from './replayed-dialects.ts';
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

/** A host that conversations are replayed on; `includes` chooses among them. */
export interface Host {
  readonly name: ReplayHost;
  readonly open: OpenServer;
  includes?(scenario: Scenario): boolean;
}

/** The servers of a host that conversations share. */
interface SharedServers {
  readonly plain: ScenarioServer;
  readonly controlled: ScenarioServer;
}

/**
 * Replays the recorded conversations on every host. They mostly wait, so many of them are held concurrently; those that
 * depend on time follow, one at a time on each host.
 */
export function replayScenarios(dialect: DialectName, hosts: readonly Host[]): void {
  describe(`recorded conversations in the ${dialect} dialect`, () => {
    const servers = new Map<Host, SharedServers>();
    beforeAll(async () => {
      for (const host of hosts) {
        const plain = await host.open(dialect, {}, false);
        servers.set(host, { plain, controlled: await host.open(dialect, {}, CONFORMANCE_CONTROLLERS) });
      }
    });
    afterAll(async () => {
      for (const { plain, controlled } of servers.values()) {
        await plain.close();
        await controlled.close();
      }
    });

    const testOn = (host: Host, scenario: Scenario): void => {
      const isGap = isKnownGap(scenario.id, dialect);
      const test = runsAlone(scenario) ? it.sequential : it;
      const expected = isGap ? test.fails : test;
      expected(`${host.name}, ${scenario.id}: ${scenario.title}`, testOptionsOf(scenario), async ({ task }) => {
        const compared = replayOf(task, scenario, dialect, host.name);
        const own =
          isRepeated(task) || needsOwnServer(scenario)
            ? await host.open(dialect, flagsOf(scenario), controllersOf(scenario))
            : undefined;
        const shared = servers.get(host)?.[needsControllers(scenario) ? 'controlled' : 'plain'];
        const client = (own ?? shared)?.client;
        if (!client) throw new Error(`there is no server on ${host.name}`);
        try {
          const result = isGap
            ? await runScenario(scenario, impatient(client), { dialect })
            : await runScenario(patient(scenario, dialect), client, { dialect });
          const found = shortfalls(compared(result));
          expect(found, found).toBe('');
        } finally {
          await own?.close();
        }
      });
    };
    const alone = scenarios.filter(runsAlone);
    const isHeldOn = ({ name, includes = () => true }: Host, scenario: Scenario): boolean =>
      includes(scenario) && replayedDialects(scenario, name).includes(dialect);

    describe.concurrent('held together', () => {
      for (const scenario of scenarios.filter((one) => !alone.includes(one)))
        for (const host of hosts) if (isHeldOn(host, scenario)) testOn(host, scenario);
    });
    // In files without such a conversation, the suite would be empty, which is an error.
    const withAlone = hosts.filter((host) => alone.some((scenario) => isHeldOn(host, scenario)));
    // A suite of its own: it starts when all others have ended.
    describe.runIf(withAlone.length > 0)('held alone', () => {
      for (const host of withAlone)
        describe.concurrent(host.name, () => {
          for (const scenario of alone) if (isHeldOn(host, scenario)) testOn(host, scenario);
        });
    });
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
