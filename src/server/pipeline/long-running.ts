import type { RequestInfo } from '../../api/request-info.ts';

const LONG_RUNNING_VERBS = new Set(['watch', 'proxy']);
const LONG_RUNNING_SUBRESOURCES = new Set(['attach', 'exec', 'proxy', 'log', 'portforward']);

/** Reports whether the real server exempts the request from its timeout and its limits. */
export const isLongRunning = ({ verb, subresource }: RequestInfo): boolean =>
  LONG_RUNNING_VERBS.has(verb) || LONG_RUNNING_SUBRESOURCES.has(subresource);
