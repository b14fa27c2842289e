import { Link } from '@tanstack/react-router';
import type { NamedObject } from '../../../api/debug/access-explanation.ts';
import { preferredResources } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { objectParameters } from '../../state/objects/addresses.ts';

/** The kind and name of an object, linked to its page. Users and groups have no page. */
export function NamedObjectLink({ object }: { readonly object: NamedObject }) {
  const { kind, namespace, name } = object;
  const resource = preferredResources(useDiscovery()).find((candidate) => candidate.kind === kind);
  const text = namespace ? `${namespace}/${name}` : name;
  return (
    <span>
      {kind}{' '}
      {resource ? (
        <Link to="/objects/$group/$version/$resource/$in/$name" params={objectParameters(resource, object)}>
          {text}
        </Link>
      ) : (
        <strong>{text}</strong>
      )}
    </span>
  );
}
