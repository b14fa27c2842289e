import { failureStatus } from '../../../api/status.ts';

/** Returns the response to a page whose cluster was deleted or reset. */
export function clusterGone(): Response {
  const status = failureStatus({
    code: 409,
    reason: 'Conflict',
    message: 'The cluster of this page was deleted or reset in another tab. Reload the page.',
  });
  return Response.json(status, { status: 409 });
}
