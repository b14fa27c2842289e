import type { Control, ControlRole } from '../../../lessons/lesson.ts';

/** The elements of each role, as the app's components render them. */
const SELECTORS: Readonly<Record<ControlRole, string>> = {
  button: 'button:not([role]), [role="button"]',
  heading: 'h1, h2, h3, h4, [role="heading"]',
  link: 'a[href]',
  tab: '[role="tab"]',
  textbox: 'input, textarea, [role="textbox"]',
};

/** Returns the first control with a role and an accessible name; undefined when the page has none. */
export const findControl = (root: ParentNode, { role, name }: Control): HTMLElement | undefined =>
  [...root.querySelectorAll<HTMLElement>(SELECTORS[role])].find((element) => nameOf(element) === name);

const nameOf = (element: HTMLElement): string =>
  (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
