import type { ApiClient } from '../../client/api-client.ts';
import type { Cluster, ClusterOptions, EmbeddedClock } from '../cluster.ts';

/** A state of a cluster that has a name, so that stories and tests can begin with it. */
export interface ScenarioDefinition<Name extends string = string, Played = Cluster>
  extends Pick<
    ClusterOptions,
    'dialect' | 'seed' | 'users' | 'defaultUser' | 'controllers' | 'simulatedNodes' | 'flags'
  > {
  readonly name: Name;
  /** One sentence about what the cluster shows. */
  readonly description: string;
  /** When the cluster was created, as ISO 8601 text. Defaults to 2024-01-15T09:00:00Z. */
  readonly startTime?: string;
  /** Seeds names, UIDs and all other random values: the same number gives the same cluster. Defaults to 1. */
  readonly randomSeed?: number;
  /**
   * Plays the history before the scenario begins. Time stands still, except while `cluster.clock.step` moves it. By
   * default, the objects of the seed get ten minutes.
   */
  history?(cluster: Played): Promise<void>;
}

/** The parts of a cluster that histories of the package use, so that they can be played over the API alone. */
export interface Stage {
  readonly client: Pick<ApiClient, 'apply' | 'patch'>;
  readonly clock: Pick<EmbeddedClock, 'step'>;
}

export const MINUTE = 60_000;

/** Returns the definition, with the type of its name. */
export const defineScenario = <const Name extends string>(
  definition: ScenarioDefinition<Name>,
): ScenarioDefinition<Name> => definition;

/** Returns the definition of a scenario of the package, whose cluster may be anywhere. */
export const packageScenario = <const Name extends string>(
  definition: ScenarioDefinition<Name, Stage>,
): ScenarioDefinition<Name, Stage> => definition;

/** The history of scenarios without one of their own. */
export const tenMinutes = ({ clock }: Stage): Promise<void> => clock.step(10 * MINUTE);
