import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import type { PropagationPolicy } from '../../../../client/relations/deletion.ts';
import { FieldHint } from '../FieldHint.tsx';

/** The propagation policies with their explanations. */
const POLICIES: Readonly<Record<PropagationPolicy, { readonly title: string; readonly meaning: string }>> = {
  Background: {
    title: 'Delete in the background',
    meaning: 'The object is deleted immediately. The garbage collector deletes its dependents afterwards.',
  },
  Foreground: {
    title: 'Delete first (foreground)',
    meaning: 'The object stays, marked for deletion, until the dependents that block its deletion are gone.',
  },
  Orphan: { title: 'Keep (orphan)', meaning: 'The dependents stay, without this owner.' },
};

interface PolicyFieldProps {
  readonly policy: PropagationPolicy;
  readonly onChange: (policy: PropagationPolicy) => void;
}

/** Selects the propagation policy for the dependents of a deleted object. */
export const PolicyField = ({ policy, onChange }: PolicyFieldProps) => (
  <FormGroup label="Dependent objects" fieldId="deletion-policy">
    <FormSelect id="deletion-policy" value={policy} onChange={(_, value) => onChange(value as PropagationPolicy)}>
      {Object.entries(POLICIES).map(([value, { title }]) => (
        <FormSelectOption key={value} value={value} label={title} />
      ))}
    </FormSelect>
    <FieldHint>{POLICIES[policy].meaning}</FieldHint>
  </FormGroup>
);
