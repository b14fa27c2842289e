import { dialectNamed } from '../../../api/dialect.ts';
import { findKind } from '../../../client/discovery.ts';
import { type KindKey, servedKind } from '../../../client/objects/kind-key.ts';
import { ListDenialLinks } from '../../components/access/ListDenialLinks.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { dialectOf } from '../../state/dialect-names.ts';

/** Names the kinds whose relations are unknown, and links to the reason for the first of them. */
export function UnlistedKinds({ kinds }: { readonly kinds: readonly KindKey[] }) {
  const discovery = useDiscovery();
  const [first, ...others] = kinds.map((key) => servedKind(key, dialectNamed(dialectOf(discovery))));
  if (!first) return null;
  const resource = findKind(discovery, first.kind, first.group);
  return (
    <p className="tp-subtle">
      {[first, ...others].map(({ kind }) => kind).join(', ')} could not be listed, so relations may be missing.{' '}
      {resource && <ListDenialLinks {...resource} />}
    </p>
  );
}
