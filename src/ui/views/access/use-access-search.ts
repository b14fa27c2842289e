import { getRouteApi } from '@tanstack/react-router';
import type { AccessSearch } from '../../state/access/access-question.ts';
import type { RootSearch } from '../../state/search-parameters.ts';

const route = getRouteApi('/access');

/** Returns the question in the address and a function that changes it; by default without a history entry. */
export function useAccessSearch() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (changes: AccessSearch & RootSearch, { replace = true } = {}) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace });
  return { search, change };
}
