import { stopwatch } from '../../../api/environment.ts';
import { requestKindOf } from '../../context/request-kind.ts';
import { requestLabelsOf } from '../../context/request-labels.ts';
import type { Stage } from './stage.ts';

/** Counts every request with its response code and duration. */
export const measure: Stage = async (call, next) => {
  const { metrics, clock } = call.server;
  const labels = requestLabelsOf(call);
  if (!labels) return next();
  const startedAt = stopwatch(clock);
  const isOver = metrics.begins(requestKindOf(call.info));
  try {
    const response = await next();
    metrics.answered(labels, response.status, (stopwatch(clock) - startedAt) / 1000);
    return response;
  } finally {
    isOver();
  }
};
