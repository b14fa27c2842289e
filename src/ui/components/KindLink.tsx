import { Link } from '@tanstack/react-router';
import { dialectNamed } from '../../api/dialect.ts';
import { type DiscoveredResource, findKind } from '../../client/discovery.ts';
import { type KindKey, servedKind } from '../../client/objects/kind-key.ts';
import { useDiscovery } from '../hooks/use-application.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { resourceParameters } from '../state/objects/addresses.ts';
import { ObjectLink } from './ObjectLink.tsx';

interface KindLinkProps {
  readonly kind: KindKey;
  /** Namespace of the object, or of one that refers to it. Left out for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** Shows the kind in front of the name. */
  readonly withKind?: boolean;
}

/** A link to an object by its kind. */
export function KindLink({ kind: key, namespace, name, withKind = false }: KindLinkProps) {
  const { resource, kind } = useKind(key);
  const metadata = { name, namespace: resource?.namespaced ? namespace : undefined };
  return <ObjectLink resource={resource} metadata={metadata} text={withKind ? `${kind} ${name}` : name} />;
}

/** A link to the objects of a kind. */
export function KindListLink({ kind, text }: { readonly kind: KindKey; readonly text: string }) {
  const { resource } = useKind(kind);
  if (!resource) return text;
  return (
    <Link to="/objects/$group/$version/$resource" params={resourceParameters(resource)}>
      {text}
    </Link>
  );
}

/** Returns a kind and its resource; no resource when it is not served. */
export function useKind(key: KindKey): { readonly kind: string; readonly resource: DiscoveredResource | undefined } {
  const discovery = useDiscovery();
  const { group, kind } = servedKind(key, dialectNamed(dialectOf(discovery)));
  return { kind, resource: findKind(discovery, kind, group) };
}
