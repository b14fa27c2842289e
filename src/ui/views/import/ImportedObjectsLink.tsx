import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useDiscovery } from '../../hooks/use-application.ts';
import { importDestination } from './import-destination.ts';
import type { ImportState } from './use-import.ts';

const TEXT = 'View imported objects';

/** A link to the objects that an import stored or found. */
export function ImportedObjectsLink({ state: { entries, failed, namespace } }: { readonly state: ImportState }) {
  const discovery = useDiscovery();
  const destination = useMemo(() => {
    const stored = entries.flatMap(({ object, problem }, index) =>
      object && !problem && !failed.includes(index) ? [object] : [],
    );
    return importDestination(stored, discovery, namespace);
  }, [entries, failed, namespace, discovery]);
  if (!destination) return null;
  if (destination.type === 'object') {
    return (
      <Link to="/objects/$group/$version/$resource/$in/$name" params={destination.params}>
        {TEXT}
      </Link>
    );
  }
  const { namespace: shown } = destination;
  return destination.type === 'list' ? (
    <Link to="/objects/$group/$version/$resource" params={destination.params} search={{ namespace: shown }}>
      {TEXT}
    </Link>
  ) : (
    <Link to="/" search={{ namespace: shown }}>
      {TEXT}
    </Link>
  );
}
