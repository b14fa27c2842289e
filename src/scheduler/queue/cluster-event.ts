export type EventResource =
  | 'Node'
  | 'Pod'
  | 'PersistentVolumeClaim'
  | 'PersistentVolume'
  | 'StorageClass'
  | 'CSINode'
  | 'CSIDriver'
  | 'CSIStorageCapacity';
export type EventAction = 'add' | 'delete' | 'update' | 'label' | 'taint' | 'allocatable' | 'condition';

/** A change of the cluster that may make room for a pod. Actions such as `label` are updates of that part of a node. */
export interface ClusterEvent {
  readonly resource: EventResource;
  readonly action: EventAction;
}

type Interests = Readonly<Partial<Record<EventResource, readonly EventAction[]>>>;

const NODE_UPDATES: readonly EventAction[] = ['update', 'label', 'taint', 'allocatable', 'condition'];
const ADD_OR_UPDATE: readonly EventAction[] = ['add', ...NODE_UPDATES];

/** The changes that may help pods that a filter rejected, by filter. */
const INTERESTS: Readonly<Record<string, Interests>> = {
  NodeUnschedulable: { Node: ['add', 'taint'] },
  NodeName: { Node: ADD_OR_UPDATE },
  TaintToleration: { Node: ADD_OR_UPDATE },
  NodeAffinity: { Node: ADD_OR_UPDATE },
  NodePorts: { Pod: ['delete'], Node: ADD_OR_UPDATE },
  NodeResourcesFit: { Pod: ['delete'], Node: ADD_OR_UPDATE },
  VolumeRestrictions: { Pod: ['delete'], Node: ['add'], PersistentVolumeClaim: ['add', 'update'] },
  NodeVolumeLimits: { CSINode: ['add', 'update'], Pod: ['delete'] },
  VolumeBinding: {
    StorageClass: ['add', 'update'],
    PersistentVolumeClaim: ['add', 'update'],
    PersistentVolume: ['add', 'update'],
    Node: ADD_OR_UPDATE,
    CSIDriver: ['add', 'update'],
    CSIStorageCapacity: ['add', 'update'],
  },
  VolumeZone: {
    StorageClass: ['add'],
    Node: ['add', 'label'],
    PersistentVolumeClaim: ['add'],
    PersistentVolume: ['add', 'update'],
  },
  PodTopologySpread: { Pod: ['add', 'update', 'delete'], Node: ['add', 'delete', 'label'] },
  InterPodAffinity: { Pod: ['add', 'update', 'delete'], Node: ['add', 'label'] },
};

/** Reports whether a change may help a pod that these filters rejected. Without filters, any change may help. */
export const mayHelp = (plugins: ReadonlySet<string>, { resource, action }: ClusterEvent): boolean =>
  plugins.size === 0 || [...plugins].some((plugin) => INTERESTS[plugin]?.[resource]?.includes(action));
