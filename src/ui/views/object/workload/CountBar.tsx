import { Progress, ProgressSize } from '@patternfly/react-core';
import { memo } from 'react';

interface CountBarProps {
  readonly label: string;
  readonly count: number;
  readonly of: number;
  /** Accessible name instead of the label, for bars without a visible label. */
  readonly name?: string;
  /** Replaces `1 of 3`. */
  readonly text?: string;
}

/** A bar that shows a number out of a larger one. Memoized, because a status changes more often than each of its numbers. */
export const CountBar = memo(({ label, count, of, name, text = `${count} of ${of}` }: CountBarProps) => (
  <Progress
    className="tp-count-bar"
    {...(name ? { 'aria-label': name } : { title: label })}
    size={ProgressSize.sm}
    // 0 of 0 fills the bar: nothing is missing.
    max={of === 0 ? 1 : Math.max(of, count)}
    value={of === 0 ? 1 : count}
    label={text}
    valueText={text}
  />
));
CountBar.displayName = 'CountBar';
