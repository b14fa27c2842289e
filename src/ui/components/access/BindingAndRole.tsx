import type { ConsideredRule } from '../../../api/debug/access-explanation.ts';
import { NamedObjectLink } from './NamedObjectLink.tsx';

/** A binding and the role that it grants, linked to their pages. */
export function BindingAndRole({ binding, role }: Pick<ConsideredRule, 'binding' | 'role'>) {
  return (
    <p className="tp-binding">
      <NamedObjectLink object={binding} /> <span className="tp-subtle">grants</span> <NamedObjectLink object={role} />
    </p>
  );
}
