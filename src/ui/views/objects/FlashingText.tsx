import './flash.css';
import { useState } from 'react';
import type { Mark } from '../../../client/states/state.ts';

interface FlashingTextProps {
  readonly text: string;
  /** The color of a dot in front of the text. */
  readonly mark?: Mark | undefined;
}

/** The text of a cell, which lights up when it changes. */
export function FlashingText({ text, mark }: FlashingTextProps) {
  const [seen, setSeen] = useState({ text, changes: 0 });
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 });
  const classes = [mark && `tp-status tp-status-${mark}`, seen.changes > 0 && 'tp-flash'].filter(Boolean).join(' ');
  // A new element starts the animation again.
  return (
    <span key={seen.changes} title={text} className={classes || undefined}>
      {text === '' ? '–' : text}
    </span>
  );
}
