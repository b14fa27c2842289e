import { FormGroup, TextInput } from '@patternfly/react-core';
import { FieldHint } from '../../dialogs/FieldHint.tsx';

interface ClusterNameFieldProps {
  readonly name: string;
  readonly error: string | undefined;
  readonly onChange: (name: string) => void;
}

export const ClusterNameField = ({ name, error, onChange }: ClusterNameFieldProps) => (
  <FormGroup label="Name" isRequired fieldId="cluster-name">
    <TextInput
      id="cluster-name"
      value={name}
      onChange={(_, value) => onChange(value)}
      validated={error && name !== '' ? 'error' : 'default'}
      autoFocus
    />
    {error && name !== '' && <FieldHint>{error}</FieldHint>}
  </FormGroup>
);
