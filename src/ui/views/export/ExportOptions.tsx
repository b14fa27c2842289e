import { Form, FormGroup, Radio, TextInput } from '@patternfly/react-core';
import { FieldHint } from '../../components/dialogs/FieldHint.tsx';
import { type ExportForm, type ExportSelection, selectorOf } from '../../state/objects/export-selection.ts';

interface ExportOptionsProps {
  readonly selection: ExportSelection;
  readonly onChange: (part: Partial<ExportSelection>) => void;
}

const FORMS: Readonly<Record<ExportForm, { readonly label: string; readonly description: string }>> = {
  clean: {
    label: 'Clean',
    description:
      'Objects as you would write them: without status, UIDs, managed fields, and objects that every cluster has.',
  },
  exact: {
    label: 'Exact',
    description:
      'Everything as the server returns it, to inspect or compare. Importing drops fields that only the server writes.',
  },
};

export function ExportOptions({ selection, onChange }: ExportOptionsProps) {
  const isSelector = selectorOf(selection.labels) !== undefined;
  return (
    <Form onSubmit={(event) => event.preventDefault()}>
      <FormGroup role="radiogroup" isStack label="Format" fieldId="export-form">
        {(['clean', 'exact'] as const).map((form) => (
          <Radio
            key={form}
            id={`export-${form}`}
            name="export-form"
            label={FORMS[form].label}
            description={FORMS[form].description}
            isChecked={selection.form === form}
            onChange={() => onChange({ form })}
          />
        ))}
      </FormGroup>
      <FormGroup label="Label selector" fieldId="export-labels">
        <TextInput
          id="export-labels"
          value={selection.labels}
          placeholder="app=web,tier!=db"
          validated={isSelector ? 'default' : 'error'}
          onChange={(_, labels) => onChange({ labels })}
        />
        <FieldHint>
          {isSelector
            ? 'Leave empty to export objects with any labels.'
            : 'Invalid label selector. Example: app=web,tier!=db'}
        </FieldHint>
      </FormGroup>
    </Form>
  );
}
