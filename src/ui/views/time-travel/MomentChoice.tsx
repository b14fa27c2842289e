import { FormGroup, FormSelect, FormSelectOption } from '@patternfly/react-core';
import { useId } from 'react';
import type { Moment } from '../../../api/debug/moments.ts';
import { useClusterDay } from '../../hooks/use-cluster-time.ts';
import { changeText } from '../../state/time/moments.ts';
import { momentText } from '../../state/timeline/time-scale.ts';

interface MomentChoiceProps {
  readonly label: string;
  readonly steps: readonly Moment[];
  readonly revision: number | undefined;
  /** Whether now can be chosen. */
  readonly hasNow?: boolean;
  readonly onChoose: (revision: number | undefined) => void;
}

/** Number of moments offered; the newest ones. The slider reaches all of them. */
const MOST_OPTIONS = 500;

/** Chooses one of the moments of the comparison. */
export function MomentChoice({ label, steps, revision, hasNow = false, onChoose }: MomentChoiceProps) {
  const id = useId();
  const today = useClusterDay();
  const offered = steps.slice(-MOST_OPTIONS).toReversed();
  const isOffered = offered.some((step) => Number(step.revision) === revision);
  return (
    <FormGroup label={label} fieldId={id} className="tp-compare-choice">
      <FormSelect
        id={id}
        value={revision === undefined ? '' : String(revision)}
        onChange={(_event, value) => onChoose(value === '' ? undefined : Number(value))}
      >
        <FormSelectOption value="" label={hasNow ? 'Now' : 'Choose a moment'} />
        {revision !== undefined && !isOffered && (
          <FormSelectOption value={String(revision)} label={`Revision ${revision}`} />
        )}
        {offered.map((step) => (
          <FormSelectOption
            key={step.revision}
            value={step.revision}
            label={`${momentText(Date.parse(step.time), today)}: ${changeText(step)}`}
          />
        ))}
      </FormSelect>
    </FormGroup>
  );
}
