import {
  type ClusterCommand,
  ClusterCommandError,
  type ClusterList,
  clusterNameError,
} from '../../../api/named-cluster.ts';

/**
 * The registry of clusters. It is stored as one record, so that every command is one write: a worker that dies leaves
 * the state before or after it.
 */
export interface RegistryState extends ClusterList {
  /** Databases of reset and deleted clusters that may still exist. They are deleted after the write. */
  readonly discarded: readonly string[];
}

/** The database of app versions with a single cluster, and of the first cluster in a new browser. */
export const FIRST_DATABASE = 'tabplane';
export const FIRST_CLUSTER_ID = 'default';

/** Returns the initial registry. `hasData`: an earlier version left its database. */
export const initialRegistry = (created: string, hasData: boolean): RegistryState => ({
  clusters: [{ id: FIRST_CLUSTER_ID, name: 'Default', dialect: 'cluster', database: FIRST_DATABASE, created }],
  current: FIRST_CLUSTER_ID,
  isDialectChosen: hasData,
  discarded: [],
});

/** Inputs for a new cluster or database. */
export interface NewNames {
  readonly id: string;
  readonly created: string;
}

/** Returns the registry after a command. @throws ClusterCommandError */
export function transition(state: RegistryState, command: ClusterCommand, names: NewNames): RegistryState {
  switch (command.type) {
    case 'create':
      return create(state, command, names);
    case 'accept':
      return accept(state, command);
    case 'switch':
      return { ...state, current: clusterNamed(state, command.id).id };
    case 'rename':
      return rename(state, command);
    case 'reset':
      return reset(state, command, names);
    case 'delete':
      return remove(state, command);
    case 'keep-dialect':
      return { ...state, isDialectChosen: true };
  }
}

type CommandOf<Type extends ClusterCommand['type']> = Extract<ClusterCommand, { readonly type: Type }>;

/** A new cluster becomes the current one. */
function create(
  state: RegistryState,
  { name, dialect, awaitsConsent }: CommandOf<'create'>,
  { id, created }: NewNames,
): RegistryState {
  requireName(state, name);
  const cluster = {
    ...{ id, name: name.trim(), dialect, database: databaseOf(id), created },
    ...(awaitsConsent ? { awaitsConsent } : {}),
  };
  return { ...state, clusters: [...state.clusters, cluster], current: id, isDialectChosen: true };
}

function accept(state: RegistryState, { id }: CommandOf<'accept'>): RegistryState {
  const { awaitsConsent: _, ...accepted } = clusterNamed(state, id);
  return { ...state, clusters: state.clusters.map((cluster) => (cluster.id === id ? accepted : cluster)) };
}

function rename(state: RegistryState, { id, name }: CommandOf<'rename'>): RegistryState {
  clusterNamed(state, id);
  requireName(state, name, id);
  const clusters = state.clusters.map((cluster) => (cluster.id === id ? { ...cluster, name: name.trim() } : cluster));
  return { ...state, clusters };
}

function reset(state: RegistryState, { id, dialect }: CommandOf<'reset'>, names: NewNames): RegistryState {
  // What came from a link is gone with the data.
  const { awaitsConsent: _, ...old } = clusterNamed(state, id);
  const fresh = { ...old, dialect: dialect ?? old.dialect, database: databaseOf(names.id), created: names.created };
  return {
    ...state,
    clusters: state.clusters.map((cluster) => (cluster.id === id ? fresh : cluster)),
    discarded: [...state.discarded, old.database],
    isDialectChosen: state.isDialectChosen || dialect !== undefined,
  };
}

function remove(state: RegistryState, { id }: CommandOf<'delete'>): RegistryState {
  const { name, database } = clusterNamed(state, id);
  const clusters = state.clusters.filter((cluster) => cluster.id !== id);
  const [next] = clusters;
  if (!next) throw new ClusterCommandError(`“${name}” is the only cluster. Reset it to delete its objects.`);
  const current = state.current === id ? next.id : state.current;
  return { ...state, clusters, current, discarded: [...state.discarded, database] };
}

const databaseOf = (id: string): string => `${FIRST_DATABASE}-${id}`;

function clusterNamed({ clusters }: RegistryState, id: string) {
  const found = clusters.find((cluster) => cluster.id === id);
  if (!found) throw new ClusterCommandError('This cluster no longer exists. Another tab may have deleted it.');
  return found;
}

function requireName({ clusters }: RegistryState, name: string, id?: string): void {
  const error = clusterNameError(clusters, name, id);
  if (error) throw new ClusterCommandError(error);
}
