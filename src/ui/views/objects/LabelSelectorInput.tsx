import { FormHelperText, HelperText, HelperTextItem, SearchInput } from '@patternfly/react-core';
import { useEffect, useState } from 'react';
import { useApplication } from '../../hooks/use-application.ts';
import { selectorProblem } from '../../state/objects/selector-problem.ts';

/** Milliseconds without typing before a selector is sent. */
const TYPING_PAUSE = 400;

interface LabelSelectorInputProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A field for a label selector. An invalid one is explained below the field, and not passed on. */
export function LabelSelectorInput({ value, onChange }: LabelSelectorInputProps) {
  const { clock } = useApplication().platform;
  const [draft, setDraft] = useState(value);
  const [problem, setProblem] = useState(() => selectorProblem(value));
  useEffect(() => setDraft(value), [value]);
  useEffect(
    () =>
      clock.after(TYPING_PAUSE, () => {
        const found = selectorProblem(draft);
        setProblem(found);
        if (!found && draft !== value) onChange(draft);
      }),
    [clock, draft, value, onChange],
  );
  return (
    <>
      <SearchInput
        value={draft}
        onChange={(_, text) => setDraft(text)}
        onClear={() => onChange('')}
        placeholder="Labels: app=web,tier!=db"
        aria-label="Label selector"
      />
      {problem && (
        <FormHelperText aria-live="polite">
          <HelperText>
            <HelperTextItem variant="error">Not applied: {problem}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </>
  );
}
