/** The header by which a page knows that a worker answered. */
export const ANSWERED_BY = 'x-tabplane';

/** The message of a page that was hard-reloaded, to be controlled again. */
export const CLAIM = 'claim';
