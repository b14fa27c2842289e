import type { RequestHandler, WebSocketHandler } from 'msw';
import type { ClusterUser, ForkableCluster, Persona } from '../../embedding/cluster.ts';
import type { EmbeddedCluster } from '../../embedding/embedded-cluster.ts';
import { type Checks, checkOptions, isFunction, isText, must } from '../../embedding/options/check-options.ts';
import { CLUSTER_CHECKS } from '../../embedding/options/cluster-checks.ts';
import type { ScenarioName } from '../../embedding/scenarios/index.ts';
import type { ScenarioDefinition } from '../../embedding/scenarios/scenario-definition.ts';
import { scenarioNamed } from '../../embedding/scenarios/scenario-named.ts';
import { personaOf } from '../../embedding/users/persona.ts';
import { usersOf } from '../../embedding/users/sender.ts';
import type { ClusterAddress } from '../msw/cluster-address.ts';
import { clusterHandlers } from '../msw/cluster-handlers.ts';
import { forkScenario } from './scenario-template.ts';

type Handlers = (RequestHandler | WebSocketHandler)[];

/** A user in a scenario. */
export interface ScenarioPersona extends Persona {
  /** Returns MSW handlers that answer every request as this user, whatever credentials it has. */
  handlers(address?: ClusterAddress): Handlers;
}

/** A separate cluster in the state of a scenario, created on first use. */
export interface Scenario {
  readonly name: string;
  readonly description: string;
  /** Its time stands still, so that it looks the same each time: `clock.step` moves it, `clock.resume` lets it run. */
  cluster(): Promise<ForkableCluster>;
  /** A user of the scenario by its name, or any other by impersonation. @throws RangeError when it has no such user */
  as(user: string | ClusterUser): ScenarioPersona;
  /** Returns MSW handlers. Requests without credentials count as sent by the scenario's default user, or by the one given. */
  handlers(address?: ClusterAddress & { readonly as?: string | ClusterUser }): Handlers;
  /** Closes the cluster, if there is one. */
  close(): Promise<void>;
}

const { name: _, onSeedChange: __, ...OF_CLUSTER } = CLUSTER_CHECKS;
const CHECKS: Checks<ScenarioDefinition> = {
  ...OF_CLUSTER,
  ...{ name: isText, description: isText, startTime: isText, history: isFunction },
  randomSeed: must('a number', Number.isFinite),
};

/**
 * Starts a scenario: one of the package by its name, or your own.
 * @throws RangeError when no scenario has the name
 */
export function scenario(wanted: ScenarioName | ScenarioDefinition): Scenario {
  const definition = typeof wanted === 'string' ? scenarioNamed(wanted) : wanted;
  checkOptions('scenario', definition, CHECKS);
  let forked: Promise<EmbeddedCluster> | undefined;
  const cluster = (): Promise<EmbeddedCluster> => {
    forked ??= forkScenario(definition);
    return forked;
  };
  const users = usersOf(definition.users);
  const as = (user: string | ClusterUser): ScenarioPersona => {
    if (typeof user === 'string' && !users.has(user))
      throw new RangeError(
        `the scenario ${JSON.stringify(definition.name)} has no user ${JSON.stringify(user)}; its users are ` +
          `${[...users.keys()].join(', ')}. Anybody else: as({ name: ${JSON.stringify(user)} })`,
      );
    const persona = personaOf(async (request) => (await cluster()).answerAs(user, request));
    const fetch = (request: Request): Promise<Response> => persona.fetch(withoutCredentials(request));
    return { ...persona, handlers: (address) => clusterHandlers({ fetch }, address) };
  };
  return {
    ...{ name: definition.name, description: definition.description },
    ...{ cluster, as },
    handlers: ({ as: user, ...address } = {}) =>
      user === undefined
        ? clusterHandlers({ fetch: async (request) => (await cluster()).fetch(request) }, address)
        : as(user).handlers(address),
    close: async () => (await forked)?.close(),
  };
}

function withoutCredentials(request: Request): Request {
  const headers = new Headers(request.headers);
  headers.delete('authorization');
  return new Request(request, { headers });
}
