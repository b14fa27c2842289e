import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { firstNamespace, readNamespaces } from '../state/namespaces.ts';

const useSelection = (): string | undefined => useSearch({ from: '__root__', select: (search) => search.namespace });

/** Returns the namespaces that are selected in the masthead, for views that show objects. None means all. */
export function useNamespaces(): readonly string[] {
  const text = useSelection();
  return useMemo(() => readNamespaces(text), [text]);
}

/** Returns the first selected namespace, for views that write to one namespace or ask about one; undefined for all. */
export const useNamespace = (): string | undefined => firstNamespace(useSelection());
