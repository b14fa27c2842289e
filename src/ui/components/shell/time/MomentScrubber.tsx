import './moment.css';
import { Button } from '@patternfly/react-core';
import StepBackwardIcon from '@patternfly/react-icons/dist/esm/icons/step-backward-icon';
import StepForwardIcon from '@patternfly/react-icons/dist/esm/icons/step-forward-icon';
import { useEffect, useState } from 'react';
import type { Moment } from '../../../../api/debug/moments.ts';
import { useApplication } from '../../../hooks/use-application.ts';
import { useClusterDay } from '../../../hooks/use-cluster-time.ts';
import { changeText } from '../../../state/time/moments.ts';
import { momentText } from '../../../state/timeline/time-scale.ts';

interface MomentScrubberProps {
  readonly steps: readonly Moment[];
  /** The index of the step that is shown. */
  readonly position: number;
  readonly onGo: (revision: number) => void;
}

/** Milliseconds for which the slider must rest before its moment is shown. */
const REST = 120;

/** A slider over the changes of the history, and buttons that step by one change. */
export function MomentScrubber({ steps, position, onGo }: MomentScrubberProps) {
  const { clock } = useApplication().platform;
  const today = useClusterDay();
  const [wanted, setWanted] = useState<number>();
  const shown = Math.max(wanted ?? position, 0);
  const revision = wanted === undefined ? undefined : Number(steps[wanted]?.revision);
  useEffect(() => {
    if (revision === undefined) return;
    return clock.after(REST, () => {
      onGo(revision);
      setWanted(undefined);
    });
  }, [clock, revision, onGo]);
  const step = steps[shown];
  const text = step ? `${momentText(Date.parse(step.time), today)}: ${changeText(step)}` : '';
  return (
    <div className="tp-scrubber">
      <Button
        variant="plain"
        aria-label="Earlier change"
        title="Earlier change"
        icon={<StepBackwardIcon />}
        isDisabled={shown <= 0}
        onClick={() => setWanted(shown - 1)}
      />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={text}
        min={0}
        max={Math.max(steps.length - 1, 0)}
        value={shown}
        onChange={({ target }) => setWanted(Number(target.value))}
      />
      <Button
        variant="plain"
        aria-label="Later change"
        title="Later change"
        icon={<StepForwardIcon />}
        isDisabled={shown >= steps.length - 1}
        onClick={() => setWanted(shown + 1)}
      />
      <span className="tp-scrubber-text" title={text}>
        {text}
      </span>
    </div>
  );
}
