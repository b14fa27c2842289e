import { ApiError } from '../../../client/api-error.ts';
import { ErrorState } from '../../components/ErrorState.tsx';

/** In place of the reasons: another server may decide without telling them. */
export function NoExplanation({ error }: { readonly error: unknown }) {
  if (error instanceof ApiError && error.isNotFound) {
    return <p className="tp-subtle">This server gives its decisions without the reasons.</p>;
  }
  return <ErrorState error={error} />;
}
