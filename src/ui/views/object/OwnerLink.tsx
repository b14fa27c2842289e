import { Link } from '@tanstack/react-router';
import type { OwnerReference } from '../../../api/kinds/meta-v1.generated.ts';
import { parseApiVersion } from '../../../api/object.ts';
import { findKind } from '../../../client/discovery.ts';
import { useDiscovery } from '../../hooks/use-application.ts';
import { objectParameters } from '../../state/objects/addresses.ts';

interface OwnerLinkProps {
  readonly owner: OwnerReference;
  /** Namespace of the dependent: a namespaced owner is in the same one. */
  readonly namespace: string | undefined;
}

export function OwnerLink({ owner, namespace }: OwnerLinkProps) {
  const resource = findKind(useDiscovery(), owner.kind, parseApiVersion(owner.apiVersion).group);
  const text = `${owner.kind} ${owner.name}`;
  if (!resource) return <div>{text}</div>;
  const name = { name: owner.name, namespace: resource.namespaced ? namespace : undefined };
  return (
    <div>
      <Link to="/objects/$group/$version/$resource/$in/$name" params={objectParameters(resource, name)}>
        {text}
      </Link>
      {owner.controller && <span className="tp-subtle"> (controller)</span>}
    </div>
  );
}
