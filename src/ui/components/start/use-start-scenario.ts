import { freeClusterName } from '../../../api/named-cluster.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { keepPreparation } from '../../state/prepared-cluster.ts';

/** Returns a function that creates a cluster of its own for a scenario and opens the scenario's page in it. */
export function useStartScenario(): (scenario: string) => void {
  const { clusters, platform } = useApplication();
  return (scenario) => {
    if (!clusters) return;
    const { list, request } = clusters.getState();
    const name = freeClusterName(list.clusters, scenario);
    request({ type: 'create', name, dialect: 'kubernetes' }, '/scenario', ({ database }) =>
      keepPreparation(platform.session, { database, scenario }),
    );
  };
}
