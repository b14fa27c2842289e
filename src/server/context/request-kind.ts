import type { RequestInfo } from '../../api/request-info.ts';
import type { RequestKind } from '../observe/metrics/server-metrics.ts';

const READS = new Set(['get', 'list', 'watch']);

/** Returns the kind by which requests in flight are counted and limited. */
export const requestKindOf = ({ verb }: RequestInfo): RequestKind => (READS.has(verb) ? 'readOnly' : 'mutating');
