import { scenarios } from '../../embedding/scenarios/index.ts';
import type { ScenarioDefinition, Stage } from '../../embedding/scenarios/scenario-definition.ts';
import type { PreparedCluster } from '../../ui/platform-port.ts';
import { systemClock } from '../platform.ts';
import { prepareScenario } from '../scenarios/prepare-scenario.ts';

/** The scenarios as clusters of the app. */
export const PREPARED_CLUSTERS: readonly PreparedCluster[] = scenarios.map(
  (definition: ScenarioDefinition<string, Stage>) => ({
    name: definition.name,
    description: definition.description,
    users: Object.entries(definition.users ?? {}).map(([name, { groups = [] }]) => ({ name, groups })),
    prepare: (client, onProgress) => prepareScenario(definition, client, systemClock, onProgress),
  }),
);
