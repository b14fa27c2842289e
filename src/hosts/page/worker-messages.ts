/** The header by which a page recognizes a response of the worker. */
export const ANSWERED_BY = 'x-tabplane';

/**
 * The header of requests that control a worker: a page's commands to the app's worker, and calls of an embedded one.
 * HTML forms cannot send it.
 */
export const CONTROL_HEADER = 'x-tabplane-control';

/** The message with which a hard-reloaded page asks to be controlled again. */
export const CLAIM = 'claim';
