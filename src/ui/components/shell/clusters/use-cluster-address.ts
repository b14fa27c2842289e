import { rootRouteId, useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/**
 * Keeps the name of the tab's cluster in the address, so that its links and bookmarks open the same cluster. A browser with
 * one cluster needs no name. An address without a view stays as it is: the router would open the overview.
 */
export function useClusterAddress(clusters: ClustersStore): void {
  const { list, shown, replacement } = useStore(clusters);
  const cluster = useSearch({ strict: false, select: (search) => search.cluster });
  const hasView = useMatches({ select: (matches) => matches.at(-1)?.routeId !== rootRouteId });
  const navigate = useNavigate();
  const wanted = list.clusters.length > 1 ? shown.name : undefined;
  useEffect(() => {
    if (!hasView || replacement !== undefined || cluster === wanted) return;
    void navigate({
      to: '.',
      search: (search) => ({ ...search, cluster: wanted }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [hasView, replacement, cluster, wanted, navigate]);
}
