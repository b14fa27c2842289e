import { Form, FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { findResource } from '../../../client/discovery.ts';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useDiscovery } from '../../hooks/use-application.ts';
import { useCollection } from '../../hooks/use-collection.ts';
import type { Rbac } from '../../hooks/use-rbac.ts';
import { SIDE_TYPES, type Side } from '../../state/access/access-comparison.ts';
import { DraftInput } from '../access/DraftInput.tsx';

interface SideFieldsProps {
  readonly label: 'Left' | 'Right';
  readonly side: Side;
  readonly rbac: Rbac;
  readonly onChange: (side: Side) => void;
}

/** Chooses one side of a comparison. */
export function SideFields({ label, side, rbac, onChange }: SideFieldsProps) {
  const id = `comparison-${label.toLowerCase()}`;
  return (
    <TitledCard title={label}>
      <Form aria-label={label} className="tp-comparison-side" onSubmit={(event) => event.preventDefault()}>
        <FormGroup label="Type" fieldId={`${id}-type`}>
          <FormSelect
            id={`${id}-type`}
            value={side.type}
            onChange={(_, value) => onChange({ type: value as Side['type'], name: '' })}
          >
            {SIDE_TYPES.map(({ type, text }) => (
              <FormSelectOption key={type} value={type} label={text} />
            ))}
          </FormSelect>
        </FormGroup>
        <FormGroup label="Name" isRequired fieldId={`${id}-name`}>
          <DraftInput
            id={`${id}-name`}
            value={side.name}
            suggestions={useNames(side.type, rbac)}
            placeholder={side.type === 'account' || side.type === 'role' ? 'namespace/name' : ''}
            onChange={(name) => onChange({ ...side, name: name ?? '' })}
          />
        </FormGroup>
      </Form>
    </TitledCard>
  );
}

const RESOURCES: Readonly<Partial<Record<Side['type'], string>>> = {
  account: 'serviceaccounts',
  role: 'roles',
  clusterrole: 'clusterroles',
};

/** Returns the names to suggest for a type, sorted. */
function useNames(type: Side['type'], rbac: Rbac): readonly string[] {
  const resource = RESOURCES[type];
  const discovery = useDiscovery();
  const { items } = useCollection(resource ? findResource(discovery, resource) : undefined);
  if (type === 'user') return rbac.users;
  if (type === 'group') return rbac.groups;
  return items.map(({ metadata: { namespace, name = '' } }) => (namespace ? `${namespace}/${name}` : name)).sort();
}
