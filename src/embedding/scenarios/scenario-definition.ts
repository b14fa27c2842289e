import type { Cluster, ClusterOptions } from '../cluster.ts';

/** A state of a cluster that has a name, so that stories and tests can begin with it. */
export interface ScenarioDefinition<Name extends string = string>
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
  history?(cluster: Cluster): Promise<void>;
}

export const MINUTE = 60_000;

/** Returns the definition, with the type of its name. */
export const defineScenario = <const Name extends string>(
  definition: ScenarioDefinition<Name>,
): ScenarioDefinition<Name> => definition;
