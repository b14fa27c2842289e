import { dialectNamed } from '../../api/dialect.ts';
import { findKind } from '../../client/discovery.ts';
import { type KindKey, servedKind } from '../../client/objects/kind-key.ts';
import { useDiscovery } from '../hooks/use-application.ts';
import { dialectOf } from '../state/dialect-names.ts';
import { ObjectLink } from './ObjectLink.tsx';

interface KindLinkProps {
  readonly kind: KindKey;
  /** Namespace of the object, or of one that refers to it. Left out for cluster-scoped kinds. */
  readonly namespace: string | undefined;
  readonly name: string;
  /** Shows the kind in front of the name. */
  readonly withKind?: boolean;
  /** Replaces the name. */
  readonly text?: string | undefined;
}

/** A link to an object by its kind. */
export function KindLink({ kind: key, namespace, name, withKind = false, text = name }: KindLinkProps) {
  const discovery = useDiscovery();
  const { group, kind } = servedKind(key, dialectNamed(dialectOf(discovery)));
  const resource = findKind(discovery, kind, group);
  const metadata = { name, namespace: resource?.namespaced ? namespace : undefined };
  return <ObjectLink resource={resource} metadata={metadata} text={withKind ? `${kind} ${text}` : text} />;
}
