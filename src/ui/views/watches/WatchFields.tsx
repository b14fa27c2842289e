import { Checkbox, FormGroup, TextInput } from '@patternfly/react-core';
import { useId } from 'react';
import { ChoiceField } from '../../components/ChoiceField.tsx';
import { WATCH_STARTS, type WatchParameters } from '../../state/watch-lab/watch-parameters.ts';

interface WatchFieldsProps {
  readonly title: string;
  readonly parameters: WatchParameters;
  readonly onChange: (parameters: WatchParameters) => void;
}

/** The parameters of a watch. They take effect when it is started or resumed. */
export function WatchFields({ title, parameters, onChange }: WatchFieldsProps) {
  const id = useId();
  const change = (changed: Partial<WatchParameters>) => onChange({ ...parameters, ...changed });
  return (
    <fieldset className="tp-watch-fields" aria-label={`Parameters of ${title}`}>
      <ChoiceField
        id={`${id}-start`}
        label="Start"
        value={parameters.start}
        options={WATCH_STARTS}
        onChange={(start) => change({ start })}
      />
      {parameters.start === 'version' && (
        <TextField
          id={`${id}-version`}
          label="Version"
          value={parameters.version}
          onChange={(version) => change({ version })}
        />
      )}
      <TextField
        id={`${id}-labels`}
        label="Label selector"
        placeholder="parity=even"
        value={parameters.labelSelector}
        onChange={(labelSelector) => change({ labelSelector })}
      />
      <TextField
        id={`${id}-fields`}
        label="Field selector"
        placeholder="metadata.name=watch-lab-1"
        value={parameters.fieldSelector}
        onChange={(fieldSelector) => change({ fieldSelector })}
      />
      <Checkbox
        id={`${id}-bookmarks`}
        label="Bookmarks"
        className="tp-watch-check"
        isChecked={parameters.hasBookmarks}
        onChange={(_, hasBookmarks) => change({ hasBookmarks })}
      />
    </fieldset>
  );
}

interface TextFieldProps {
  readonly id: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const TextField = ({ id, label, placeholder = '', value, onChange }: TextFieldProps) => (
  <FormGroup label={label} fieldId={id}>
    <TextInput
      id={id}
      value={value}
      placeholder={placeholder}
      spellCheck={false}
      onChange={(_, text) => onChange(text.trim())}
    />
  </FormGroup>
);
