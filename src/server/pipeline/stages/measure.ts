import { requestLabelsOf } from '../../context/request-labels.ts';
import type { Stage } from './stage.ts';

const READS = new Set(['get', 'list', 'watch']);

/** Counts every request with its response code and duration. */
export const measure: Stage = async (call, next) => {
  const { metrics, clock } = call.server;
  const labels = requestLabelsOf(call);
  if (!labels) return next();
  const startedAt = clock.now();
  const isOver = metrics.begins(READS.has(call.info.verb) ? 'readOnly' : 'mutating');
  try {
    const response = await next();
    metrics.answered(labels, response.status, (clock.now() - startedAt) / 1000);
    return response;
  } finally {
    isOver();
  }
};
