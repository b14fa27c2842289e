import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';

interface ChoiceFieldProps<Value extends string> {
  readonly id: string;
  readonly label: string;
  readonly value: Value;
  /** Labels by value. */
  readonly options: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

/** A labeled list of options. */
export const ChoiceField = <Value extends string>({ id, label, value, options, onChange }: ChoiceFieldProps<Value>) => (
  <FormGroup label={label} fieldId={id}>
    <FormSelect id={id} value={value} onChange={(_, chosen) => onChange(chosen as Value)}>
      {Object.entries<string>(options).map(([key, text]) => (
        <FormSelectOption key={key} value={key} label={text} />
      ))}
    </FormSelect>
  </FormGroup>
);
