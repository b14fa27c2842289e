import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import type { ClustersStore } from '../../../state/stores/clusters-store.ts';

/**
 * Keeps the name of the tab's cluster in the address, so that its links and bookmarks open the same cluster. A browser with
 * one cluster needs no name.
 */
export function useClusterAddress(clusters: ClustersStore): void {
  const { list, shown, replacement } = useStore(clusters);
  const cluster = useSearch({ strict: false, select: (search) => search.cluster });
  const navigate = useNavigate();
  const wanted = list.clusters.length > 1 ? shown.name : undefined;
  useEffect(() => {
    if (replacement !== undefined || cluster === wanted) return;
    void navigate({
      to: '.',
      search: (search) => ({ ...search, cluster: wanted }),
      hash: true,
      replace: true,
      resetScroll: false,
    });
  }, [replacement, cluster, wanted, navigate]);
}
