import { useEffect } from 'react';
import type { Control, ControlRole } from '../../lessons/lesson.ts';

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

/** The elements of each role, as the app's components render them. */
const SELECTORS: Readonly<Record<ControlRole, string>> = {
  button: 'button:not([role]), [role="button"]',
  heading: 'h1, h2, h3, h4, [role="heading"]',
  link: 'a[href]',
  tab: '[role="tab"]',
  textbox: 'input, textarea, [role="textbox"]',
};

/** Returns the first control with a role and an accessible name; undefined when the page has none. */
const findControl = (root: ParentNode, { role, name }: Control): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(SELECTORS[role])].find((element) => nameOf(element) === name);

const nameOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
