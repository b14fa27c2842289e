import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useApplication } from '../../../hooks/use-application.ts';
import { DIALECTS } from '../../../state/dialect-names.ts';
import type { PaletteEntry } from '../../../state/palette.ts';
import type { ClustersState } from '../../../state/stores/clusters-store.ts';

const NONE: Pick<StoreApi<ClustersState | undefined>, 'getState' | 'getInitialState' | 'subscribe'> = createStore<
  ClustersState | undefined
>()(() => undefined);

const SECTION = 'Cluster';

/** Returns the palette's entries for clusters. */
export function useClusterEntries(): readonly PaletteEntry[] {
  const { clusters } = useApplication();
  const navigate = useNavigate();
  const state = useStore<typeof NONE>(clusters ?? NONE);
  return useMemo(() => {
    const moves: PaletteEntry[] = [
      {
        id: 'export',
        section: SECTION,
        title: 'Export objects…',
        words: ['save', 'download', 'share', 'yaml', 'link'],
        run: () => void navigate({ to: '/export' }),
      },
      {
        id: 'import',
        section: SECTION,
        title: 'Import objects…',
        words: ['open', 'load', 'paste', 'yaml', 'file'],
        run: () => void navigate({ to: '/import' }),
      },
    ];
    if (!state) return moves;
    const { list, shown, openDialog, request } = state;
    const dialogs = (
      [
        ['create', 'New cluster…'],
        ['rename', 'Rename cluster…'],
        ['reset', 'Reset cluster…'],
        ['save-session', 'Save session…'],
        ['open-session', 'Open session…'],
        ...(shown.playsUntil === undefined ? [] : [['continue', 'Continue session…'] as const]),
        ...(list.clusters.length > 1 ? [['delete', 'Delete cluster…'] as const] : []),
      ] as const
    ).map(
      ([dialog, title]): PaletteEntry => ({
        id: `cluster ${dialog}`,
        section: SECTION,
        title,
        run: () => openDialog(dialog),
      }),
    );
    const others = list.clusters
      .filter(({ id }) => id !== shown.id)
      .map(
        ({ id, name, dialect }): PaletteEntry => ({
          id: `switch ${id}`,
          section: SECTION,
          title: `Switch to cluster ${name}`,
          detail: DIALECTS[dialect].title,
          run: () => request({ type: 'switch', id }),
        }),
      );
    return [...others, ...dialogs, ...moves];
  }, [navigate, state]);
}
