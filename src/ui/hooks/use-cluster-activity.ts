import type { ControllerState } from '../../api/debug/controller-state.ts';
import type { Node } from '../../api/kinds/core-v1.generated.ts';
import type { ApiObject } from '../../api/object.ts';
import { isSimulated } from '../state/objects/nodes/simulated-nodes.ts';
import { type ClusterActivity, CONTROLLERS } from '../state/objects/simulation-notes.ts';
import { useCollection } from './use-collection.ts';

const NODES = { group: '', version: 'v1', resource: 'nodes' };

/** A cluster, its nodes live. */
export interface KnownActivity extends ClusterActivity {
  readonly readyNodes: number;
}

/** Returns what runs in the cluster, live; undefined until known, and for users who may not see it. */
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
