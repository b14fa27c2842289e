/** The path at which a page reads and changes its browser's clusters: GET returns the list, POST sends a command. */
export const CLUSTERS_PATH = '/tabplane/clusters';

/** The path to which a page sends the calls of its connections; see `browser/socket-calls.ts`. */
export const SOCKETS_PATH = '/tabplane/sockets';

/** The header with the database that a page shows, so that no other cluster receives its requests. */
export const DATABASE_HEADER = 'tabplane-database';

/** The header of responses with the value `full` while the storage refuses writes. */
export const STORAGE_HEADER = 'tabplane-storage';

/** The broadcast channel on which the worker publishes the list after each change. */
export const CLUSTERS_CHANNEL = 'tabplane-clusters';
