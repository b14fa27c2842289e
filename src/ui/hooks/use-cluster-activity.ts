import type { ControllerState } from '../../api/debug/controller-state.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { isSimulated } from '../state/objects/nodes/simulated-nodes.ts';
import { type ClusterActivity, CONTROLLERS } from '../state/objects/simulation-notes.ts';
import { useCollection } from './use-collection.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** The controllers and nodes of a cluster, with the number of ready nodes. */
export interface KnownActivity extends ClusterActivity {
  readonly readyNodes: number;
}

/** Returns the live controllers and nodes of the cluster; undefined until they are loaded, and for users without access. */
export function useClusterActivity(): KnownActivity | undefined {
  const controllers = useCollection<ControllerState & ApiObject>(CONTROLLERS);
  const { items, isLoaded } = useCollection<Node>(NODES);
  if (!controllers.isLoaded || !isLoaded) return undefined;
  return {
    controllers: new Map(controllers.items.map(({ metadata, spec }) => [metadata.name ?? '', spec.isRunning])),
    nodes: items.length,
    simulatedNodes: items.filter(isSimulated).length,
    readyNodes: items.filter(isReady).length,
  };
}

const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True') ?? false;
