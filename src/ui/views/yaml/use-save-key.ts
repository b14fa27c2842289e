import { useEffect, useRef } from 'react';
import { IS_MAC } from '../../components/modifier-key.ts';

/** Saves with Ctrl+S (⌘S) wherever the focus is, such as after a dialog; the browser would save the page. */
export function useSaveKey(save: () => void): void {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isSave = event.key.toLowerCase() === 's' && (IS_MAC ? event.metaKey : event.ctrlKey);
      // The text field handles the key itself.
      if (!isSave || event.defaultPrevented || event.shiftKey || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('[role="dialog"][aria-modal="true"]')) latest.current();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
