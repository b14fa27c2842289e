/** The header by which a page knows that a worker answered. */
export const ANSWERED_BY = 'x-tabplane';

/**
 * The header of requests that control a worker: a page's commands to the app's worker, and calls of an embedded one. No form
 * can send it.
 */
export const CONTROL_HEADER = 'x-tabplane-control';

/** The message of a page that was hard-reloaded, to be controlled again. */
export const CLAIM = 'claim';
