import { DEBUG_GROUP, DEBUG_VERSION } from '../../api/debug/access-explanation.ts';
import type { ControllerState } from '../../api/debug/controller-state.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import { isSimulated } from '../state/objects/nodes/simulated-nodes.ts';
import type { ClusterActivity } from '../state/objects/simulation-notes.ts';
import { useAnswer } from './use-answer.ts';
import { useApplication, useIdentityKey } from './use-application.ts';
import { useCollection } from './use-collection.ts';

const CONTROLLERS = { group: DEBUG_GROUP, version: DEBUG_VERSION, resource: 'controllerstates' };
const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** A cluster, its nodes live. */
export interface KnownActivity extends ClusterActivity {
  readonly readyNodes: number;
}

/** Returns what runs in the cluster; undefined until known, and for users who may not see it. */
export function useClusterActivity(): KnownActivity | undefined {
  const { client } = useApplication();
  const answer = useAnswer(`activity ${useIdentityKey()}`, '', async (signal) => {
    const { items } = await client.list<ControllerState>(CONTROLLERS, { signal });
    return new Map(items.map(({ metadata, spec }) => [metadata.name, spec.isRunning]));
  });
  const { items, isLoaded } = useCollection<Node>(NODES);
  if (!answer.value || !isLoaded) return undefined;
  return {
    controllers: answer.value,
    nodes: items.length,
    simulatedNodes: items.filter(isSimulated).length,
    readyNodes: items.filter(isReady).length,
  };
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
