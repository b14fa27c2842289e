import type { Status } from '../../../api/status.ts';

const CONFLICT = 409;

/** Answers a request to a cluster whose paths another cluster has taken over, so that it reaches no other data. */
export function takenOver(expected: string, served: string): Response {
  const status: Status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    message:
      `The cluster "${expected}" is not served any more: another page has started "${served}" at the same paths. ` +
      `Give one of them a prefix: startCluster({ prefix: '/k8s/${expected}' })`,
    reason: 'Conflict',
    code: CONFLICT,
  };
  return Response.json(status, { status: CONFLICT });
}
