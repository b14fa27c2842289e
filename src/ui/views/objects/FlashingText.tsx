import './flash.css';
import { useState } from 'react';

/** The text of a cell, which lights up when it changes. */
export function FlashingText({ text }: { readonly text: string }) {
  const [seen, setSeen] = useState({ text, changes: 0 });
  if (seen.text !== text) setSeen({ text, changes: seen.changes + 1 });
  // A new element starts the animation again.
  return (
    <span key={seen.changes} title={text} className={seen.changes > 0 ? 'tp-flash' : undefined}>
      {text === '' ? '–' : text}
    </span>
  );
}
