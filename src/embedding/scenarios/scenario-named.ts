import { scenarios } from './index.ts';
import type { ScenarioDefinition } from './scenario-definition.ts';

/** Returns a scenario of the package. @throws RangeError */
export function scenarioNamed(name: string): ScenarioDefinition {
  const found: ScenarioDefinition | undefined = scenarios.find((one) => one.name === name);
  if (found) return found;
  const names = scenarios.map((one) => JSON.stringify(one.name)).join(', ');
  throw new RangeError(`there is no scenario ${JSON.stringify(name)}; there are ${names}`);
}
