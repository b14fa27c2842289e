import { TextInput } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';

interface DraftInputProps {
  readonly id: string;
  readonly value: string | undefined;
  /** Undefined for an empty text. */
  readonly onChange: (value: string | undefined) => void;
  readonly suggestions?: readonly string[];
  readonly placeholder?: string;
}

/** Milliseconds without typing before a text is submitted. */
const TYPING_PAUSE = 300;

/** A text input that updates the address when typing pauses. */
export function DraftInput({ id, value = '', onChange, suggestions = [], placeholder }: DraftInputProps) {
  const { clock } = useApplication().platform;
  const [draft, setDraft] = useState(value);
  useEffect(() => setDraft(value), [value]);
  useEffect(
    () => (draft === value ? undefined : clock.after(TYPING_PAUSE, () => onChange(draft.trim() || undefined))),
    [clock, draft, value, onChange],
  );
  return (
    <>
      <TextInput
        id={id}
        value={draft}
        onChange={(_, text) => setDraft(text)}
        list={`${id}-suggestions`}
        autoComplete="off"
        spellCheck={false}
        {...(placeholder ? { placeholder } : {})}
      />
      <datalist id={`${id}-suggestions`}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </>
  );
}
