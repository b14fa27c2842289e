import type { Page } from 'playwright-core';

/** Parts that may be wider than their frame: text as it was written, and drawings. */
const MAY_SCROLL = 'pre, code, textarea, .monaco-editor, .tp-graph-scroller, [role="tablist"]';

/** Returns the classes of the parts of a page that show a horizontal scrollbar, and how many pixels each lacks. */
export const sidewaysScrollers = (page: Page): Promise<string[]> =>
  page.evaluate((mayScroll) => {
    const scrolls = (part: Element): boolean =>
      part.scrollWidth > part.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(part).overflowX);
    return [...document.querySelectorAll('body, body *')]
      .filter((part) => scrolls(part) && !part.closest(mayScroll))
      .map((part) => `${part.tagName} ${part.className}: ${part.scrollWidth - part.clientWidth}`);
  }, MAY_SCROLL);
