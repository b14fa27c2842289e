/** Where a page reads and changes the clusters of its browser: GET the list, POST a command. */
export const CLUSTERS_PATH = '/tabplane/clusters';

/** The header by which a page says which database it shows: a cluster opened since must not get its requests. */
export const DATABASE_HEADER = 'tabplane-database';

/** The broadcast channel on which a worker sends the list after each change. */
export const CLUSTERS_CHANNEL = 'tabplane-clusters';
