import { useEffect } from 'react';
import type { Control } from '../../lessons/lesson.ts';
import { findControl } from '../state/lessons/find-control.ts';

const CLASS = 'tp-pointed-at';

/** Highlights a control of the app while it is on the page. */
export function usePointer(control: Control | undefined): void {
  useEffect(() => {
    if (!control) return;
    let marked: HTMLElement | undefined;
    const mark = (): void => {
      const found = findControl(document, control);
      if (found === marked) return;
      marked?.classList.remove(CLASS);
      found?.classList.add(CLASS);
      marked = found;
    };
    mark();
    const observer = new MutationObserver(mark);
    observer.observe(document.body, { childList: true, subtree: true });
    return () => {
      observer.disconnect();
      marked?.classList.remove(CLASS);
    };
  }, [control]);
}
