import {
  type ClusterCommand,
  ClusterCommandError,
  type ClusterList,
  clusterNameError,
  clusterOfTab,
  currentCluster,
  type NamedCluster,
  type ShowCommand,
} from '../../../api/named-cluster.ts';

/**
 * The registry of clusters. It is stored as one record, so that every command is one write: a worker that dies leaves
 * the state before or after the command.
 */
export interface RegistryState extends ClusterList {
  /** Databases of reset and deleted clusters that may still exist. They are deleted after the write. */
  readonly discarded: readonly string[];
  /** The ids of the last pages with those of their clusters. Absent in registries of earlier versions. */
  readonly pages?: Readonly<Record<string, string>>;
}

/** Maximum number of pages whose clusters are kept. A browser has fewer tabs with the app. */
const MOST_PAGES = 100;

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

/** Inputs for a new cluster or database, and the id of the page that sent the command. */
export interface NewNames {
  readonly id: string;
  readonly created: string;
  readonly page: string;
}

/** A command that only changes the registry. */
export type RegistryCommand = Exclude<ClusterCommand, { readonly type: 'open' }> | ShowCommand;

/** Returns the registry after a command. @throws ClusterCommandError */
export function transition(state: RegistryState, command: RegistryCommand, names: NewNames): RegistryState {
  switch (command.type) {
    case 'show':
      return shownBy(names.page, state, clusterOfTab(state, command).id);
    case 'create':
      return create(state, command, names);
    case 'accept':
      return accept(state, command);
    case 'continue':
      return continued(state, command);
    case 'switch':
      return chosenBy(names.page, state, clusterNamed(state, command.id).id);
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

/** @param page the id of a page; empty when it is unknown */
function shownBy(page: string, state: RegistryState, id: string): RegistryState {
  if (page === '') return state;
  const { [page]: _, ...others } = state.pages ?? {};
  return { ...state, pages: Object.fromEntries([...Object.entries(others), [page, id]].slice(-MOST_PAGES)) };
}

const chosenBy = (page: string, state: RegistryState, id: string): RegistryState => ({
  ...shownBy(page, state, id),
  current: id,
});

/**
 * Returns the cluster for a request of a page: the cluster whose database the request names, the registered cluster of
 * the page, or else the current one. Undefined when the page's cluster was deleted or reset.
 */
export function clusterOfRequest(
  state: RegistryState,
  { database, page }: { readonly database: string | null; readonly page: string },
): NamedCluster | undefined {
  if (database !== null) return state.clusters.find((cluster) => cluster.database === database);
  const id = state.pages?.[page];
  return id === undefined ? currentCluster(state) : state.clusters.find((cluster) => cluster.id === id);
}

/** Returns the clusters that open pages show, and the last chosen one, which other pages of the origin use. */
export const shownClusters = ({ clusters, current, pages = {} }: RegistryState, open: readonly string[]) =>
  clusters.filter(({ id }) => id === current || open.some((page) => pages[page] === id));

/** Creates a cluster and shows it in the page. */
function create(
  state: RegistryState,
  { name, dialect, awaitsConsent, playsUntil }: CommandOf<'create'>,
  { id, created, page }: NewNames,
): RegistryState {
  requireName(state, name);
  const cluster = {
    ...{ id, name: name.trim(), dialect, database: databaseOf(id), created },
    ...(awaitsConsent ? { awaitsConsent } : {}),
    ...(playsUntil === undefined ? {} : { playsUntil }),
  };
  return chosenBy(page, { ...state, clusters: [...state.clusters, cluster], isDialectChosen: true }, id);
}

function accept(state: RegistryState, { id }: CommandOf<'accept'>): RegistryState {
  const { awaitsConsent: _, ...accepted } = clusterNamed(state, id);
  return { ...state, clusters: state.clusters.map((cluster) => (cluster.id === id ? accepted : cluster)) };
}

function continued(state: RegistryState, { id }: CommandOf<'continue'>): RegistryState {
  const { playsUntil: _, ...running } = clusterNamed(state, id);
  return { ...state, clusters: state.clusters.map((cluster) => (cluster.id === id ? running : cluster)) };
}

function rename(state: RegistryState, { id, name }: CommandOf<'rename'>): RegistryState {
  clusterNamed(state, id);
  requireName(state, name, id);
  const clusters = state.clusters.map((cluster) => (cluster.id === id ? { ...cluster, name: name.trim() } : cluster));
  return { ...state, clusters };
}

function reset(state: RegistryState, command: CommandOf<'reset'>, names: NewNames): RegistryState {
  const { id, dialect, awaitsConsent } = command;
  // Consent to the old data says nothing about the new data.
  const { awaitsConsent: _, playsUntil: __, ...old } = clusterNamed(state, id);
  const fresh = {
    ...{ ...old, dialect: dialect ?? old.dialect, database: databaseOf(names.id), created: names.created },
    ...(awaitsConsent ? { awaitsConsent } : {}),
  };
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

/** Returns the name of the database of the cluster with an id. */
export const databaseOf = (id: string): string => `${FIRST_DATABASE}-${id}`;

function clusterNamed({ clusters }: RegistryState, id: string) {
  const found = clusters.find((cluster) => cluster.id === id);
  if (!found) throw new ClusterCommandError('This cluster no longer exists. Another tab may have deleted it.');
  return found;
}

function requireName({ clusters }: RegistryState, name: string, id?: string): void {
  const error = clusterNameError(clusters, name, id);
  if (error) throw new ClusterCommandError(error);
}
