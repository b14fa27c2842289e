import { getRouteApi } from '@tanstack/react-router';
import { useNamespace } from '../../hooks/use-namespaces.ts';
import type { AccessSearch } from '../../state/access/access-question.ts';
import type { RootSearch } from '../../state/search-parameters.ts';

const route = getRouteApi('/access');

/**
 * Returns the question in the address, which is about one namespace or all, and a function that changes it; by default
 * without a history entry.
 */
export function useAccessSearch() {
  const namespace = useNamespace();
  const search = { ...route.useSearch(), namespace };
  const navigate = route.useNavigate();
  const change = (changes: AccessSearch & RootSearch, { replace = true } = {}) =>
    void navigate({ search: (old) => ({ ...old, ...changes }), replace });
  return { search, change };
}
