import { Link } from '@tanstack/react-router';
import type { RequestedChange } from '../../state/timeline/requested-changes.ts';

/** The user of a request, with a link to its trace. */
export function RequestLink({ request }: { readonly request: RequestedChange }) {
  return (
    <>
      {request.user}
      {request.impersonatedBy && <span className="tp-subtle"> (impersonated by {request.impersonatedBy})</span>}{' '}
      <Link to="/requests" search={{ trace: request.trace }}>
        View request
      </Link>
    </>
  );
}
