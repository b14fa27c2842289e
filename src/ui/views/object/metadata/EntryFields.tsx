import { Button, FormSection, TextInput } from '@patternfly/react-core';
import TimesIcon from '@patternfly/react-icons/dist/esm/icons/times-icon';
import type { MetadataEntry } from '../../../state/objects/metadata-edits.ts';

interface EntryFieldsProps {
  readonly title: 'Labels' | 'Annotations';
  readonly entries: readonly MetadataEntry[];
  readonly onChange: (entries: readonly MetadataEntry[]) => void;
}

/** The keys and values of labels or annotations. */
export function EntryFields({ title, entries, onChange }: EntryFieldsProps) {
  const what = title === 'Labels' ? 'label' : 'annotation';
  const change = (index: number, part: Partial<MetadataEntry>) =>
    onChange(entries.map((entry, at) => (at === index ? { ...entry, ...part } : entry)));
  // Rows are identified by position, because their keys change while the user types.
  const rows = entries.map((entry, index) => ({ ...entry, index }));
  return (
    <FormSection title={title} titleElement="h2">
      <div>
        {rows.map(({ name, value, index }) => (
          <div key={index} className="tp-metadata-entry">
            <TextInput
              value={name}
              placeholder="Key"
              aria-label={`Key of ${what} ${index + 1}`}
              onChange={(_, text) => change(index, { name: text })}
            />
            <TextInput
              value={value}
              placeholder="Value"
              aria-label={`Value of ${what} ${name || index + 1}`}
              onChange={(_, text) => change(index, { value: text })}
            />
            <Button
              variant="plain"
              aria-label={`Remove ${what} ${name || index + 1}`}
              icon={<TimesIcon />}
              onClick={() => onChange(entries.filter((_, at) => at !== index))}
            />
          </div>
        ))}
        <Button variant="link" isInline onClick={() => onChange([...entries, { name: '', value: '' }])}>
          Add {what}
        </Button>
      </div>
    </FormSection>
  );
}
