import { StatusError } from '../../../api/status.ts';
import { DATABASE_HEADER } from '../../clusters-path.ts';

/**
 * Returns the error for a page that shows another cluster, or this one before a reset; undefined for a current page.
 */
export function rejectReplaced(request: Request, database: string): Response | undefined {
  const shown = request.headers.get(DATABASE_HEADER);
  if (shown === null || shown === database) return undefined;
  const { status } = new StatusError({
    code: 409,
    reason: 'Conflict',
    message: 'This page shows a cluster that is no longer open. Reload the page, then try again.',
  });
  return Response.json(status, { status: 409 });
}
