import { rootRouteId, useMatches, useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/**
 * Keeps the name of the tab's cluster in the address, so that its links and bookmarks open the same cluster. A browser with
 * one cluster needs no name. An address that cannot be decoded has no route; the router would leave it for the overview.
 */
export function useClusterAddress(clusters: ClustersStore): void {
  const { list, shown, replacement } = useStore(clusters);
  const cluster = useSearch({ strict: false, select: (search) => search.cluster });
  const hasRoute = useMatches({ select: (matches) => matches.at(-1)?.routeId !== rootRouteId });
  const navigate = useNavigate();
  const wanted = list.clusters.length > 1 ? shown.name : undefined;
  useEffect(() => {
    if (!hasRoute || replacement !== undefined || cluster === wanted) return;
    void navigate({
      to: '.',
      search: (search) => ({ ...search, cluster: wanted }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [hasRoute, replacement, cluster, wanted, navigate]);
}
