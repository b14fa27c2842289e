import { Link } from '@tanstack/react-router';
import type { DiscoveredResource } from '../../client/discovery.ts';
import { objectParameters } from '../state/objects/addresses.ts';

interface ObjectLinkProps {
  /** Undefined when the server does not serve the kind: the name is then plain text. */
  readonly resource: DiscoveredResource | undefined;
  readonly metadata: { readonly namespace?: string | undefined; readonly name?: string | undefined };
  /** The tab to open; the overview by default. */
  readonly tab?: string;
  /** The name by default. */
  readonly text?: string;
}

/** A link to the page of an object. */
export function ObjectLink({ resource, metadata, tab, text = metadata.name }: ObjectLinkProps) {
  if (!resource) return <>{text}</>;
  return (
    <Link
      to="/objects/$group/$version/$resource/$in/$name"
      params={objectParameters(resource, metadata)}
      search={(old) => ({ namespace: old.namespace, ...(tab ? { tab } : {}) })}
    >
      {text}
    </Link>
  );
}
