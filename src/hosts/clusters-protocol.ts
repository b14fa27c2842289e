/** The path at which a page reads and changes its browser's clusters: GET returns the list, POST sends a command. */
export const CLUSTERS_PATH = '/tabplane/clusters';

/** The header with the database that a page shows, so that no other cluster receives its requests. */
export const DATABASE_HEADER = 'tabplane-database';

/** The broadcast channel on which the worker publishes the list after each change. */
export const CLUSTERS_CHANNEL = 'tabplane-clusters';
