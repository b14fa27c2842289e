import { useCallback } from 'react';
import { useStore } from 'zustand';
import { type DiscoveredResource, groupResourceKey } from '../../../client/discovery.ts';
import { useApplication } from '../../hooks/use-application.ts';
import { NO_LAYOUT, type TableLayout } from '../../state/objects/table-layout.ts';

/** Returns the user's layout of the table of a kind, and a function that changes it; without a change, it resets it. */
export function useTableLayout(resource: DiscoveredResource) {
  const { preferences } = useApplication();
  const key = groupResourceKey(resource);
  const layout = useStore(preferences, ({ tables }) => tables[key] ?? NO_LAYOUT);
  const arrange = useCallback(
    (change?: TableLayout) => preferences.getState().arrangeTable(key, change),
    [preferences, key],
  );
  return { layout, arrange };
}
